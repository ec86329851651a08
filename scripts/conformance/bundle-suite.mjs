import {createRequire} from 'node:module';
import path from 'node:path';
import {pathToFileURL} from 'node:url';
import {build} from 'esbuild';
import {root} from '../build/bundle.mjs';

const suite = path.join(
	path.dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json')),
	'dist/index.js',
);

/**
 * The official suite as one CommonJS file. As an ES module it does not load on Node 20, which has no `globSync` to
 * import; as a property that the client scenarios never read, its absence does no harm.
 * @param {string} outfile
 */
export const bundleSuite = outfile =>
	build({
		entryPoints: [suite],
		outfile,
		bundle: true,
		platform: 'node',
		format: 'cjs',
		target: 'node20',
		// It looks for its lists of requirements beside itself.
		define: {'import.meta.url': JSON.stringify(pathToFileURL(suite).href)},
		logLevel: 'error',
	});

/**
 * The client under test: the program's server layer, driven by tests/conformance/client.ts.
 * @param {string} outfile
 */
export const bundleClient = outfile =>
	build({
		entryPoints: [path.join(root, 'tests/conformance/client.ts')],
		outfile,
		bundle: true,
		platform: 'node',
		format: 'cjs',
		target: 'node20',
		alias: {'jsonc-parser': 'jsonc-parser/lib/esm/main.js'},
		define: {'import.meta.url': 'bundleUrl'},
		banner: {js: `var bundleUrl=require('node:url').pathToFileURL(__filename).href;`},
		logLevel: 'error',
	});

import {isBuiltin} from 'node:module';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {build} from 'esbuild';
import {createLeanPlugin, segmenterShim} from './lean-plugin.mjs';
import {bundleWorker} from './worker.mjs';

export const root = fileURLToPath(new URL('../../', import.meta.url));

// esbuild escapes text and names itself but leaves regular expressions alone. Pure ASCII is what the launcher
// reads fastest and what V8 keeps in one byte per character.
const escapeNonAscii = text =>
	text.replace(/[^\u0000-\u007f]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

// What packages look for and do without: native helpers of `ws`, a way to sign in to proxies, a cache of undici.
const optionalModules = new Set(['bufferutil', 'utf-8-validate', 'kerberos', 'node:sqlite']);

/**
 * Bundles `entry` and everything it imports into one CommonJS file for Node. A dynamic import stays lazy: its
 * modules are in the same file and are evaluated when it is reached.
 * @param {{entry: string, version: string}} options
 * @returns {Promise<{code: Buffer, metafile: import('esbuild').Metafile}>}
 */
export const bundle = async ({entry, version}) => {
	const worker = await bundleWorker({root, file: 'source/core/mcp/calls/schema-worker.mjs'});
	const {metafile, outputFiles} = await build({
		absWorkingDir: root,
		entryPoints: [entry],
		outfile: 'main.cjs',
		write: false,
		bundle: true,
		jsx: 'automatic',
		platform: 'node',
		format: 'cjs',
		target: 'node20',
		metafile: true,
		nodePaths: [path.join(root, 'node_modules')],
		// Names stay readable in stack traces, and code that looks at `error.name` keeps working.
		minifyWhitespace: true,
		minifySyntax: true,
		lineLimit: 200,
		legalComments: 'none',
		// Its main file is UMD, which hides its own parts from a bundler.
		alias: {'jsonc-parser': 'jsonc-parser/lib/esm/main.js'},
		// The launcher runs the file through vm.Script, where a real import() needs a loader: use require.
		supported: {'dynamic-import': false},
		define: {
			'process.env.NODE_ENV': '"production"',
			'process.env.MCP_TUI_VERSION': JSON.stringify(version),
			'process.env.MCP_TUI_SCHEMA_WORKER': JSON.stringify(worker.code),
			'import.meta.url': 'bundleUrl',
			'import.meta.dirname': '__dirname',
			'import.meta.filename': '__filename',
			'Intl.Segmenter': 'LeanSegmenter',
		},
		// The directive is repeated because the one that esbuild writes would come too late to count.
		banner: {js: `"use strict";var bundleUrl=require('node:url').pathToFileURL(__filename).href;`},
		inject: [segmenterShim],
		plugins: [createLeanPlugin()],
		logLevel: 'warning',
		logOverride: {'empty-import-meta': 'error', 'require-resolve-not-external': 'error'},
	});
	const [file, ...others] = outputFiles;
	if (file === undefined || others.length > 0) throw new Error('the build must make exactly one file');
	const missing = Object.values(metafile.outputs)
		.flatMap(output => output.imports)
		.filter(({path: name}) => !isBuiltin(name) && !optionalModules.has(name));
	if (missing.length > 0)
		throw new Error(`not in the bundle: ${missing.map(({path: name}) => name).join(', ')}`);
	// What a bundler cannot see (a require inside UMD) would be looked for beside the bundle, by the user.
	const unseen = /\brequire\(["']\.{1,2}\/[^"']*["']\)/.exec(file.text);
	if (unseen !== null) throw new Error(`not in the bundle: ${unseen[0]}`);
	const code = Buffer.from(escapeNonAscii(file.text), 'latin1');
	// Both belong to what is shipped, and so to the licences.
	return {code, metafile: {...metafile, outputs: {...metafile.outputs, ...worker.metafile.outputs}}};
};

import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {build} from 'esbuild';
import {createLeanPlugin, segmenterShim} from './lean-plugin.mjs';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Bundles `entry` and everything it imports into one CommonJS file for Node. A dynamic import stays lazy: its
 * modules are in the same file and are evaluated when it is reached.
 * @param {{entry: string, outfile: string, version: string}} options
 * @returns {Promise<import('esbuild').Metafile>}
 */
export const bundle = async ({entry, outfile, version}) => {
	const {metafile} = await build({
		absWorkingDir: root,
		entryPoints: [entry],
		outfile,
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
		// The launcher runs the file through vm.Script, where a real import() needs a loader: use require.
		supported: {'dynamic-import': false},
		define: {
			'process.env.NODE_ENV': '"production"',
			'process.env.MCP_TUI_VERSION': JSON.stringify(version),
			'import.meta.url': 'bundleUrl',
			'import.meta.dirname': '__dirname',
			'import.meta.filename': '__filename',
			'Intl.Segmenter': 'LeanSegmenter',
		},
		banner: {js: "var bundleUrl=require('node:url').pathToFileURL(__filename).href;"},
		inject: [segmenterShim],
		plugins: [createLeanPlugin()],
		logLevel: 'warning',
		logOverride: {'empty-import-meta': 'error', 'require-resolve-not-external': 'error'},
	});
	return metafile;
};

import {isBuiltin} from 'node:module';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {build} from 'esbuild';
import {builtinOf, createLateBuiltinsPlugin, loadBuiltinsLate} from './late-builtins.mjs';
import {createLeanPlugin, segmenterShim} from './lean-plugin.mjs';
import {createLibrariesPlugin, createLibraryEntry, libraryFiles} from './libraries-plugin.mjs';
import {createSignalsPlugin} from './signals-plugin.mjs';
import {bundleWorker} from './worker.mjs';

export const root = fileURLToPath(new URL('../../', import.meta.url));

// esbuild escapes text and names itself but leaves regular expressions alone. Pure ASCII is what the launcher
// reads fastest and what V8 keeps in one byte per character.
const escapeNonAscii = text =>
	text.replace(/[^\u0000-\u007f]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

// What packages look for and do without: native helpers of `ws`, a way to sign in to proxies, a cache of undici.
const optionalModules = new Set(['bufferutil', 'utf-8-validate', 'kerberos', 'node:sqlite']);

/** What all files have in common. */
const createOptions = outfile => ({
	absWorkingDir: root,
	outfile,
	write: false,
	bundle: true,
	platform: 'node',
	format: 'cjs',
	target: 'node20',
	metafile: true,
	nodePaths: [path.join(root, 'node_modules')],
	// In libraries names stay readable, and code that looks at the name of a class keeps working.
	minifyWhitespace: true,
	minifySyntax: true,
	lineLimit: 200,
	legalComments: 'none',
	// Its main file is UMD, which hides its own parts from a bundler.
	alias: {'jsonc-parser': 'jsonc-parser/lib/esm/main.js'},
	// The launcher runs the file through vm.Script, where a real import() needs a loader: use require.
	supported: {'dynamic-import': false},
	// The directive is repeated because the one that esbuild writes would come too late to count.
	banner: {js: `"use strict";var bundleUrl=require('node:url').pathToFileURL(__filename).href;`},
	logLevel: 'warning',
	logOverride: {'empty-import-meta': 'error', 'require-resolve-not-external': 'error'},
});

const definitions = {
	'process.env.NODE_ENV': '"production"',
	'import.meta.url': 'bundleUrl',
	'import.meta.dirname': '__dirname',
	'import.meta.filename': '__filename',
};

const besideBundle = libraryFiles.map(({name}) => `./${name}`);

/** The code of the one file that a build has made. Nothing but libraries may be looked for beside it. */
const readOutput = ({metafile, outputFiles}, finish = text => text) => {
	const [file, ...others] = outputFiles;
	if (file === undefined || others.length > 0) throw new Error('the build must make exactly one file');
	const missing = Object.values(metafile.outputs)
		.flatMap(output => output.imports)
		.map(({path: name}) => builtinOf(name))
		.filter(name => !isBuiltin(name) && !optionalModules.has(name) && !besideBundle.includes(name));
	// What a bundler cannot see (a require inside UMD) would be looked for beside the bundle, by the user.
	const unseen = [...file.text.matchAll(/\brequire\(["'](\.{1,2}\/[^"']*)["']\)/g)]
		.map(([, name]) => name)
		.filter(name => !besideBundle.includes(name));
	if (missing.length + unseen.length > 0) {
		throw new Error(`not in the bundle: ${[...missing, ...unseen].join(', ')}`);
	}
	return Buffer.from(escapeNonAscii(finish(file.text)), 'latin1');
};

/** A module in two files would be two modules: two classes of the same name, two registers of the same things. */
const checkNothingIsTwice = builds => {
	const seen = new Set();
	for (const file of builds.flatMap(({metafile}) => Object.keys(metafile.inputs))) {
		if (!file.includes('node_modules/')) continue;
		if (seen.has(file)) throw new Error(`in two files of the program: ${file}`);
		seen.add(file);
	}
};

/** Our own modules have state that must exist once, so they are in the main file alone. */
const checkOnlyPackages = ({metafile}) => {
	const isForeign = file => /node_modules\/|^library(-file)?:|^libraries$/.test(file);
	const own = Object.keys(metafile.inputs).filter(file => !isForeign(file));
	if (own.length > 0) throw new Error(`only packages belong to the libraries: ${own.join(', ')}`);
};

/**
 * Bundles `entry` and everything it imports into a few CommonJS files for Node: the program, and libraries that it
 * loads when it first needs one of them. A dynamic import stays lazy: its modules are evaluated when it is reached.
 * @param {{entry: string, version: string}} options
 * @returns {Promise<{code: Buffer, libraries: {name: string, code: Buffer}[], metafile: import('esbuild').Metafile}>}
 */
export const bundle = async ({entry, version}) => {
	const [schemaWorker, pictureWorker, findLinesWorker] = await Promise.all([
		bundleWorker({root, file: 'source/core/mcp/calls/schema-worker.mjs'}),
		bundleWorker({root, file: 'source/ui/images/picture-worker.mjs'}),
		bundleWorker({root, file: 'source/core/toolbox/search-files/internal/findLinesWorker.mjs'}),
	]);
	const used = new Map(libraryFiles.map(({name}) => [name, new Set()]));
	const main = await build({
		...createOptions('main.cjs'),
		entryPoints: [entry],
		// What V8 reads of the cache is smaller by a third. No error that leaves this file is told by the name of its class.
		minifyIdentifiers: true,
		jsx: 'automatic',
		define: {
			...definitions,
			'process.env.MCP_TUI_VERSION': JSON.stringify(version),
			'process.env.MCP_TUI_SCHEMA_WORKER': JSON.stringify(schemaWorker.code),
			'process.env.MCP_TUI_PICTURE_WORKER': JSON.stringify(pictureWorker.code),
			'process.env.MCP_TUI_FIND_LINES_WORKER': JSON.stringify(findLinesWorker.code),
			'Intl.Segmenter': 'LeanSegmenter',
		},
		inject: [segmenterShim],
		plugins: [createLibrariesPlugin({own: 'main.cjs', used}), createLeanPlugin(), createLateBuiltinsPlugin()],
	});
	const libraries = [];
	for (const {name} of libraryFiles) {
		const specifiers = [...used.get(name)];
		const {stdin, plugin} = createLibraryEntry({specifiers, root});
		const plugins = [plugin, createLibrariesPlugin({own: name, used}), createSignalsPlugin()];
		const built = await build({...createOptions(name), stdin, define: definitions, plugins});
		checkOnlyPackages(built);
		libraries.push({name, specifiers, built});
	}
	const late = libraries.find(({name, specifiers}) => used.get(name).size > specifiers.length);
	if (late !== undefined) throw new Error(`a file uses packages of ${late.name}, which comes before it`);
	const builds = [main, ...libraries.map(({built}) => built)];
	checkNothingIsTwice(builds);
	const metafiles = [...builds, schemaWorker, pictureWorker, findLinesWorker].map(({metafile}) => metafile);
	return {
		code: readOutput(main, loadBuiltinsLate),
		libraries: libraries.map(({name, built}) => ({name, code: readOutput(built)})),
		// All of it is shipped, and so belongs to the licences.
		metafile: {
			inputs: Object.assign({}, ...metafiles.map(({inputs}) => inputs)),
			outputs: Object.assign({}, ...metafiles.map(({outputs}) => outputs)),
		},
	};
};

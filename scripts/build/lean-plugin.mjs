import {readFile} from 'node:fs/promises';
import path from 'node:path';
import {fileURLToPath} from 'node:url';

const shims = fileURLToPath(new URL('shims/', import.meta.url));
const widthShim = path.join(shims, 'string-width.mjs');
export const segmenterShim = path.join(shims, 'segmenter.mjs');

/** Replaces `find` exactly `count` times or fails. */
const replaceExactly = (text, find, replacement, count) => {
	const parts = text.split(find);
	if (parts.length - 1 !== count) {
		throw new Error(`expected ${count} x ${JSON.stringify(find)}, found ${parts.length - 1}`);
	}
	return parts.join(replacement);
};

const wasmFile = 'yoga-layout/dist/binaries/yoga-wasm-base64-esm.js';
const embeddedWasm = /"data:application\/octet-stream;base64,([A-Za-z0-9+/=]{1000,})"/;

const extractWasm = text => {
	const base64 = embeddedWasm.exec(text)?.[1];
	if (base64 === undefined) throw new Error('the embedded WebAssembly binary was not found');
	return Buffer.from(base64, 'base64');
};

// What changes in the packages under Ink, so that it starts fast and fits into one CommonJS file.
const patches = [
	{
		file: 'yoga-layout/dist/src/index.js',
		apply: text =>
			`import {instantiateYoga} from 'lean:yoga';import bytes from 'lean:yoga-wasm';${replaceExactly(
				text,
				'await loadYoga()',
				'instantiateYoga(loadYoga, bytes)',
				1,
			)}`,
	},
	{
		file: wasmFile,
		apply: text => {
			if (!text.includes('.instantiateWasm(')) throw new Error('the instantiateWasm hook is gone');
			extractWasm(text);
			return text.replace(embeddedWasm, '"data:application/octet-stream;base64,"');
		},
	},
	{
		// Ink forgets from frame to frame how it has split a line into cells, though few lines change. The cells
		// are never modified once made. Emptied when full, which is simpler than forgetting the oldest.
		file: 'ink/build/output.js',
		apply: text =>
			`${replaceExactly(text, 'caches = new OutputCaches();', 'caches = recentCaches();', 1)}
let caches;
const recentCaches = () => {
	if (caches === undefined || caches.styledChars.size > 500 || caches.widths.size > 5000) caches = new OutputCaches();
	return caches;
};`,
	},
	{
		// It checks one argument with it.
		file: 'signal-exit/index.js',
		apply: text =>
			replaceExactly(
				text,
				"var assert = require('assert')",
				"var assert = {equal: (...values) => require('assert').equal(...values)}",
				1,
			),
	},
	{
		// The first block connects to the React developer tools, the second reads Ink's package.json.
		file: 'ink/build/reconciler.js',
		apply: text => {
			const withoutBlocks = replaceExactly(text, "if (process.env['DEV'] === 'true') {", 'if (false) {', 2);
			return replaceExactly(withoutBlocks, "import.meta.resolve('react-devtools-core');", '', 1);
		},
	},
];

const toPathFilter = file =>
	new RegExp(`node_modules/${file}$`.replace(/[/.]/g, character => (character === '/' ? '[/\\\\]' : '\\.')));

const mismatch = (what, error) => ({
	errors: [{text: `${what} no longer looks as scripts/build/lean-plugin.mjs expects: ${error.message}`}],
});

/**
 * Makes Ink start fast and bundle as CommonJS. Every change is checked: when a new version of a package no
 * longer looks as expected the build fails, instead of the program becoming slow or wrong.
 */
export const createLeanPlugin = () => ({
	name: 'lean',
	setup(build) {
		const applied = new Set();
		const widthPackages = new Set();

		for (const {file, apply} of patches) {
			build.onLoad({filter: toPathFilter(file), namespace: 'file'}, async ({path: file_}) => {
				try {
					const contents = apply(await readFile(file_, 'utf8'));
					applied.add(file);
					return {contents, loader: 'js'};
				} catch (error) {
					return mismatch(file, error);
				}
			});
		}

		build.onResolve({filter: /^lean:yoga$/}, () => ({path: path.join(shims, 'yoga.mjs')}));
		// The name ends up in the bundle, so it must not say where this machine keeps the file.
		build.onResolve({filter: /^lean:yoga-wasm$/}, ({resolveDir}) => ({
			path: wasmFile,
			namespace: 'lean-wasm',
			pluginData: path.join(resolveDir, '../../..', wasmFile),
		}));
		build.onLoad({filter: /.*/, namespace: 'lean-wasm'}, async ({pluginData}) => {
			try {
				return {contents: extractWasm(await readFile(pluginData, 'utf8')), loader: 'binary'};
			} catch (error) {
				return mismatch(wasmFile, error);
			}
		});

		build.onResolve({filter: /^string-width$/}, async ({kind, importer, resolveDir, pluginData}) => {
			if (pluginData === 'real') return undefined;
			const real = await build.resolve('string-width', {kind, resolveDir, pluginData: 'real'});
			if (real.errors.length > 0) return {errors: real.errors};
			widthPackages.add(real.path);
			return {path: importer === widthShim ? real.path : widthShim};
		});

		build.onEnd(({metafile}) => {
			if (widthPackages.size > 1) {
				return {errors: [{text: `one string-width is expected, found ${[...widthPackages].join(', ')}`}]};
			}
			const files = Object.keys(metafile?.inputs ?? {});
			if (!files.some(file => file.includes('node_modules/ink/'))) return undefined;
			const missing = patches.filter(({file}) => !applied.has(file)).map(({file}) => file);
			if (widthPackages.size === 0) missing.push('string-width');
			return missing.length === 0
				? undefined
				: {errors: [{text: `Ink is bundled but these were never seen: ${missing.join(', ')}`}]};
		});
	},
});

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

/** Puts `contents` in the place of a module that still looks like what it replaces. */
export const instead = (mark, contents) => text => {
	replaceExactly(text, mark, '', 1);
	return contents;
};

// What changes in the packages under Ink, so that it starts fast and fits into one CommonJS file.
const patches = [
	{
		// WebAssembly for all of flexbox, which is a tenth of a start.
		file: 'yoga-layout/dist/src/index.js',
		apply: instead(
			'export default Yoga;',
			`import {Node} from 'lean:layout';
import constants from './generated/YGEnums.js';
export default {Node, ...constants};`,
		),
	},
	{
		file: 'ink/build/output.js',
		apply: instead('export default class Output {', "export {Output as default} from 'lean:output';"),
	},
	{
		// It reads sources and wants rows and margins. What could not be drawn is told by the stage, in a sentence.
		file: 'ink/build/components/ErrorOverview.js',
		apply: instead(
			'export default function ErrorOverview(',
			'export default function ErrorOverview() {return null}',
		),
	},
	{
		// It checks with it that it was given a function.
		file: 'signal-exit/index.js',
		apply: text => replaceExactly(text, "var assert = require('assert')", 'var assert = {equal() {}}', 1),
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

export const toPathFilter = file =>
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

		build.onResolve({filter: /^lean:layout$/}, () => ({path: path.join(shims, 'column-layout.mjs')}));
		build.onResolve({filter: /^lean:output$/}, () => ({path: path.join(shims, 'line-output.mjs')}));

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

import {readFile} from 'node:fs/promises';
import {instead, toPathFilter} from './lean-plugin.mjs';

const file = 'when-exit/dist/node/interceptor.js';

/**
 * What a signal means is ours to say: `when-exit`, below `conf`, listens to a dozen of them and sends itself each one
 * again, so that the program is told twice and ends before it has told anybody. Without signals it still tidies up at
 * the end.
 */
const apply = instead(
	'process.once(signal, () => this.exit(signal));',
	`import process from 'node:process';
const callbacks = new Set();
process.once('exit', () => {
	for (const callback of callbacks) callback();
});
export default {
	register(callback) {
		callbacks.add(callback);
		return () => callbacks.delete(callback);
	},
};`,
);

/** Packages that do the same. One that is new here has to be looked at. */
const exitPackages = /node_modules\/(signal-exit|exit-hook|async-exit-hook|when-exit)\//;

/**
 * Keeps packages from deciding what signals do. The build fails when one no longer looks as expected.
 * @returns {import('esbuild').Plugin}
 */
export const createSignalsPlugin = () => ({
	name: 'signals',
	setup(build) {
		let isApplied = false;
		build.onLoad({filter: toPathFilter(file), namespace: 'file'}, async ({path}) => {
			const contents = apply(await readFile(path, 'utf8'));
			isApplied = true;
			return {contents, loader: 'js'};
		});
		build.onEnd(({metafile}) => {
			const found = Object.keys(metafile?.inputs ?? {}).filter(input => exitPackages.test(input));
			const unknown = isApplied ? found.filter(input => !input.includes('node_modules/when-exit/')) : found;
			return unknown.length === 0
				? undefined
				: {errors: [{text: `it may act on signals, and nobody has looked at it: ${unknown.join(', ')}`}]};
		});
	},
});

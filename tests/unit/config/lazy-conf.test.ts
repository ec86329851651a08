import {fileURLToPath} from 'node:url';
import {build} from 'esbuild';
import {describe, expect, it} from 'vitest';

/** The packages that are loaded with a file, and those that it loads when they are needed. */
const packagesOf = async (file: string): Promise<{readonly atOnce: string[]; readonly later: string[]}> => {
	const {metafile} = await build({
		entryPoints: [fileURLToPath(new URL(`../../../source/core/config/${file}`, import.meta.url))],
		outdir: 'nowhere',
		write: false,
		bundle: true,
		splitting: true,
		metafile: true,
		platform: 'node',
		format: 'esm',
		target: 'node20',
		alias: {'jsonc-parser': 'jsonc-parser/lib/esm/main.js'},
		logLevel: 'error',
	});
	const {outputs} = metafile;
	const entry = Object.keys(outputs).find(name => outputs[name]?.entryPoint?.endsWith(file));
	const withImports = (name: string, seen: ReadonlySet<string> = new Set()): ReadonlySet<string> =>
		(outputs[name]?.imports ?? [])
			.filter(({kind, external}) => kind === 'import-statement' && external !== true)
			.reduce<ReadonlySet<string>>(
				(all, {path}) => (all.has(path) ? all : withImports(path, all)),
				new Set([...seen, name]),
			);
	const chunks = withImports(entry ?? '');
	const namesIn = (isWanted: (chunk: string) => boolean): string[] => [
		...new Set(
			Object.entries(outputs)
				.filter(([name]) => isWanted(name))
				.flatMap(([, {inputs}]) => Object.keys(inputs))
				.flatMap(input => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1] ?? []),
		),
	];
	return {atOnce: namesIn(name => chunks.has(name)), later: namesIn(name => !chunks.has(name))};
};

describe('what only changes need', () => {
	it.each(['read-settings.ts', 'state-file.ts'])('is not loaded by reading: %s', async file => {
		const {atOnce, later} = await packagesOf(file);
		expect(later).toContain('conf');
		expect(atOnce).toEqual([]);
	});
});

import {fileURLToPath} from 'node:url';
import {build} from 'esbuild';
import {expect, it} from 'vitest';

it('loads neither the SDK nor zod before the first server starts', async () => {
	const {metafile} = await build({
		entryPoints: [fileURLToPath(new URL('../../../source/core/mcp/tool-servers.ts', import.meta.url))],
		outdir: 'nowhere',
		write: false,
		bundle: true,
		splitting: true,
		platform: 'node',
		format: 'esm',
		metafile: true,
		logLevel: 'error',
	});
	const outputs = metafile.outputs;
	const loadedWith = (file: string): readonly string[] => [
		...Object.keys(outputs[file]?.inputs ?? {}),
		...(outputs[file]?.imports ?? [])
			.filter(({kind, external}) => kind === 'import-statement' && external !== true)
			.flatMap(({path}) => loadedWith(path)),
	];
	const entry = Object.keys(outputs).find(file => outputs[file]?.entryPoint?.endsWith('tool-servers.ts'));
	const atOnce = loadedWith(entry ?? '');
	expect(atOnce.some(file => file.endsWith('tool-names.ts'))).toBe(true);
	expect(atOnce.filter(file => file.includes('node_modules'))).toEqual([]);
	const inTotal = Object.values(outputs).flatMap(({inputs}) => Object.keys(inputs));
	expect(inTotal.some(file => file.includes('@modelcontextprotocol/client'))).toBe(true);
});

import {rm} from 'node:fs/promises';
import path from 'node:path';
import {pathToFileURL} from 'node:url';
import {build} from 'esbuild';
import {root} from './build/bundle.mjs';

/**
 * Imports a TypeScript file of this project on any Node: it is bundled into a file from which packages are
 * found. The project's own `import.meta.url` stays that of `file`, so its imports must be its neighbours.
 * @param {string} file relative to the project
 */
export const loadTypescript = async file => {
	const source = path.join(root, file);
	const outfile = path.join(root, 'node_modules/.cache/mcp-tui', `${path.basename(file)}.${process.pid}.mjs`);
	await build({
		entryPoints: [source],
		outfile,
		bundle: true,
		packages: 'external',
		platform: 'node',
		format: 'esm',
		target: 'node20',
		define: {'import.meta.url': JSON.stringify(pathToFileURL(source).href)},
		logLevel: 'warning',
	});
	try {
		return await import(pathToFileURL(outfile).href);
	} finally {
		await rm(outfile, {force: true});
	}
};

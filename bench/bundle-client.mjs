import {execFile} from 'node:child_process';
import path from 'node:path';
import {promisify} from 'node:util';
import {build} from 'esbuild';

const run = promisify(execFile);

const common = (root, place, name) => ({
	entryPoints: [path.join(root, 'bench', place, `${name}.mjs`)],
	outExtension: {'.js': '.mjs'},
	bundle: true,
	splitting: true,
	platform: 'node',
	format: 'esm',
	target: 'node20',
	jsx: 'automatic',
	logLevel: 'warning',
});

/** Bundled alike, so that neither pays for finding its modules, and what is loaded late stays in files of its own. */
export const bundleClient = async ({root, folder}, place, name) => {
	const outdir = path.join(folder, name);
	await build({
		...common(root, place, name),
		outdir,
		alias: {'jsonc-parser': 'jsonc-parser/lib/esm/main.js'},
		// Packages inside that are CommonJS ask for Node's own modules with `require`.
		banner: {
			js: `import {createRequire as requireOf} from 'node:module'; const require = requireOf(import.meta.url);`,
		},
	});
	return path.join(outdir, `${name}.mjs`);
};

/** The same with the packages left where they are, for clients whose start does not matter. */
export const compileClient = async ({root, folder}, place, name) => {
	const outdir = path.join(root, 'node_modules/.cache/mcp-tui', path.basename(folder), name);
	await build({...common(root, place, name), outdir, packages: 'external'});
	return path.join(outdir, `${name}.mjs`);
};

// Our servers inherit this and those of the bare client do not: reading certificates doubles the start of a process.
const {NODE_EXTRA_CA_CERTS: _certificates, ...env} = process.env;

export const runClient = async (file, args) => {
	const {stdout} = await run(process.execPath, [file, ...args.map(String)], {env, maxBuffer: 1024 * 1024});
	return JSON.parse(stdout);
};

/** Both clients in turns, so that a noisy machine is equally noisy for both. */
export const compareClients = async (clients, runs, args) => {
	const samples = {ours: [], bare: []};
	for (let count = 0; count < runs; count += 1)
		for (const name of ['bare', 'ours']) samples[name].push(await runClient(clients[name], args));
	return samples;
};

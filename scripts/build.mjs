import {chmod, mkdir, readdir, readFile, rename, rm, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {parseArgs} from 'node:util';
import {bundle, root} from './build/bundle.mjs';
import {createLauncher} from './build/launcher.mjs';
import {collectLicenses} from './build/licenses.mjs';

const {values} = parseArgs({
	options: {entry: {type: 'string', default: 'source/cli.tsx'}, out: {type: 'string', default: 'dist'}},
});

const {version} = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
const {code, libraries, metafile} = await bundle({entry: path.resolve(root, values.entry), version});
const files = [
	// In this order, so that a program that starts meanwhile finds at least what it asks for.
	...libraries.map(library => ({name: library.name, contents: library.code, mode: 0o644})),
	{name: 'main.cjs', contents: code, mode: 0o644},
	{name: 'mcp-tui.cjs', contents: await createLauncher({code, libraries, version}), mode: 0o755},
	{name: 'licenses.txt', contents: await collectLicenses(metafile), mode: 0o644},
];

// Each file is replaced in one step, so that a program that starts meanwhile never sees half of one.
const out = path.resolve(root, values.out);
await mkdir(out, {recursive: true});
for (const {name, contents, mode} of files) {
	const temporary = path.join(out, `${name}.${process.pid}.tmp`);
	await writeFile(temporary, contents);
	await chmod(temporary, mode);
	await rename(temporary, path.join(out, name));
}
const known = new Set(files.map(({name}) => name));
const stale = (await readdir(out)).filter(name => !known.has(name) && !name.endsWith('.tmp'));
await Promise.all(stale.map(name => rm(path.join(out, name), {recursive: true})));

import {mkdir, readFile, rm, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {parseArgs} from 'node:util';
import {bundle, root} from './build/bundle.mjs';
import {writeLauncher} from './build/launcher.mjs';
import {collectLicenses} from './build/licenses.mjs';

const {values} = parseArgs({
	options: {entry: {type: 'string', default: 'source/cli.tsx'}, out: {type: 'string', default: 'dist'}},
});

const {version} = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
const out = path.resolve(root, values.out);
const bundleFile = path.join(out, 'main.cjs');

await rm(out, {recursive: true, force: true});
await mkdir(out, {recursive: true});
const metafile = await bundle({entry: path.resolve(root, values.entry), outfile: bundleFile, version});
await writeLauncher({bundleFile, outfile: path.join(out, 'mcp-tui.cjs'), version});
await writeFile(path.join(out, 'licenses.txt'), await collectLicenses(metafile));

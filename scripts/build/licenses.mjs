import {readdir, readFile} from 'node:fs/promises';
import path from 'node:path';
import {root} from './bundle.mjs';

const packageFolder = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//;
const licenseFile = /^(licen[cs]e|copying|notice)/i;

const describePackage = async folder => {
	const {name, version, license} = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
	const files = (await readdir(folder)).filter(file => licenseFile.test(file)).sort();
	const texts = await Promise.all(files.map(file => readFile(path.join(folder, file), 'utf8')));
	if (texts.length === 0 && license === undefined) throw new Error(`${name} ${version} states no licence`);
	return {title: `${name} ${version} (${license ?? 'see below'})`, text: texts.map(text => text.trim()).join('\n\n')};
};

/**
 * The licence texts of every package that contributed code to the bundle.
 * @param {import('esbuild').Metafile} metafile
 */
export const collectLicenses = async metafile => {
	const inputs = Object.values(metafile.outputs).flatMap(output => Object.entries(output.inputs));
	const folders = inputs
		.filter(([, {bytesInOutput}]) => bytesInOutput > 0)
		.map(([file]) => packageFolder.exec(file.replace(/^[\w-]+:/, '').replaceAll('\\', '/'))?.[1])
		.filter(folder => folder !== undefined);
	const packages = await Promise.all(
		[...new Set(folders)].sort().map(folder => describePackage(path.resolve(root, folder))),
	);
	const sections = packages.map(({title, text}) => `${'-'.repeat(78)}\n${title}\n\n${text}\n`);
	return `mcp-tui contains code of these packages.\n\n${sections.join('\n')}`;
};

import {readdir, readFile} from 'node:fs/promises';
import path from 'node:path';
import {root} from './bundle.mjs';

const packageFolder = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//;
const licenseFile = /^(licen[cs]e|copying|notice)/i;

const nameOf = author => (typeof author === 'string' ? author : author?.name);

// Some packages say MIT and forget to ship the text.
const mitText = holder => `MIT License

Copyright (c) ${holder}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation
the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and
to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of
the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO
THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF
CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS
IN THE SOFTWARE.`;

const describePackage = async folder => {
	const {name, version, license, author} = JSON.parse(
		await readFile(path.join(folder, 'package.json'), 'utf8'),
	);
	const files = (await readdir(folder)).filter(file => licenseFile.test(file)).sort();
	const texts = await Promise.all(files.map(file => readFile(path.join(folder, file), 'utf8')));
	if (texts.length === 0) {
		if (license !== 'MIT') throw new Error(`${name} ${version} (${license}) comes without its licence text`);
		texts.push(mitText(nameOf(author) ?? `the authors of ${name}`));
	}
	return {
		title: `${name} ${version} (${license ?? 'see below'})`,
		text: texts.map(text => text.trim()).join('\n\n'),
	};
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
		[...new Set(folders)].map(folder => describePackage(path.resolve(root, folder))),
	);
	packages.sort((a, b) => a.title.localeCompare(b.title));
	const unique = [...new Map(packages.map(entry => [entry.title, entry])).values()];
	const sections = unique.map(({title, text}) => `${'-'.repeat(78)}\n${title}\n\n${text}\n`);
	return `mcp-tui contains code of these packages.\n\n${sections.join('\n')}`;
};

import {createHash} from 'node:crypto';
import {readFile} from 'node:fs/promises';
import path from 'node:path';
import {transform} from 'esbuild';
import {root} from './bundle.mjs';

const fill = (text, placeholder, value) => {
	const parts = text.split(placeholder);
	if (parts.length !== 2) throw new Error(`source/launcher.cjs must contain ${placeholder} exactly once`);
	return parts.join(value);
};

const hashOf = code => createHash('sha256').update(code).digest('hex').slice(0, 16);

/**
 * The program's entry point: the launcher with the version and the identity of the other files in it.
 * @param {{code: Uint8Array, libraries: {name: string, code: Uint8Array}[], version: string}} options
 * @returns {Promise<string>}
 */
export const createLauncher = async ({code: main, libraries, version}) => {
	const read = name => readFile(path.join(root, 'source', name), 'utf8');
	const source = await read('launcher.cjs');
	const parts = await Promise.all(
		['first-frame.cjs', 'code-cache.cjs'].map(async name => [
			`require('./${name}')`,
			`(function(module){${await read(name)}\nreturn module.exports})({exports:{}})`,
		]),
	);
	const hashes = Object.fromEntries(libraries.map(({name, code}) => [`./${name}`, hashOf(code)]));
	const values = {
		"'__VERSION__'": JSON.stringify(version),
		"'__MAIN_HASH__'": JSON.stringify(hashOf(main)),
		"'__LIBRARY_HASHES__'": JSON.stringify(hashes),
		...Object.fromEntries(parts),
	};
	const filled = Object.entries(values).reduce((text, [name, value]) => fill(text, name, value), source);
	// The target makes esbuild refuse or lower whatever an old Node could not parse.
	const {code} = await transform(filled, {target: 'es5', minifyWhitespace: true, lineLimit: 200});
	return code;
};

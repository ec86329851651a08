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

/**
 * The program's entry point: the launcher with the version and the identity of the bundle in it.
 * @param {{bundle: Uint8Array, version: string}} options
 * @returns {Promise<string>}
 */
export const createLauncher = async ({bundle, version}) => {
	const source = await readFile(path.join(root, 'source/launcher.cjs'), 'utf8');
	const hash = createHash('sha256').update(bundle).digest('hex').slice(0, 16);
	const filled = fill(fill(source, '__VERSION__', version), '__BUNDLE_HASH__', hash);
	// The target makes esbuild refuse or lower whatever an old Node could not parse.
	const {code} = await transform(filled, {target: 'es5', minifyWhitespace: true, lineLimit: 200});
	return code;
};

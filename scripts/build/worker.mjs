import path from 'node:path';
import {build} from 'esbuild';

/**
 * The code of a worker as text, with everything that it imports: the program is one file, and a thread that needs
 * another would not find it.
 * @param {{root: string, file: string}} options
 * @returns {Promise<{code: string, metafile: import('esbuild').Metafile}>}
 */
export const bundleWorker = async ({root, file}) => {
	const {metafile, outputFiles} = await build({
		absWorkingDir: root,
		entryPoints: [path.join(root, file)],
		outfile: 'worker.cjs',
		write: false,
		bundle: true,
		platform: 'node',
		format: 'cjs',
		target: 'node20',
		metafile: true,
		minify: true,
		legalComments: 'none',
		logLevel: 'warning',
	});
	const [output, ...others] = outputFiles;
	if (output === undefined || others.length > 0) throw new Error(`${file} must become exactly one file`);
	return {code: output.text, metafile};
};

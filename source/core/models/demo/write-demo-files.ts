import {mkdir, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {demoFiles} from './demo-files.ts';

export const writeDemoFiles = async (folder: string): Promise<void> => {
	for (const [name, text] of Object.entries(demoFiles)) {
		const file = join(folder, name);
		await mkdir(dirname(file), {recursive: true, mode: 0o700});
		await writeFile(file, text, {mode: 0o600});
	}
};

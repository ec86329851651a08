import {readFileSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {demoFiles} from '../../../source/core/models/demo/demo-files.ts';
import {writeDemoFiles} from '../../../source/core/models/demo/write-demo-files.ts';
import {createTemporaryFolder} from '../../helpers/temporary-folder.ts';

describe('the files of the demo', () => {
	it('are all written, for nobody else to read', async () => {
		const folder = join(createTemporaryFolder(), 'demo');
		await writeDemoFiles(folder);
		for (const [name, text] of Object.entries(demoFiles)) {
			expect(readFileSync(join(folder, name), 'utf8')).toBe(text);
			if (process.platform !== 'win32') {
				expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
			}
		}
	});

	it('are put back when they were changed', async () => {
		const folder = createTemporaryFolder();
		await writeDemoFiles(folder);
		writeFileSync(join(folder, 'budget.csv'), '');
		await writeDemoFiles(folder);
		expect(readFileSync(join(folder, 'budget.csv'), 'utf8')).toBe(demoFiles['budget.csv']);
	});
});

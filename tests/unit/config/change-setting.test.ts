import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {createChangeSetting} from '../../../source/core/config/change-setting.ts';
import {createTemporaryFolder} from '../../helpers/temporary-folder.ts';

const setUp = (content?: string) => {
	const folder = join(createTemporaryFolder(), 'config');
	const file = join(folder, 'config.json');
	if (content !== undefined) {
		mkdirSync(folder);
		writeFileSync(file, content);
	}
	return {file, change: createChangeSetting({folder, patience: 200}), text: () => readFileSync(file, 'utf8')};
};

describe('a setting', () => {
	it('makes the file where there is none', async () => {
		const {change, file, text} = setUp();
		await expect(change('theme', 'light')).resolves.toEqual({type: 'changed', file});
		expect(JSON.parse(text())).toEqual({theme: 'light'});
	});

	it('takes the place of the one before, and leaves comments and everything else as they are', async () => {
		const {change, text} = setUp('{\n  // mine\n  "model": "ollama/old",\n  "unknown": [1],\n}\n');
		await change('model', 'openai/new');
		expect(text()).toBe('{\n  // mine\n  "model": "openai/new",\n  "unknown": [1],\n}\n');
	});

	it('is refused where the file cannot be understood, which stays as it is', async () => {
		const {change, text} = setUp('{"model": ');
		const changed = await change('model', 'openai/new');
		expect(changed).toMatchObject({type: 'refused', failure: {code: 'bad-config'}});
		expect(text()).toBe('{"model": ');
	});
});

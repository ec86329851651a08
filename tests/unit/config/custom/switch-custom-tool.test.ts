import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {switchCustomTool} from '../../../../source/core/config/custom/switch-custom-tool.ts';
import {makeTemporaryFolder} from '../../toolbox/temporary-folder.ts';

const text = `{
	"custom_tools": {
		// The weather of today.
		"weather": {"description": "x", "endpoint": "https://a.example"},
		"tides": {"description": "y", "endpoint": "https://a.example", "disabled": true},
	},
}
`;

const write = async (): Promise<string> => {
	const folder = join(await makeTemporaryFolder(), 'settings');
	mkdirSync(folder);
	const file = join(folder, 'config.json');
	writeFileSync(file, text);
	return file;
};

describe('switching a custom tool', () => {
	it('disables and enables its entry, and leaves everything else as it is written', async () => {
		const file = await write();
		expect((await switchCustomTool({name: 'weather', isOn: false}, {file})).type).not.toBe('refused');
		expect((await switchCustomTool({name: 'tides', isOn: true}, {file})).type).not.toBe('refused');
		const changed = readFileSync(file, 'utf8');
		expect(changed).toContain('// The weather of today.');
		expect(changed).toMatch(/"weather": \{[^}]*"disabled": true/);
		expect(changed).toMatch(/"tides": \{"description": "y", "endpoint": "https:\/\/a\.example"\s*\}/);
		await switchCustomTool({name: 'weather', isOn: true}, {file});
		expect(readFileSync(file, 'utf8')).not.toContain('disabled');
	});

	it('says so where there is none of that name', async () => {
		const file = await write();
		expect(await switchCustomTool({name: 'wether', isOn: false}, {file})).toMatchObject({
			type: 'refused',
			failure: {message: expect.stringContaining('There is no custom tool "wether"')},
		});
		expect(readFileSync(file, 'utf8')).toBe(text);
	});
});

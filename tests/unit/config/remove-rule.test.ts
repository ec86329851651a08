import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {readSettings} from '../../../source/core/config/read-settings.ts';
import {createRemoveRule} from '../../../source/core/config/remove-rule.ts';
import {createTemporaryFolder} from '../../helpers/temporary-folder.ts';

const text = `{
  "approvals": [
    // reading is fine
    {"server": "files", "tool": "read_*", "decision": "allow"},
    {"tool": "rm", "decision": "deny"}, // never
    /* the rest */ {"decision": "ask"}
  ],
  "model": "ollama/x" // mine
}
`;

const setUp = async () => {
	const file = join(createTemporaryFolder(), 'config.json');
	writeFileSync(file, text);
	const read = await readSettings([{path: file, isOwn: true, withServers: true}], {});
	const rules = read.type === 'refused' ? [] : read.settings.approvals.rules;
	return {file, rules, remove: createRemoveRule({file, sources: {env: {}}, patience: 200})};
};

describe('a rule that is removed', () => {
	it.each([
		[0, '    {"server": "files", "tool": "read_*", "decision": "allow"},\n', ''],
		[1, '    {"tool": "rm", "decision": "deny"}, // never', '    // never'],
		[2, '"deny"}, // never\n    /* the rest */ {"decision": "ask"}', '"deny"} // never\n    /* the rest */'],
	])('leaves the others, their order and every comment (%i)', async (index, gone, left) => {
		const {file, rules, remove} = await setUp();
		const rule = rules[index];
		await expect(rule && remove(rule)).resolves.toEqual({type: 'changed', file});
		expect(readFileSync(file, 'utf8')).toBe(text.replace(gone, left));
	});

	it('is only the one that was seen: in a file that somebody changed meanwhile nothing is removed', async () => {
		const {file, rules, remove} = await setUp();
		const changed = text.replace('"rm"', '"mv"');
		writeFileSync(file, changed);
		await expect(rules[1] && remove(rules[1])).resolves.toMatchObject({
			type: 'refused',
			failure: {code: 'unknown-rule'},
		});
		expect(readFileSync(file, 'utf8')).toBe(changed);
	});

	it('is none of another file', async () => {
		const {rules, remove} = await setUp();
		const foreign = rules[0] && {...rules[0], at: {file: '/elsewhere/config.json', index: 0}};
		await expect(foreign && remove(foreign)).resolves.toMatchObject({type: 'refused'});
	});
});

import {describe, expect, it} from 'vitest';
import {openServerAdmin} from '../../helpers/server-admin.ts';

const {signal} = new AbortController();

describe('switching the built-in server', () => {
	it.each([
		[undefined, true, false],
		[true, true, false],
		[false, false, true],
		[{roots: ['.'], disabled: true}, false, {roots: ['.']}],
		[{roots: ['.']}, true, {roots: ['.'], disabled: true}],
	])('makes %j, when disabled is %s, into %j', async (before, disabled, after) => {
		const text = `{\n  // mine\n  "model": "demo"${before === undefined ? '' : `,\n  "toolbox": ${JSON.stringify(before)}`}\n}\n`;
		const harness = await openServerAdmin({own: text});
		expect(await harness.admin.setDisabled('toolbox', disabled, signal)).toEqual({
			type: 'changed',
			file: harness.ownFile,
			notes: [],
		});
		expect(harness.loaded().config.toolbox?.isWanted ?? true).toBe(!disabled);
		expect(harness.ownText()).toContain('// mine');
		const [, written] = /"toolbox":([\s\S]*)\}\s*$/.exec(harness.ownText()) ?? [];
		expect(JSON.parse(written ?? '')).toEqual(after);
	});
});

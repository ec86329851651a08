import {afterEach, expect, it} from 'vitest';
import {everythingArguments} from '../helpers/everything-script.ts';
import {findForbidden} from '../helpers/forbidden-bytes.ts';
import {sendSuggestion} from '../helpers/send-suggestion.ts';
import {disposeTerminals, startTerminal} from '../helpers/terminal.ts';

afterEach(disposeTerminals);

const call = (tool: string, values = {}) => ({tool: `everything__${tool}`, arguments: values});
const code = ['```ts', 'const first = 1;', '/* still', 'a comment */', '```'].join('\n');
const slow = (duration: number) => call('trigger-long-running-operation', {duration, steps: duration * 4});

it('shows cards of a real server, folded thoughts and coloured code at 80x24', async () => {
	const terminal = startTerminal({
		args: everythingArguments([
			{think: 'What is there?', say: `Look:\n\n${code}`, calls: [slow(2)]},
			{calls: [call('get-tiny-image'), call('get-structured-content', {location: 'Chicago'})]},
			{calls: [slow(3), slow(2), slow(3), slow(2)]},
			{say: 'All done.'},
		]),
		cols: 80,
		rows: 24,
	});
	await sendSuggestion(terminal, '› hello');
	await terminal.waitFor(/2\/2 servers.*\n› go/, {timeout: 60_000});
	terminal.press('enter');
	await terminal.waitFor(/everything trigger-long.*\n {2}[█░]{16} \d+ %/);
	// Four at once have a line each, and keep their order.
	await terminal.waitFor(/(?:\n\S everything trigger-long.* \d+ % · .*){4}/);
	await terminal.waitFor('All done.', {timeout: 30_000});
	await terminal.waitForStable();
	const text = terminal.scrollback().join('\n');
	expect(text).toMatch(/✻ thought for \d+ s · ctrl\+t reads it\nLook:\n\nts\n {2}const first = 1;\n/);
	expect(text).toMatch(/image · image\/png · 20 × 20 · 3\.9 KB/);
	expect(text).toMatch(/✔ everything get-structured-content.*\n {2}\{"temperature":36,/);
	expect(text.match(/✔ everything trigger-long/g)).toHaveLength(5);
	expect(terminal.raw()).toContain('\u001B[35mconst\u001B[39m');
	expect(findForbidden(terminal.raw())).toEqual([]);
});

import {describe, expect, it} from 'vitest';
import {openEditor} from '../../../../source/ui/asks/editor-view.ts';
import {bufferOf} from '../../../../source/ui/input/text-buffer.ts';
import {cardOf, frameOf, linesOf} from '../../../helpers/ui-question-frame.ts';
import {askOf, resultAsk} from '../../../helpers/ui-samples.ts';
import {seen} from '../../../helpers/ui-text.ts';

describe('a text that is edited on the screen', () => {
	const ask = askOf({canKeep: true});

	it('is the end of the card, with its keys and whether it can be sent', () => {
		const editor = openEditor(ask, undefined);
		const frame = frameOf(ask, {ask: {editor}});
		expect(frame.lines.map(seen)).toEqual([
			'',
			'always-ask',
			'┃ filesystem is to run write_file',
			'┃ enter run it with these · ctrl+j new line · ctrl+g $EDITOR · esc back',
			'┃ valid JSON, line 1 of 4',
			'┃ {',
			'┃   "path": "notes.txt",',
			'┃   "content": "hello"',
			'┃ }',
		]);
		expect(frame).toMatchObject({cursor: {x: 2, y: 5}, askId: 'ask-1'});
	});

	it('says line and column of what is wrong', () => {
		const editor = {...openEditor(ask, undefined), text: bufferOf('{\n  "path" "x"\n}')};
		expect(cardOf(ask, {ask: {editor}})[2]).toBe('✘ line 2, column 10: expected : after the name');
	});

	it('says that it is checked, and what the only key does then', () => {
		const editor = {...openEditor(ask, undefined), isChecking: true} as const;
		expect(cardOf(ask, {ask: {editor}}).slice(0, 3)).toEqual([
			'filesystem is to run write_file',
			'esc stop checking',
			'checking whether the tool takes these …',
		]);
	});

	it('says why the tool does not take it, in any window that it can be edited in', () => {
		const problem = `The arguments for "write_file" of server "filesystem" do not fit its schema: ${'/path must be string; '.repeat(40)}`;
		const editor = {...openEditor(ask, undefined), problem};
		expect(cardOf(ask, {ask: {editor}}).join(' ')).toContain('✘ The arguments for "write_file" of server');
		expect(cardOf(ask, {ask: {editor}}).join(' ')).toContain('/path must be string');
		for (const [columns, rows] of [
			[40, 10],
			[80, 8],
			[80, 24],
		] as const) {
			for (const isQuitArmed of [false, true]) {
				const frame = frameOf(ask, {columns, rows, ask: {editor}, view: {isQuitArmed}});
				expect(frame.askId).toBe('ask-1');
				expect(frame.lines.length).toBeLessThanOrEqual(rows - 2);
				expect(frame.lines.map(seen).join('\n')).toContain('…');
			}
		}
	});

	it('keeps the mode in sight, but not the key that is a letter here', () => {
		const editor = openEditor(ask, undefined);
		const lines = linesOf(ask, {ask: {editor}});
		expect(lines[1]).toMatch(/^always-ask/);
		expect(lines.join('\n')).not.toContain('? keys');
		expect(linesOf(ask).join('\n')).toContain('? keys');
		expect(linesOf(ask, {ask: {line: bufferOf('')}}).join('\n')).not.toContain('? keys');
		// The text is worth more in the lowest window that has any.
		expect(linesOf(ask, {rows: 8, ask: {editor}}).join('\n')).not.toContain('always-ask');
	});

	it('takes four cells for a tab, and keeps the cursor beside it', () => {
		const tabbed = resultAsk({text: 'a\tb'});
		const editor = {...openEditor(tabbed, undefined), text: {text: 'a\tb', cursor: 2}};
		const frame = frameOf(tabbed, {ask: {editor}});
		expect(frame.lines.map(seen).at(-1)).toBe('┃ a    b');
		expect(frame.cursor.x).toBe(7);
		const wide = {...editor, text: bufferOf('\t'.repeat(30))};
		const rows = frameOf(tabbed, {columns: 40, ask: {editor: wide}}).lines;
		expect(rows.filter(line => seen(line).startsWith('┃     ')).length).toBeGreaterThan(2);
	});

	it('still says how to quit', () => {
		const editor = openEditor(ask, undefined);
		expect(linesOf(ask, {ask: {editor}, view: {isQuitArmed: true}})).toContain('press ctrl+c again to quit');
	});

	it('is mentioned in the question that it went back to', () => {
		const editor = {...openEditor(ask, undefined), text: bufferOf('{}'), isOpen: false};
		expect(cardOf(ask, {ask: {editor}})).toContain(
			'what you have written is kept: e goes on with it, y runs what is shown here',
		);
		const same = {...openEditor(ask, undefined), isOpen: false};
		expect(cardOf(ask, {ask: {editor: same}}).join()).not.toContain('is kept');
	});

	it('can be edited in the smallest window, and follows the cursor', () => {
		const long = resultAsk({text: Array.from({length: 99}, (_, index) => `line ${index}`).join('\n')});
		const editor = {...openEditor(long, undefined), text: bufferOf(long.text)};
		const frame = frameOf(long, {columns: 40, rows: 10, ask: {editor}});
		expect(frame.askId).toBe('result-1');
		expect(frame.lines.map(seen).at(-1)).toBe('┃ line 98');
		expect(frame.cursor.y).toBe(frame.lines.length - 1);
	});
});

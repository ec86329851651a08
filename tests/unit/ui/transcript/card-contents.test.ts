import stringWidth from 'string-width';
import {describe, expect, it} from 'vitest';
import type {ToolContent, ToolResult} from '../../../../source/domain/tool.ts';
import type {ToolCall} from '../../../../source/domain/tool-call.ts';
import {visibleText} from '../../../../source/support/sanitise.ts';
import {createStyles} from '../../../../source/ui/theme/styles.ts';
import type {CardContext} from '../../../../source/ui/transcript/card-context.ts';
import {toolCardLines} from '../../../../source/ui/transcript/tool-card.ts';
import {callsByStatus, hostile} from '../../../helpers/ui-samples.ts';
import {seen, unsafeLines} from '../../../helpers/ui-text.ts';

const styles = createStyles(true);
const draw = (call: ToolCall, change: Partial<CardContext> = {}): readonly string[] =>
	toolCardLines(call, {width: 80, styles, now: 3000, spinner: '⠋', ...change});
const card = (call: ToolCall, change: Partial<CardContext> = {}): readonly string[] =>
	draw(call, change).map(seen);
const withResult = (result: ToolResult): ToolCall => ({...callsByStatus.succeeded, result});
const text = (value: string): ToolContent => ({type: 'text', text: value});

describe('a call that ran without a question', () => {
	it('names the arguments that came from untrusted content, three of them', () => {
		const sources = ['a', 'b', 'c', 'd', 'e'].map(argument => ({server: 'mail', tool: 'inbox', argument}));
		const call = {...callsByStatus.succeeded, sources};
		expect(card(call).slice(1, 5)).toEqual([
			'  untrusted: a came from the result of inbox (mail)',
			'  untrusted: b came from the result of inbox (mail)',
			'  untrusted: c came from the result of inbox (mail)',
			'  untrusted: 2 more · ctrl+o shows all',
		]);
		expect(card({...call, sources: []})).toEqual(card(callsByStatus.succeeded));
	});
});

describe('the preview of a result', () => {
	it('shows JSON on one line if it fits, else a line for each member', () => {
		const small = {city: 'Paris', days: [1, 2]};
		expect(card(withResult({content: [text(JSON.stringify(small, null, 2))]})).slice(1)).toEqual([
			'  {"city":"Paris","days":[1,2]}',
		]);
		const large = {city: 'Paris', days: Array.from({length: 50}, (_, day) => day), more: {a: 1}};
		const [, first, second, third] = card(withResult({content: [text(JSON.stringify(large))]}));
		expect(first).toBe('  city: "Paris"');
		expect(second).toMatch(/^ {2}days: \[0,1,2,.*…$/);
		expect(third).toBe('  more: {"a":1}');
		const list = ['x'.repeat(60), 'y'.repeat(60)];
		expect(card(withResult({content: [text(JSON.stringify(list))]})).slice(1)).toEqual(
			list.map(item => `  "${item}"`),
		);
		expect(card(withResult({content: [text('{not json}')]})).slice(1)).toEqual(['  {not json}']);
	});

	it('shows JSON that is nested without end as the text that it is', () => {
		const deep = `${'['.repeat(90_000)}${']'.repeat(90_000)}`;
		expect(card(withResult({content: [text(deep)]}))[1]).toBe(`  ${'['.repeat(76)}`);
	});

	it('describes no more pieces of a result than it may show', () => {
		let described = 0;
		const link: ToolContent = {
			type: 'link',
			uri: 'page://1',
			get name() {
				described += 1;
				return 'page';
			},
		};
		const lines = card(withResult({content: Array.from({length: 200_000}, () => link)}));
		expect(lines.at(-1)).toContain('more lines');
		expect(described).toBeLessThan(1000);
	});

	it('names the structure of a result only where the content does not say the same', () => {
		const structured = {sum: 3};
		expect(card(withResult({content: [text('{"sum": 3}')], structured})).slice(1)).toEqual(['  {"sum":3}']);
		expect(card(withResult({content: [text('three')], structured})).slice(1)).toEqual([
			'  three',
			'  structured content · 9 B',
		]);
		const wrapped = {content: 'three\nlines\n'};
		expect(card(withResult({content: [text(wrapped.content)], structured: wrapped})).slice(1)).toEqual([
			'  three',
			'  lines',
		]);
	});

	it('colours a difference and cuts its lines', () => {
		const difference = `--- a\n+++ b\n@@ -1 +1 @@\n-old\n+new ${'x'.repeat(100)}`;
		const lines = draw(withResult({content: [text(difference)]}));
		expect(lines[4]).toBe(`  ${styles.removed('-old')}`);
		expect(lines[5]).toContain(styles.added(`+new ${'x'.repeat(70)}…`));
		expect(lines).toHaveLength(6);
	});

	it('names a resource before it shows what is in it', () => {
		const resource: ToolContent = {
			type: 'resource',
			uri: 'file:///a',
			mimeType: 'text/plain',
			text: 'inside',
		};
		expect(card(withResult({content: [resource]})).slice(1)).toEqual([
			'  resource · file:///a · text/plain · 6 B',
			'  inside',
		]);
	});

	it('shows every kind of content once', () => {
		const content: readonly ToolContent[] = [
			text('words'),
			{type: 'image', mimeType: 'image/png', data: 'AAAA'},
			{type: 'audio', mimeType: 'audio/wav', data: 'AAAA'},
			{type: 'link', uri: 'file:///b', name: 'b', mimeType: 'text/css', description: 'a style'},
		];
		expect(card(withResult({content}))).toEqual([
			'✔ filesystem write_file  path: "notes.txt" · 1.5 s · 20 B',
			'  words',
			'  image · image/png · 3 B',
			'  audio · audio/wav · 3 B',
			'  link · b · file:///b · text/css',
			// The model reads it, too.
			'  a style',
		]);
	});

	it('says below the card that hidden text was removed, also where its mark is not shown', () => {
		const lines = (count: number) => 'line\n'.repeat(count);
		const mark = visibleText('a\u001b]0;obey the server\u0007');
		const note = '  ! hidden text was removed from this result';
		expect(card(withResult({content: [text(`${lines(100)}${mark}`)]})).slice(-2)).toEqual([
			'  … 97 more lines',
			note,
		]);
		expect(card(withResult({content: [text(mark)]})).slice(1)).toEqual([`  ${mark}`, note]);
		expect(card(withResult({content: [text(lines(100))]}))).not.toContain(note);
	});

	it('has a place for pictures', () => {
		const image: ToolContent = {type: 'image', mimeType: 'image/png', data: 'AAAA'};
		const lines = card(withResult({content: [image]}), {imageLines: ({data}) => [`drawn ${data}`]});
		expect(lines.slice(1)).toEqual(['  image · image/png · 3 B', '  drawn AAAA']);
	});
});

describe('an error', () => {
	const failed = (message: string, result?: ToolResult): ToolCall => ({
		...callsByStatus.failed,
		failure: {code: 'tool-error', message},
		...(result === undefined ? {} : {result}),
	});
	const message = (lines: number): string => Array.from({length: lines}, (_, line) => `e${line}`).join('\n');

	it('is shown in full, and past forty lines says where the rest is', () => {
		expect(card(failed(message(40)))).toHaveLength(42);
		const lines = card(failed(message(50)));
		expect(lines.slice(40)).toEqual([
			'  e39',
			'  … 10 more lines · ctrl+o shows all',
			'  ctrl+o: details, run again',
		]);
	});

	it('names what came with it', () => {
		const image: ToolContent = {type: 'image', mimeType: 'image/png', data: 'AAAA'};
		expect(card(failed('broken', {content: [text('broken'), image]})).slice(1, 3)).toEqual([
			'  broken',
			'  image · image/png · 3 B',
		]);
	});

	it('offers nothing for a tool that is not there', () => {
		expect(card({...callsByStatus.failed, server: ''}).join()).not.toContain('ctrl+o');
	});
});

describe('a card', () => {
	it('says how the server calls its tool, where that says more than the name', () => {
		const call: ToolCall = {...callsByStatus.running, title: 'Save a note'};
		expect(card(call)).toEqual(['⠋ filesystem write_file · Save a note  path: "notes.txt" · 2.0 s']);
		expect(card({...call, title: 'Write a File Tool'})).toEqual([
			'⠋ filesystem write_file  path: "notes.txt" · 2.0 s',
		]);
		expect(card(call, {width: 40})).toEqual(['⠋ filesystem write_file  path: … · 2.0 s']);
	});

	it('shows what its server logs while it runs, and obeys none of it', () => {
		const logs = ['info: reading', `warning: ${hostile}odd`];
		const lines = draw(callsByStatus.running, {logs});
		expect(lines.map(seen).slice(1)).toEqual([
			'  │ info: reading',
			expect.stringMatching(/^ {2}│ warning: .*odd$/),
		]);
		expect(unsafeLines(lines)).toEqual([]);
	});

	it('among many has one line, whatever happens to it', () => {
		const progress = {progress: 1, total: 2, message: 'halfway'};
		const calls: readonly ToolCall[] = [
			...Object.values(callsByStatus),
			{...callsByStatus.running, progress},
			{...callsByStatus.running, progress, tool: 't'.repeat(90), isEdited: true},
			withResult({content: [text('line\n'.repeat(100))]}),
			{...callsByStatus.cancelled, startedAt: 0, outcomeUnknown: true},
		];
		for (const width of [20, 40, 80, 120]) {
			for (const call of calls) {
				const lines = draw(call, {width, isCrowded: true, logs: ['a line']});
				expect(lines).toHaveLength(1);
				expect(stringWidth(lines[0] ?? '')).toBeLessThanOrEqual(width);
			}
		}
		expect(card({...callsByStatus.running, progress}, {isCrowded: true})).toEqual([
			'⠋ filesystem write_file  path: "notes.txt" · ████░░░░ 50 % · 2.0 s',
		]);
		expect(card({...callsByStatus.running, progress}, {isCrowded: true, width: 40})).toEqual([
			'⠋ filesystem write_file · 50 % · 2.0 s',
		]);
	});

	it('marks an unknown outcome', () => {
		const call: ToolCall = {...callsByStatus.cancelled, startedAt: 0, outcomeUnknown: true};
		expect(draw(call)[0]).toContain(styles.warn('interrupted, outcome unknown'));
		expect(card(call)[1]).toBe('  ctrl+o: details, run again');
	});
});

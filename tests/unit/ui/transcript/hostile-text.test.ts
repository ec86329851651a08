import {describe, expect, it} from 'vitest';
import type {ToolContent} from '../../../../source/domain/tool.ts';
import type {ToolCall} from '../../../../source/domain/tool-call.ts';
import type {TranscriptItem} from '../../../../source/state/app-state.ts';
import {createStyles} from '../../../../source/ui/theme/styles.ts';
import {itemLines} from '../../../../source/ui/transcript/item-lines.ts';
import {createMarkdownLoader} from '../../../../source/ui/transcript/markdown-writer.ts';
import {toolCardLines} from '../../../../source/ui/transcript/tool-card.ts';
import {callsByStatus, hostile} from '../../../helpers/ui-samples.ts';
import {unsafeLines} from '../../../helpers/ui-text.ts';

const styles = createStyles(true);
const evil = `before${hostile}after`;
const failure = {code: evil, message: evil, hint: evil};
const names = {server: evil, tool: evil, modelName: evil, arguments: {[evil]: evil, deep: [{[evil]: evil}]}};

const content: readonly ToolContent[] = [
	{type: 'text', text: evil},
	{type: 'image', mimeType: evil, data: evil},
	{type: 'audio', mimeType: evil, data: evil},
	{type: 'resource', uri: evil, text: evil},
	{type: 'resource', uri: evil},
	{type: 'link', uri: evil, name: evil, description: evil},
	{type: 'unknown', kind: evil, value: evil},
];

const calls: Readonly<Record<string, ToolCall>> = {
	pending: {...callsByStatus.pending, ...names},
	'awaiting-approval': {...callsByStatus['awaiting-approval'], ...names},
	running: {...callsByStatus.running, ...names, progress: {progress: 1, message: evil}},
	failed: {...callsByStatus.failed, ...names, failure},
	denied: {...callsByStatus.denied, ...names, rule: evil, reason: evil},
	cancelled: {...callsByStatus.cancelled, ...names},
	structured: {...callsByStatus.succeeded, ...names, result: {content: [], structured: {[evil]: evil}}},
	...Object.fromEntries(
		content.map((piece, index) => [
			`succeeded ${piece.type} ${index}`,
			{...callsByStatus.succeeded, ...names, result: {content: [piece]}},
		]),
	),
};

const items: readonly Exclude<TranscriptItem, {type: 'answer' | 'call'}>[] = [
	{type: 'user', id: 'a', turnId: 't', at: 0, text: evil},
	{type: 'turn-end', id: 'b', outcome: 'failed', failure},
	{type: 'turn-end', id: 'c', outcome: 'interrupted'},
	{type: 'notice', id: 'd', tone: 'warning', text: evil},
	{type: 'notice', id: 'e', tone: 'info', text: evil},
	{type: 'rewind', id: 'f', text: evil, messages: 1, ran: [{server: evil, tool: evil, isUnknown: true}]},
	{type: 'rewind-undone', id: 'g', text: evil},
];

describe('hostile text', () => {
	it('is recognised by this test when nobody cleans it', () => {
		expect(unsafeLines([evil])).toHaveLength(1);
		expect(unsafeLines([styles.bad('\u202e')])).toHaveLength(1);
		expect(unsafeLines(['\u001b[5mblink'])).toHaveLength(1);
		expect(
			unsafeLines(Object.values(styles).map(style => (typeof style === 'function' ? style('text') : ''))),
		).toEqual([]);
	});

	for (const [name, call] of Object.entries(calls)) {
		for (const width of [20, 80, 400]) {
			it(`in every field of a ${name} card does nothing at ${width} columns`, () => {
				const lines = toolCardLines(call, {width, styles, now: 1, spinner: '⠋'});
				expect(unsafeLines(lines)).toEqual([]);
				expect(lines.join()).toContain('before');
			});
		}
	}

	for (const item of items) {
		it(`in an item of the kind ${item.type} ${item.id} does nothing`, () => {
			const lines = itemLines(item, 80, styles);
			expect(unsafeLines(lines)).toEqual([]);
			expect(lines.length).toBeGreaterThan(0);
		});
	}

	for (const isLoaded of [false, true]) {
		it(`in an answer does nothing ${isLoaded ? 'as markdown' : 'before markdown has loaded'}`, async () => {
			const loader = createMarkdownLoader();
			if (isLoaded) {
				await loader.load();
			}
			const text = [
				`# ${evil}`,
				`- ${evil}`,
				`> ${evil}`,
				`\`${evil}\` **${evil}** [${evil}](${evil})`,
				`\`\`\`${evil}\n${evil}\n\`\`\``,
				`\`\`\`ts\nconst a = "${evil}"; /* ${evil}\n${evil} */\n\`\`\``,
				`\`\`\`diff\n+${evil}\n-${evil}\n\`\`\``,
				`[x](https://example.com/${evil}) [y](javascript:${evil}) ![${evil}](https://${evil}.example/)`,
				`| ${evil} | b |\n|---|---|\n| ${evil} | d |`,
				evil,
			].join('\n\n');
			// Cut at every place, for a sequence may arrive in two halves.
			for (let cut = 0; cut < text.length; cut += 7) {
				const writer = loader.createAnswerWriter(() => styles);
				await expect.poll(() => writer.prepare(text)).toBe(true);
				const lines = [
					...writer.write(text.slice(0, cut), 60),
					...writer.rest(60),
					...writer.finish(text, 60),
				];
				expect(unsafeLines(lines)).toEqual([]);
			}
		});
	}
});

import {describe, expect, it} from 'vitest';
import type {ApprovalAsk} from '../../../../source/domain/ask.ts';
import {emptyBuffer} from '../../../../source/ui/input/text-buffer.ts';
import {createStyles} from '../../../../source/ui/theme/styles.ts';
import {build, read} from '../../../helpers/ui-approval-card.ts';
import {askOf} from '../../../helpers/ui-samples.ts';

const styles = createStyles(true);

describe('the badges', () => {
	const hints = [undefined, true, false] as const;
	const said = (words: string, isTrusted: boolean): string => (isTrusted ? words : `says ${words}`);
	const badgesOf = (change: Partial<ApprovalAsk>): string => read(askOf(change))[1] ?? '';

	for (const readOnlyHint of hints) {
		for (const destructiveHint of hints) {
			for (const openWorldHint of hints) {
				const given = Object.entries({readOnlyHint, destructiveHint, openWorldHint}).filter(
					([, value]) => value !== undefined,
				);
				it(`take a missing hint for the worst with ${JSON.stringify(Object.fromEntries(given))}`, () => {
					for (const isTrusted of [false, true]) {
						const text = badgesOf({annotations: Object.fromEntries(given), isTrusted});
						const mayWrite = readOnlyHint !== true || destructiveHint === true;
						const badges = text.split(' · ');
						expect(badges.includes(said('read-only', isTrusted))).toBe(!mayWrite);
						expect(badges.includes('destructive')).toBe(mayWrite && destructiveHint === true);
						expect(badges.includes('may destroy')).toBe(mayWrite && destructiveHint === undefined);
						expect(badges.includes('open world')).toBe(openWorldHint !== false);
						// A promise of somebody whom the user does not trust is no more than that.
						expect(badges.includes('says closed world')).toBe(openWorldHint === false && !isTrusted);
						expect(badges.includes('says not destructive')).toBe(
							mayWrite && destructiveHint === false && !isTrusted,
						);
					}
				});
			}
		}
	}
});

describe('arguments that nobody could check', () => {
	it('are said to be that, with the reason, before they are shown', () => {
		expect(read(askOf({unchecked: '`$ref` of filter points nowhere'})).slice(2, 4)).toEqual([
			'arguments not checked: `$ref` of filter points nowhere',
			'path: "notes.txt"',
		]);
	});
});

describe('what makes a call suspicious', () => {
	it('is a badge and a sentence each, before the arguments', () => {
		expect(
			read(askOf({flags: ['It hides something.', 'Its name is that of another tool.']})).slice(1, 5),
		).toEqual([
			'suspicious · may destroy · open world',
			'! It hides something.',
			'! Its name is that of another tool.',
			'path: "notes.txt"',
		]);
	});

	it('is where its arguments came from', () => {
		const sources = [
			{server: 'web', tool: 'fetch', argument: 'path'},
			{server: 'mail', tool: 'read'},
		];
		expect(read(askOf({sources})).slice(2, 4)).toEqual([
			'path came from the result of fetch (web)',
			'untrusted content from mail came into this turn',
		]);
	});

	it('is named with what an answer for longer covers', () => {
		const sources = [
			{server: 'web', tool: 'fetch', argument: 'path'},
			{server: 'web', tool: 'search'},
			{server: 'mail', tool: 'read'},
		];
		const rule = 'untrusted content from web, mail came into this turn';
		expect(read(askOf({sources, rule})).slice(-3, -1)).toEqual([
			'asks because: untrusted content from web, mail came into this turn',
			's holds for this session, also after content from web and mail',
		]);
		expect(read(askOf({sources, rule, canKeep: true}), {width: 120}).at(-2)).toBe(
			's holds for this session, also after content from web and mail; "always" asks again after untrusted content',
		);
		// While a reason is typed, an s is a letter.
		expect(read(askOf({sources, rule}), {view: {line: emptyBuffer}}).join()).not.toContain('s holds');
		const view = {isKeeping: true, highlight: 'back'} as const;
		expect(read(askOf({sources, canKeep: true}), {width: 140, view}).at(-2)).toMatch(
			/server changes; it asks again after untrusted content$/,
		);
	});

	it('is what has changed since the user said "always"', () => {
		const changes = [
			{
				part: 'command',
				difference: [
					{type: 'same', text: 'npx '},
					{type: 'removed', text: 'files'},
					{type: 'added', text: 'f1les'},
				],
			},
		] as const;
		const ask = askOf({changes});
		expect(read(ask)).toEqual([
			'filesystem wants to run write_file',
			'changed · may destroy · open world',
			'path: "notes.txt"',
			'content: "hello"',
			'',
			'changed since you said "always":',
			'command:',
			'  - npx files',
			'  + npx f1les',
			'asks because: the mode always-ask',
			'n deny · y once · s session · e edit · r reason · x open · esc stop',
		]);
		expect(build(ask).lines.join('\n')).toContain(styles.good(styles.strong(' f1les')));
	});
});

describe('a question about one call alone', () => {
	it('offers nothing for longer', () => {
		const sources = [{server: 'mail', tool: 'read'}];
		const card = read(askOf({isOnce: true, canKeep: true, sources}));
		expect(card.at(-1)).toBe('n deny · y once · e edit · r reason · x open · esc stop');
		expect(card.join()).not.toContain('s holds');
	});
});

describe('an "always"', () => {
	it('is offered only where it can be kept', () => {
		expect(read(askOf()).at(-1)).not.toContain('always');
		expect(read(askOf({canKeep: true})).at(-1)).toBe(
			'n deny · y once · s session · a always · e edit · r reason · x open · esc stop',
		);
	});

	it('asks for what it holds, says how long, and keeps the arguments in sight', () => {
		const view = {isKeeping: true, highlight: 'back'} as const;
		expect(read(askOf({canKeep: true}), {width: 120, view}).slice(2)).toEqual([
			'path: "notes.txt"',
			'content: "hello"',
			'an "always" holds in later sessions too, until the tool or the way to its server changes',
			'esc back · t always this tool · s always every tool of this server',
		]);
	});
});

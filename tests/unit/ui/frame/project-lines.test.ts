import {describe, expect, it} from 'vitest';
import {folderLines} from '../../../../source/ui/frame/project-lines.ts';
import {createStyles} from '../../../../source/ui/theme/styles.ts';
import type {AskView} from '../../../../source/ui/view-state.ts';
import {folderAsk, hostile} from '../../../helpers/ui-samples.ts';
import {seen, unsafeLines} from '../../../helpers/ui-text.ts';

const styles = createStyles(true);

const offer = {name: 'build', file: '.mcp.json', runs: 'npx good', variables: [], isChanged: false};

const token = '$' + '{GITHUB_TOKEN}';

const settings = [
	{name: 'LOG_LEVEL', value: 'low', takes: []},
	{name: 'NODE_OPTIONS', value: "'--require ./evil.cjs'", takes: [], warning: 'decides what is run'},
	{name: 'TOKEN', value: `'${token}'`, takes: ['GITHUB_TOKEN'], warning: 'that sounds like a secret'},
];

const layOut = (
	ask = folderAsk({servers: [{...offer, settings}]}),
	view: Partial<AskView> = {},
	height = 24,
) =>
	folderLines(
		ask,
		{askId: ask.askId, shownAt: 0, highlight: 'later', scroll: 0, isFocused: false, ...view},
		{width: 110, height, styles, count: 1, before: 0, isDraftFocused: false},
	);

const cardOf = (...given: Parameters<typeof layOut>): readonly string[] =>
	layOut(...given).lines.map(line => seen(line).slice(2));

describe('what a server of a project sets, on the screen', () => {
	it('is there with every value, and marked where it is more than a setting', () => {
		expect(cardOf()).toEqual([
			'This project wants to add 1 server',
			'/home/ada/project',
			'',
			'build',
			'  npx good',
			'  LOG_LEVEL=low',
			"  ! NODE_OPTIONS='--require ./evil.cjs'  (decides what is run)",
			`  ! TOKEN='${token}'  (takes GITHUB_TOKEN of your environment; that sounds like a secret)`,
			'  from .mcp.json',
			'none of it has been started or contacted',
			'n not now · t trust these · d never ask again',
		]);
		expect(layOut().lines.join('\n')).toContain(
			styles.warn("! NODE_OPTIONS='--require ./evil.cjs'  (decides what is run)"),
		);
	});
});

describe('what a hostile project sets', () => {
	it('is shown and not obeyed', () => {
		const evil = {name: hostile, value: hostile, takes: [hostile], warning: hostile};
		const ask = folderAsk({
			servers: [{...offer, settings: [evil, {name: hostile, value: hostile, takes: []}]}],
		});
		expect(unsafeLines(layOut(ask, {}, 60).lines)).toEqual([]);
	});
});

describe('the keys of a project', () => {
	const long = folderAsk({servers: Array.from({length: 20}, (_, index) => ({...offer, name: `s${index}`}))});
	const unread = 'n not now · t read to the end, then trust · d never ask again';
	const read = 'n not now · t trust these · d never ask again';

	it('say that it has to be read first, until its end was there', () => {
		const {maxScroll} = layOut(long);
		expect(maxScroll).toBeGreaterThan(0);
		expect(cardOf(long).at(-1)).toBe(unread);
		expect(cardOf(long, {scroll: maxScroll - 1}).at(-1)).toBe(unread);
		expect(cardOf(long, {scroll: maxScroll}).at(-1)).toBe(read);
		expect(cardOf(long, {scroll: maxScroll}).join('\n')).toContain('s19');
		expect(cardOf(long, {hasSeenEnd: true}).at(-1)).toBe(read);
	});

	it('say that a key does nothing', () => {
		const lines = cardOf(folderAsk(), {hint: 'y does nothing here'});
		expect(lines.at(-2)).toBe('y does nothing here');
	});

	it('say so in few words where there is little room', () => {
		const {lines} = folderLines(
			long,
			{askId: long.askId, shownAt: 0, highlight: 'later', scroll: 0, isFocused: false},
			{width: 40, height: 12, styles, count: 1, before: 0, isDraftFocused: false},
		);
		expect(lines.map(seen).join('\n')).toContain('t read on, then trust');
	});
});

import {describe, expect, it} from 'vitest';
import {openSection} from '../../../../source/ui/bench/open-section.ts';
import type {Bench, Section} from '../../../../source/ui/bench/section.ts';
import {cellsOf} from '../../../../source/ui/text/graphemes.ts';
import {openBench} from '../../../helpers/ui-bench.ts';
import {type Fruit, fruitSection} from '../../../helpers/ui-fruit-section.ts';
import {unsafeLines} from '../../../helpers/ui-text.ts';
import {waitUntil} from '../../../helpers/wait-until.ts';

const evil = 'a\u001b[31mb\u202ec\u200bd\u0007\r\ne';
const open = (columns = 80, rows = 24) =>
	openBench({create: bench => fruitSection(bench), size: {columns, rows}});

const layerSaying = (text: string) => ({
	draw: () => ({lines: [text]}),
	onKey: () => undefined,
	onPaste: () => undefined,
});

describe('what sections ask of the workbench', () => {
	it('shows nothing of a sentence, a question or a line that does more than fill cells', async () => {
		const {bench, lines, press} = await open();
		bench().say(evil);
		expect(lines().join()).toContain('abcd⏎e');
		expect(unsafeLines(lines())).toEqual([]);
		bench().confirm(evil, () => undefined);
		expect(lines().join()).toContain('abcd⏎e y = yes');
		expect(unsafeLines(lines())).toEqual([]);
		press('n');
		bench().prompt({label: evil, text: evil, problem: () => evil, run: () => undefined});
		expect(unsafeLines(lines())).toEqual([]);
	});

	it('shows a question that comes while a filter is typed, and takes no yes that was meant for the filter', async () => {
		const {bench, press, text, yes} = await open();
		const done: string[] = [];
		press('/', 'a');
		bench().confirm('Really?', () => done.push('yes'));
		press('y');
		expect(done).toEqual([]);
		expect(text()).toContain('Really?');
		yes();
		expect(done).toEqual(['yes']);
		expect(text()).toContain('/a');
	});

	it('waits anew for who reads a question when something lay over it', async () => {
		const {bench, press, text, clock} = await open();
		const done: string[] = [];
		bench().confirm('Really?', () => done.push('yes'));
		text();
		clock.advance(1000);
		bench().setLayer(layerSaying('over it'));
		text();
		bench().setLayer(undefined);
		text();
		press('y');
		expect(done).toEqual([]);
		clock.advance(400);
		press('y');
		expect(done).toEqual(['yes']);
	});

	it('keeps a sentence until somebody could read it', async () => {
		const {bench, press, text} = await open();
		bench().setLayer(layerSaying('over it'));
		bench().say('It failed.');
		press('x');
		bench().setLayer(undefined);
		expect(text()).toContain('It failed.');
		press('down');
		expect(text()).not.toContain('It failed.');
	});

	it('shows a long question for a line in full, above what is typed', async () => {
		const {bench, type, lines, text, cursor} = await open(40, 20);
		bench().prompt({label: `What is ${'the token '.repeat(6)}called? `, run: () => undefined});
		type('abc');
		expect(text()).toContain('called?');
		expect(Math.max(...lines().map(cellsOf))).toBeLessThanOrEqual(40);
		expect(lines()).toHaveLength(20);
		expect(lines()[cursor()?.y ?? -1]).toBe('› abc');
		expect(cursor()?.x).toBe(5);
	});

	it('leaves room for what is typed beside what is wrong with it', async () => {
		const {bench, type, lines} = await open(40, 20);
		bench().prompt({
			label: 'name: ',
			problem: () => 'far too long for this '.repeat(4),
			run: () => undefined,
		});
		type('abcdefghijklmn');
		expect(lines().join()).toContain('abcdefghijklmn');
		expect(Math.max(...lines().map(cellsOf))).toBeLessThanOrEqual(40);
	});

	it('never cuts off how a question is answered', async () => {
		const {bench, lines} = await open(40, 12);
		bench().confirm(`Remove ${'x'.repeat(3000)}?`, () => undefined);
		expect(lines().join(' ')).toContain('any other key = no');
		expect(lines()).toHaveLength(12);
	});

	it('names the keys of the line that is typed, not those of the list', async () => {
		const {press, lines} = await open();
		press('r');
		expect(lines().at(-1)).toContain('esc back');
		expect(lines().at(-1)).not.toContain('eat');
		press('esc', '/');
		expect(lines().at(-1)).toContain('esc shows everything');
	});

	it('keeps the filter when what is to be chosen is not there', async () => {
		const {bench, press, type, text} = await open();
		press('/');
		type('che');
		press('enter');
		bench().select('melon');
		expect(text()).toContain('/che');
		bench().select('banana');
		expect(text()).not.toContain('/che');
	});
});

type Loads = {made: number; closed: number; readonly benches: Bench[]};

/** A second part that takes its time. */
const openSlow = async (fails = false) => {
	const loads: Loads = {made: 0, closed: 0, benches: []};
	let release = (): void => undefined;
	const ready = new Promise<void>(resolve => {
		release = resolve;
	});
	const opened = await openBench({
		create: bench => fruitSection(bench),
		others: {
			tools: {
				title: 'Tools',
				async load(bench, deps) {
					await ready;
					if (fails) {
						throw new Error('the file is gone');
					}
					loads.made += 1;
					loads.benches.push(bench);
					const section: Section<Fruit> = {
						...fruitSection(bench, () => [{name: 'saw', colour: 'grey'}]),
						summary: () => 'one saw',
						close() {
							loads.closed += 1;
						},
					};
					return openSection(section, deps);
				},
			},
		},
	});
	return {...opened, loads, release};
};

describe('a part of the workbench that is being loaded', () => {
	it('is made once, however often it is asked for', async () => {
		const {press, loads, release, text} = await openSlow();
		press('f3', 'f2', 'f3');
		release();
		await waitUntil(() => text().includes('one saw'));
		expect(loads.made).toBe(1);
	});

	it('is let go of when the workbench is closed before it is there', async () => {
		const {press, loads, release, screen} = await openSlow();
		press('f3', 'q');
		await screen.closed;
		release();
		await waitUntil(() => loads.closed === 1);
	});

	it('says why it cannot be shown', async () => {
		const {press, release, text} = await openSlow(true);
		press('f3');
		release();
		await waitUntil(() => text().includes('the file is gone'));
		press('f2');
		expect(text()).toContain('3 fruits');
	});

	it('chooses in its own list when it comes back late', async () => {
		const {press, loads, release, text} = await openSlow();
		press('f3');
		release();
		await waitUntil(() => text().includes('one saw'));
		press('f2', 'down', 'down');
		expect(text()).toContain('cherry is red');
		loads.benches[0]?.select('apple');
		expect(text()).toContain('cherry is red');
	});
});

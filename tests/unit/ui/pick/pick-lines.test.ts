import stringWidth from 'string-width';
import {describe, expect, it} from 'vitest';
import {emptyCatalogue} from '../../../../source/app/catalogue.ts';
import {findIntent} from '../../../../source/ui/input/keymap.ts';
import {pickLabels} from '../../../../source/ui/input/pick-bindings.ts';
import {bufferOf, emptyBuffer} from '../../../../source/ui/input/text-buffer.ts';
import {promptEntries, resourceEntries, rewindEntries} from '../../../../source/ui/pick/pick-entries.ts';
import {pickLines} from '../../../../source/ui/pick/pick-lines.ts';
import type {CompletionView, FieldsView, PickView, SearchView} from '../../../../source/ui/pick/pick-view.ts';
import {rankEntries} from '../../../../source/ui/pick/rank-entries.ts';
import {createStyles} from '../../../../source/ui/theme/styles.ts';
import {cities, resourceOf} from '../../../helpers/ui-catalogue.ts';
import {hostile} from '../../../helpers/ui-samples.ts';
import {seen, unsafeLines} from '../../../helpers/ui-text.ts';

const styles = createStyles(true);
const entries = resourceEntries({
	...emptyCatalogue,
	resources: () =>
		Array.from({length: 40}, (_, index) =>
			resourceOf(`file:///folder/file-${index}.txt`, {title: `漢字 ${hostile} ${index}`, size: 10}),
		),
});

const completion: CompletionView = {
	kind: 'completion',
	isModal: false,
	title: 'resources',
	items: rankEntries('file-3', entries),
	highlight: 2,
	peak: 40,
	note: `starting: ${'slow '.repeat(30)}`,
	preview: {summary: '12 B', lines: ['one', 'two', 'three', 'four']},
};
const search: SearchView = {
	kind: 'history',
	isModal: true,
	title: 'what you sent before',
	items: completion.items,
	highlight: 0,
	peak: 40,
	typed: bufferOf('file'),
};
const fields: FieldsView = {
	kind: 'fields',
	isModal: true,
	title: '/travel:plan-trip',
	about: 'Plans a trip',
	fields: cities.arguments.map(({name, description, required}) => ({
		name,
		description: `${description} ${hostile}`,
		isRequired: required,
	})),
	index: 0,
	values: {},
	typed: emptyBuffer,
	items: completion.items,
	highlight: -1,
	peak: 40,
	problem: 'city is needed',
};

const linesOf = (pick: PickView, width: number, height: number, waiting?: string): readonly string[] =>
	pickLines(pick, {width, height, styles, waiting}).lines;

describe('the lines of a list', () => {
	it('fit into any window and show nothing that acts on the terminal', () => {
		for (const pick of [completion, search, fields]) {
			for (const width of [40, 80, 120]) {
				for (let height = 1; height <= 30; height += 1) {
					const lines = linesOf(pick, width, height, 'filesystem wants to run write_file');
					expect(lines.length).toBeLessThanOrEqual(height);
					expect(Math.max(...lines.map(line => stringWidth(line)))).toBeLessThanOrEqual(width);
					expect(unsafeLines(lines)).toEqual([]);
				}
			}
		}
	});

	it('always have the highlighted entry among them', () => {
		for (let highlight = 0; highlight < completion.items.length; highlight += 1) {
			const lines = linesOf({...completion, highlight}, 80, 10).map(seen);
			expect(lines.filter(line => line.startsWith('›'))).toHaveLength(1);
		}
	});

	it('stay as many while the list is narrowed', () => {
		const {length} = linesOf(completion, 80, 12);
		expect(linesOf({...completion, items: completion.items.slice(0, 1), highlight: 0}, 80, 12)).toHaveLength(
			length,
		);
		expect(linesOf({...search, items: [], highlight: -1}, 80, 20)).toHaveLength(
			linesOf(search, 80, 20).length,
		);
	});

	it('set the letters apart that were typed', () => {
		const items = rankEntries('plan', promptEntries({prompts: () => [cities]}));
		const [, line = ''] = linesOf({...search, items, peak: 1, highlight: -1}, 80, 5);
		expect(line).toContain(`/travel:${styles.strong('plan')}-trip`);
		expect(seen(line)).toMatch(/city \[mood\] · Plans a trip$/);
	});

	it('keep the end of a name that is too long', () => {
		const [, line = ''] = linesOf({...search, items: completion.items.slice(0, 1), peak: 1}, 40, 5).map(seen);
		expect(line).toMatch(/^› @notes.*….*file-3\.txt {2}/);
	});

	it('say what ran since a message before they say all of the message, and when where there is room', () => {
		const text = 'Rename every file in the folder to its date, and tell me which could not be renamed';
		const points = [
			{messageId: 'b', text, at: 0, calls: 3, changing: 0},
			{messageId: 'a', text, at: 0, calls: 12, changing: 10},
			{messageId: '9', text: 'short', at: 0, calls: 13, changing: 10},
		];
		const items = rankEntries('', rewindEntries(points, 59 * 60_000));
		const at = (width: number) =>
			linesOf({...search, items, peak: 3}, width, 9)
				.map(seen)
				.slice(1, 4);
		for (const line of [...at(80), ...at(120)]) {
			expect(line).toMatch(/59 minutes ago · (?:3 calls, only reading|1[23] calls, 10 may change things)$/);
		}
		expect(at(80)[0]).toMatch(/^› Rename ev….{19} /);
		expect(at(50)).toEqual([
			expect.stringMatching(/^› Renam….{10} +3 calls, only reading$/),
			expect.stringMatching(/ {2}12 calls, 10 may change things$/),
			expect.stringMatching(/^ {2}short +13 calls, 10 may change things$/),
		]);
		expect(at(30).every(line => stringWidth(line) <= 30)).toBe(true);
	});

	it('say which question waits behind it', () => {
		expect(linesOf(search, 80, 20, 'filesystem wants to run write_file')[0]).toBe(
			styles.warn('filesystem wants to run write_file: esc first'),
		);
	});

	it('name only keys that do what they say', () => {
		for (const [kind, labels] of Object.entries(pickLabels)) {
			const context = kind === 'completion' || kind === 'fields' ? kind : 'search';
			for (const {key, step} of labels) {
				expect(findIntent(context, key)).toEqual({type: 'pick', step});
			}
		}
	});
});

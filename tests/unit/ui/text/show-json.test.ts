import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {JsonObject, JsonValue} from '../../../../source/domain/json.ts';
import {showInFull, showInline} from '../../../../source/ui/text/show-json.ts';
import {hostile} from '../../../helpers/ui-samples.ts';
import {textArbitrary, unsafeLines} from '../../../helpers/ui-text.ts';

const textOf = (args: JsonObject): string =>
	showInFull(args)
		.map(({key, lines}) => `${key}\n${lines.join('\n')}`)
		.join('\n');

const linesOf = (args: JsonObject): readonly string[] =>
	showInFull(args).flatMap(({key, lines}) => [key, ...lines]);

const leaves = (value: JsonValue): readonly string[] => {
	if (Array.isArray(value)) {
		return value.flatMap(leaves);
	}
	return typeof value === 'object' && value !== null
		? Object.entries(value).flatMap(([key, child]) => [key, ...leaves(child)])
		: [typeof value === 'string' ? value : String(value)];
};

/** Letters, digits and signs: what a person must be able to see before saying yes. */
const visibleOf = (text: string): readonly string[] =>
	Array.from(text).filter(character =>
		/(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}\p{P}\p{S}]/u.test(character),
	);

const isContained = (wanted: readonly string[], text: string): boolean => {
	let place = 0;
	for (const character of wanted) {
		const found = text.indexOf(character, place);
		if (found === -1) {
			return false;
		}
		place = found + character.length;
	}
	return true;
};

describe('arguments in full', () => {
	it('show a short text as JSON, so that blanks and emptiness are seen', () => {
		expect(showInFull({path: 'a b ', empty: ''})).toEqual([
			{key: 'path', lines: ['"a b "']},
			{key: 'empty', lines: ['""']},
		]);
	});

	it('tell a text from a number, a truth and nothing', () => {
		expect(linesOf({a: '1', b: 1, c: 'true', d: true, e: null})).toEqual([
			...['a', '"1"', 'b', '1', 'c', '"true"', 'd', 'true', 'e', 'null'],
		]);
	});

	it('show a text of several lines as it is', () => {
		expect(showInFull({content: 'one\n\ttwo\n'})).toEqual([{key: 'content', lines: ['one', '    two', '']}]);
	});

	it('show objects and lists over several lines', () => {
		expect(showInFull({edit: {from: 1, to: [2, 'x']}})[0]?.lines).toEqual([
			'{',
			'  "from": 1,',
			'  "to": [',
			'    2,',
			'    "x"',
			'  ]',
			'}',
		]);
	});

	it('show nothing for no arguments', () => {
		expect(showInFull({})).toEqual([]);
		expect(showInline({})).toBe('');
	});

	it('hold every visible character of every key and text, in order', () => {
		const leaf = fc.oneof(textArbitrary, fc.string(), fc.string({unit: 'binary'}), fc.constant(hostile));
		const tree = fc.letrec<{value: JsonValue}>(tie => ({
			value: fc.oneof(
				{maxDepth: 3},
				leaf,
				fc.integer(),
				fc.boolean(),
				fc.array(tie('value'), {maxLength: 3}),
				fc.dictionary(leaf, tie('value'), {maxKeys: 3}),
			),
		})).value;
		fc.assert(
			fc.property(fc.dictionary(leaf, tree, {maxKeys: 4}), args => {
				const shown = textOf(args);
				for (const text of leaves(args)) {
					expect(isContained(visibleOf(text), shown), JSON.stringify({text, shown})).toBe(true);
				}
				expect(unsafeLines(linesOf(args))).toEqual([]);
			}),
			{numRuns: 500},
		);
	});

	const hidden: readonly (readonly [name: string, text: string])[] = [
		['the payload of a title', 'safe\n\u001b]0;rm -rf ~\u0007'],
		['the parameters of a colour', 'safe\n\u001b[31mred'],
		['a payload behind one-byte introducers', 'safe\u009drm -rf ~\u009c'],
		['parameters behind a one-byte introducer', 'a\u009b31mred'],
		['a payload in a key that no terminal shows', 'x\u001bPrm -rf ~\u001b\\'],
	];
	for (const [name, text] of hidden) {
		it(`do not hide ${name}`, () => {
			expect(isContained(visibleOf(text), textOf({text}))).toBe(true);
			expect(isContained(visibleOf(text), textOf({[text]: 1}))).toBe(true);
			expect(isContained(visibleOf(text), textOf({deep: [{[text]: text}]}))).toBe(true);
		});
	}

	it('show that something invisible is there', () => {
		for (const invisible of ['\u200b', '\u202e', '\u{e0041}', '\u0007', '\u001b', '\u0085', '\u00ad']) {
			expect(textOf({text: `a${invisible}b`}), invisible).not.toBe(textOf({text: 'ab'}));
			expect(textOf({text: `a\n${invisible}b`}), invisible).not.toBe(textOf({text: 'a\nb'}));
		}
	});

	it('leave emoji and scripts with joiners alone', () => {
		const text = '👩\u200d👩\u200d👧 می\u200cخواهم ❤\ufe0f';
		expect(showInFull({text})[0]?.lines).toEqual([`"${text}"`]);
	});
});

describe('arguments on one line', () => {
	it('are keys with JSON values', () => {
		expect(showInline({path: 'a.txt', limit: 3, deep: {x: [1]}})).toBe(
			'path: "a.txt", limit: 3, deep: {"x":[1]}',
		);
	});

	it('stay on one line and do nothing to the terminal', () => {
		fc.assert(
			fc.property(fc.dictionary(fc.string({unit: 'binary'}), fc.string({unit: 'binary'})), args => {
				expect(unsafeLines([showInline({...args, [hostile]: `${hostile}\n${hostile}`})])).toEqual([]);
			}),
		);
	});
});

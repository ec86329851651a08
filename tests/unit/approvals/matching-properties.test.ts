import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {matchesArguments} from '../../../source/core/approvals/match-arguments.ts';
import type {ArgumentMatcher} from '../../../source/domain/approval.ts';
import type {JsonValue} from '../../../source/domain/json.ts';
import {places} from './policy-harness.ts';

/** What paths and addresses are made of, and what disguises them. */
const piece = fc.oneof(
	fc.constantFrom(
		...[
			'/',
			'/',
			'\\',
			'..',
			'.',
			'~',
			'home',
			'me',
			'work',
			'etc',
			'C:',
			'file://',
			'https://',
			'a.example',
		],
		...['%2e', '%2f', '%252e', '%zz', '%', '%c0%ae', '%u002e', ';', ';x=1', '?', '#', '@', ':', ' ', '*'],
		...[
			'\t',
			'\n',
			'\0',
			'\u200b',
			'\uff0e',
			'\uff0f',
			'\u2105',
			'\u0301',
			'e',
			'É',
			'ß',
			'"',
			'$HOME',
			'proc/self/root',
		],
	),
	fc.string({maxLength: 3, unit: 'binary'}),
);
const text = fc.array(piece, {maxLength: 9}).map(pieces => pieces.join(''));

const matcherFor = (given: string): fc.Arbitrary<ArgumentMatcher> => {
	// Often a beginning of the text, so that rules match at all.
	const start = fc.nat(given.length).map(length => given.slice(0, length));
	const wanted = fc.oneof(start, text, fc.constantFrom('/', '~', '/home/me', '/site', 'C:/'));
	return fc.oneof(
		wanted.map(under => ({under})),
		fc
			.oneof(
				wanted,
				wanted.map(each => `${each}*`),
				wanted.map(each => `*${each}*`),
			)
			.map(glob => ({glob})),
		wanted.map(equals => ({equals})),
	);
};
const matching = text.chain(given => fc.tuple(fc.constant(given), matcherFor(given)));

const matches = (matcher: ArgumentMatcher, value: JsonValue, manner: 'strict' | 'generous'): boolean =>
	matchesArguments({x: matcher}, {x: value}, manner, places);
const runs = {numRuns: 5000};

describe('whatever a rule demands of whatever text', () => {
	it('what would surely be allowed would be held back as well', () => {
		let allowed = 0;
		fc.assert(
			fc.property(matching, ([given, matcher]) => {
				const isAllowed = matches(matcher, given, 'strict');
				allowed += isAllowed ? 1 : 0;
				expect(isAllowed && !matches(matcher, given, 'generous')).toBe(false);
			}),
			runs,
		);
		expect(allowed).toBeGreaterThan(50);
	});

	it('what would surely be allowed in a list would be held back in it', () => {
		fc.assert(
			fc.property(matching, text, ([given, matcher], other) => {
				expect(matches(matcher, [given], 'strict')).toBe(matches(matcher, given, 'strict'));
				const isBack = matches(matcher, given, 'generous');
				expect(isBack && !matches(matcher, [other, {deep: given}], 'generous')).toBe(false);
			}),
			{numRuns: 1000},
		);
	});

	it('a way out that is added to a path is never allowed, however it is encoded', () => {
		const dot = fc.constantFrom('.', '%2e', '%2E', '%252e', '\uff0e', '%u002e', '%25252e');
		const slash = fc.constantFrom('/', '\\', '%2f', '%5c', '%252f', '//', '/./', '/;x/', ';x/');
		const climb = fc.tuple(slash, dot, dot).map(parts => parts.join(''));
		const name = fc.constantFrom('a', 'b c', 'ü', '100%', '%zz');
		fc.assert(
			fc.property(
				fc.array(name, {maxLength: 2}),
				climb,
				climb,
				climb,
				slash,
				(names, one, two, three, end) => {
					const path = `${['/site', ...names].join('/')}${one}${two}${three}${end}etc`;
					expect(matches({under: '/site'}, path, 'strict')).toBe(false);
					expect(matches({glob: '/site/*'}, path, 'strict')).toBe(false);
				},
			),
			{numRuns: 1000},
		);
	});
});

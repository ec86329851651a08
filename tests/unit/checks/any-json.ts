import fc from 'fast-check';
import type {JsonObject, JsonValue} from '../../../source/domain/json.ts';

/** Keys and texts that have broken programs before. */
const text = fc.oneof(
	fc.string({unit: 'grapheme', maxLength: 12}),
	fc.string({unit: 'binary', maxLength: 6}),
	fc.constantFrom(
		...[
			'__proto__',
			'constructor',
			'<<',
			'',
			' ',
			'\n',
			'a\n\n',
			'a\n ',
			'- a',
			'yes',
			'0123',
			'1e3',
			'null',
			'~',
		],
		...[
			'"',
			"'",
			'#',
			'a: b',
			'&a',
			'*a',
			'!!str',
			'@a',
			'`',
			'%',
			'|',
			'>',
			'\t',
			'\r\n',
			'2026-11-17',
			'.inf',
		],
		...[
			'\u001b[31m',
			'\u0085',
			'\u2028',
			'\u202e',
			'\ufeff',
			'\ufffd',
			'\ud800',
			`\${HOME}`,
			`$\${A}`,
			'•••',
		],
	),
);

const scalar = fc.oneof(
	text,
	fc.boolean(),
	fc.constant(null),
	fc.integer(),
	fc.double({noNaN: true, noDefaultInfinity: true}).map(number => (Object.is(number, -0) ? 0 : number)),
);

const {object, value} = fc.letrec<{value: JsonValue; object: JsonObject}>(tie => ({
	value: fc.oneof(
		{maxDepth: 4, depthSize: 'small', withCrossShrink: true},
		scalar,
		fc.array(tie('value'), {maxLength: 4}),
		tie('object'),
	),
	object: fc.array(fc.tuple(text, tie('value')), {maxLength: 4}).map(entries => Object.fromEntries(entries)),
}));

export const anyJson: fc.Arbitrary<JsonValue> = value;
export const anyObject: fc.Arbitrary<JsonObject> = object;
export const anyText: fc.Arbitrary<string> = text;

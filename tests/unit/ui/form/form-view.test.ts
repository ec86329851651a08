import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {argumentFields} from '../../../../source/domain/argument-fields.ts';
import type {JsonObject, JsonValue} from '../../../../source/domain/json.ts';
import {optionsOf, problemOf, readEntry} from '../../../../source/ui/form/field-entry.ts';
import {formRows} from '../../../../source/ui/form/form-rows.ts';
import {
	contentOf,
	currentEntry,
	editForm,
	editWith,
	type FormView,
	goOn,
	goTo,
	isReview,
	moveVertically,
	openForm,
	review,
	takeAndGoOn,
	typeInto,
} from '../../../../source/ui/form/form-view.ts';
import {bufferOf, emptyBuffer} from '../../../../source/ui/input/text-buffer.ts';
import {createStyles} from '../../../../source/ui/theme/styles.ts';
import {hostile} from '../../../helpers/ui-samples.ts';
import {seen, unsafeLines} from '../../../helpers/ui-text.ts';

const properties: JsonObject = {
	path: {type: 'string'},
	count: {type: 'integer', minimum: 1, maximum: 9},
	mode: {type: 'string', enum: ['fast', 'slow']},
	tags: {type: 'array', items: {enum: ['a', 'b', 'c']}},
	sure: {type: 'boolean'},
	options: {type: 'object'},
};

const open = (args: JsonObject, required: readonly string[] = []): FormView =>
	openForm(argumentFields({type: 'object', properties, required}, args), args);

const at = (form: FormView, name: string): FormView =>
	goTo(
		form,
		form.entries.findIndex(({field}) => field.name === name),
	);

const replaced = (form: FormView, text: string): FormView => editForm(form, () => bufferOf(text));

const problem = (form: FormView): string | undefined => {
	const entry = currentEntry(form);
	return entry === undefined ? undefined : problemOf(entry);
};

/** Anything that a model may call a tool with: lone surrogates, `__proto__` and all. */
const argumentsArbitrary = fc
	.dictionary(
		fc.oneof(fc.constantFrom(...Object.keys(properties), '__proto__'), fc.string()),
		fc.oneof(
			fc.jsonValue(),
			fc.string({unit: 'binary'}),
			fc.constantFrom<JsonValue>('\ud800', '\r\n\t', hostile),
		),
	)
	.map(args => JSON.parse(JSON.stringify(args)) as JsonObject);

const lastDigit = (form: FormView): FormView => typeInto(form, '5');

describe('arguments in a form', () => {
	it('are what they were, to the letter and in their order, when nobody changes them', () => {
		fc.assert(
			fc.property(
				argumentsArbitrary,
				fc.array(fc.constantFrom(goOn, moveDown, moveUp, review)),
				(args, moves) => {
					const form = moves.reduce((moved, move) => move(moved), open(args));
					expect(JSON.stringify(contentOf(form))).toBe(JSON.stringify(args));
				},
			),
		);
	});

	it('change only where they are changed', () => {
		fc.assert(
			fc.property(argumentsArbitrary, fc.string({unit: 'grapheme'}), (args, text) => {
				const form = typeInto(at(open({...args, path: 'a'}), 'path'), text);
				const {path, ...rest} = contentOf(form);
				const {path: _, ...known} = args;
				expect(JSON.stringify(rest)).toBe(JSON.stringify(known));
				expect(path).toBe(currentEntry(form)?.text.text);
			}),
		);
	});

	it('are sent as they are shown, whatever is typed', () => {
		const keys = fc.array(
			fc.oneof(
				fc.constantFrom(goOn, takeAndGoOn, moveDown, moveUp, lastDigit, backspace),
				fc.string({minLength: 1, maxLength: 3}).map(text => (form: FormView) => typeInto(form, text)),
			),
		);
		fc.assert(
			fc.property(argumentsArbitrary, keys, (args, pressed) => {
				const form = pressed.reduce((moved, press) => press(moved), open(args));
				const content = contentOf(form);
				for (const entry of form.entries) {
					const reading = readEntry(entry);
					const sent = Object.hasOwn(content, entry.field.name) ? content[entry.field.name] : undefined;
					expect(sent).toEqual(reading.type === 'read' ? reading.value : undefined);
					if (entry.isChanged && reading.type === 'read' && entry.text.text !== '' && !entry.isJson) {
						const {text} = entry.text;
						// Spaces alone are no number.
						const asNumber = text.trim() === '' ? 'undefined' : String(Number(text));
						expect(String(sent)).toBe(entry.field.kind.type === 'number' ? asNumber : text);
					}
				}
			}),
		);
	});

	it('are shown without a byte that acts on the terminal', () => {
		fc.assert(
			fc.property(argumentsArbitrary, fc.integer({min: 20, max: 120}), (args, width) => {
				const schema = {
					properties: {...properties, [hostile]: {title: hostile, description: hostile, enum: [hostile]}},
				};
				const form = openForm(argumentFields(schema, args), args);
				for (const [index] of form.entries.entries()) {
					const {lines} = formRows(goTo(form, index), {
						width,
						styles: createStyles(true),
						warningAbout: () => undefined,
					});
					expect(unsafeLines(lines)).toEqual([]);
				}
			}),
			{numRuns: 30},
		);
	});
});

const moveDown = (form: FormView): FormView => moveVertically(form, 1);
const moveUp = (form: FormView): FormView => moveVertically(form, -1);
const backspace = (form: FormView): FormView => editWith(form, 'backspace');

describe('a field', () => {
	it('is left out when it is emptied and may be, and is an empty text where it may not', () => {
		expect(contentOf(replaced(at(open({path: 'a'}), 'path'), ''))).toEqual({});
		expect(contentOf(replaced(at(open({path: 'a'}, ['path']), 'path'), ''))).toEqual({path: ''});
		expect(contentOf(replaced(at(open({count: 2}), 'count'), ''))).toEqual({});
	});

	it('says while it is typed what is wrong with it', () => {
		const count = at(open({count: 2}), 'count');
		expect(problem(replaced(count, '10'))).toBe('must be at most 9');
		expect(problem(replaced(count, 'x'))).toBe('must be a number');
		expect(problem(replaced(count, '12345678901234567890'))).toContain('exactly');
		expect(problem(replaced(at(open({}), 'options'), '{"a": }'))).toContain('line 1, column 7');
		expect(problem(replaced(at(open({}), 'options'), '[]'))).toContain('must be an object');
		expect(problem(replaced(at(open({}), 'options'), '{"a": 1, "a": 2}'))).toContain('there twice');
	});

	it('takes an option with enter, and nothing from whoever only passes', () => {
		const mode = at(open({mode: 'fast'}), 'mode');
		expect(contentOf(takeAndGoOn(moveDown(mode)))).toEqual({mode: 'slow'});
		expect(contentOf(moveDown(moveDown(mode)))).toEqual({mode: 'fast'});
		expect(contentOf(typeInto(typeInto(at(open({}), 'tags'), '3'), '1'))).toEqual({tags: ['a', 'c']});
		expect(contentOf(takeAndGoOn(typeInto(mode, 's')))).toEqual({mode: 'slow'});
	});

	it('leaves out with the first option what need not be there', () => {
		const mode = at(open({mode: 'fast'}), 'mode');
		const [entry] = [currentEntry(mode)];
		expect(entry && optionsOf(entry).map(({label}) => label)).toEqual(['leave it out', 'fast', 'slow']);
		expect(contentOf(typeInto(mode, '1'))).toEqual({});
	});

	it('is written as JSON where its value cannot be shown as it is', () => {
		const form = at(open({path: 'a\u001b[2Jb'}), 'path');
		expect(currentEntry(form)?.text.text).toBe('"a\\u001b[2Jb"');
		expect(contentOf(replaced(form, '"a\\u001b[2Jc"'))).toEqual({path: 'a\u001b[2Jc'});
	});
});

describe('the end of a form', () => {
	it('is not reached past what is wrong, or missing', () => {
		const form = review(open({}, ['path', 'mode']));
		expect(isReview(form)).toBe(false);
		expect(problem(review(open({path: ''}, ['path', 'mode'])))).toBe('an answer is required');
		const wrong = replaced(at(open({path: 'a', count: 1}), 'count'), 'x');
		expect(review(goTo(wrong, 0)).index).toBe(1);
		expect(goOn(wrong).index).toBe(1);
	});
});

describe('the rows of a form', () => {
	it('show every field with what is sent for it, and all about the one with the keyboard', () => {
		const form = open({path: 'notes\nmore', count: 3}, ['path']);
		const {lines} = formRows(goTo(form, 1), {
			width: 76,
			styles: createStyles(true),
			warningAbout: () => undefined,
		});
		expect(lines.map(seen)).toEqual([
			'  path *   text     notes  … 2 lines',
			'› count    integer  3',
			'    optional, a whole number, 1 to 9',
			'  mode     one of   left out',
			'  tags     some of  left out',
			'  sure     yes/no   left out',
			'  options  object   left out',
		]);
		expect(currentEntry(goTo(form, 2))?.text).toBe(emptyBuffer);
	});
});

import {setMaxListeners} from 'node:events';
import {describe, expect, it, onTestFinished} from 'vitest';
import {createSchemaChecker, type SchemaChecker} from '../../../source/core/mcp/calls/schema-checker.ts';
import {startSchemaThread} from '../../../source/core/mcp/calls/schema-thread.ts';
import type {JsonObject, JsonValue} from '../../../source/domain/json.ts';

const never = new AbortController().signal;
// Hundreds of checks wait for it at once.
setMaxListeners(0, never);

const useChecker = (): SchemaChecker & {readonly started: () => number} => {
	let started = 0;
	const checker = createSchemaChecker({
		startThread: () => {
			started += 1;
			return Promise.resolve(startSchemaThread());
		},
	});
	onTestFinished(() => checker.close());
	return {...checker, started: () => started};
};

const person: JsonObject = {
	type: 'object',
	properties: {
		name: {type: 'string'},
		age: {type: 'integer', minimum: 0},
		email: {type: 'string', format: 'email'},
	},
	required: ['name'],
	additionalProperties: false,
};

const regexBomb: JsonObject = {type: 'object', properties: {a: {type: 'string', pattern: '^(a+)+$'}}};
const bait = {a: `${'a'.repeat(40)}!`};

/** Every level refers twice to the next: two to the thirtieth ways to look at one value. */
const definitionsBomb = (): JsonObject => {
	const $defs: Record<string, JsonValue> = {d30: {type: 'number'}};
	for (let level = 0; level < 30; level += 1) {
		const next = {$ref: `#/$defs/d${level + 1}`};
		$defs[`d${level}`] = {anyOf: [next, next]};
	}
	return {$defs, $ref: '#/$defs/d0'};
};

describe('checking a value against a schema', () => {
	it('accepts what fits', async () => {
		const {check} = useChecker();
		expect(await check(person, {name: 'Ada', age: 36, email: 'ada@example.org'}, never)).toEqual({
			type: 'valid',
		});
	});

	it('names each problem with its place', async () => {
		const {check} = useChecker();
		expect(await check(person, {age: -1, email: 'ada', pet: {}}, never)).toEqual({
			type: 'invalid',
			problems: [
				"/: must have required property 'name'",
				'/: must NOT have additional properties',
				'/age: must be >= 0',
				'/email: must match format "email"',
			],
		});
	});

	it('names ten problems at most', async () => {
		const {check} = useChecker();
		const verdict = await check(
			{type: 'array', items: {type: 'string'}},
			Array.from({length: 500}, () => 1),
			never,
		);
		expect(verdict).toMatchObject({type: 'invalid'});
		expect(verdict.type === 'invalid' ? verdict.problems : []).toHaveLength(10);
	});

	it.each([
		['draft 4', {$schema: 'http://json-schema.org/draft-04/schema#'}],
		['a dialect that nobody knows', {$schema: 'https://example.org/my-own'}],
		['`items` as a list', {properties: {n: {type: 'integer'}, list: {items: [{type: 'string'}]}}}],
		['`nullable` without a type', {properties: {n: {type: 'integer'}, any: {nullable: true}}}],
		['a type that is none', {properties: {n: {type: 'integer'}, any: {type: 'any'}}}],
		['`required` inside a property', {properties: {n: {type: 'integer', required: true}}}],
	])('checks by what a schema means that has %s', async (_what, more) => {
		const {check} = useChecker();
		const schema: JsonObject = {type: 'object', properties: {n: {type: 'integer'}}, ...more};
		expect(await check(schema, {n: 'x'}, never)).toEqual({
			type: 'invalid',
			problems: ['/n: must be integer'],
		});
		expect(await check(schema, {n: 1}, never)).toEqual({type: 'valid'});
	});

	it.each([
		['pattern', {type: 'string', pattern: '(?i)abc'}, '`pattern` of q is no pattern that can be used here'],
		['reference to nowhere', {$ref: '#/$defs/nowhere'}, '`$ref` of q points nowhere'],
		['reference elsewhere', {$ref: 'https://example.org/a.json'}, '`$ref` of q points to another document'],
		['limit', {minLength: 'three'}, '`minLength` of q is no number'],
	] as const)('says what it could not look at, and looks at the rest: a %s', async (_what, q, lost) => {
		const {check} = useChecker();
		const schema: JsonObject = {type: 'object', properties: {q, list: {items: {type: 'integer'}}}};
		expect(await check(schema, {q: 'zzzz', list: ['x']}, never)).toEqual({
			type: 'invalid',
			problems: ['/list/0: must be integer'],
		});
		expect(await check(schema, {q: 'zzzz', list: [1]}, never)).toEqual({
			type: 'unchecked',
			why: `a part of the schema cannot be used (${lost})`,
		});
	});

	it('refuses nothing because of a part that it left open', async () => {
		const {check} = useChecker();
		const open = {$ref: '#/nowhere'};
		const schema: JsonObject = {
			type: 'object',
			properties: {
				not: {not: open},
				one: {oneOf: [{type: 'string'}, open]},
				when: {if: open, else: {}, ...Object.fromEntries([['then', false]])},
				few: {contains: open, maxContains: 0},
			},
			patternProperties: {'(?i)^x-': {type: 'string'}},
			additionalProperties: false,
		};
		const value = {not: 1, one: 'text', when: 1, few: [1], 'X-More': 'text'};
		expect(await check(schema, value, never)).toMatchObject({type: 'unchecked'});
	});

	it('finds what is wrong at first sight where nothing else can be checked', async () => {
		const {check} = useChecker();
		const schema: JsonObject = {
			type: 'object',
			properties: {n: {type: 'integer'}, a: {type: 'string', pattern: '^(a+)+$'}},
			required: ['n'],
		};
		expect(await check(schema, {n: 1, ...bait}, never)).toMatchObject({type: 'unchecked'});
		expect(await check(schema, {n: 'x', ...bait}, never)).toEqual({
			type: 'invalid',
			problems: ['/n: must be integer'],
		});
		expect(await check(schema, bait, never)).toEqual({
			type: 'invalid',
			problems: ["/: must have required property 'n'"],
		});
	});

	it('never says by whom it is checked', async () => {
		const {check} = useChecker();
		// The pointer leads into what is no schema, so that no form of it can be used.
		const verdict = await check(
			{$schema: 'https://example.org/my-own', $ref: '#/x', x: {type: 'nonsense'}},
			'any',
			never,
		);
		expect(verdict).toMatchObject({type: 'unchecked', why: expect.stringContaining('the schema is invalid')});
		expect(JSON.stringify(verdict)).not.toMatch(/ajv/i);
	});

	it('keeps schemas with the same id apart', async () => {
		const {check} = useChecker();
		const $id = 'https://example.org/same';
		expect(await check({$id, type: 'string'}, 1, never)).toMatchObject({type: 'invalid'});
		expect(await check({$id, type: 'number'}, 1, never)).toEqual({type: 'valid'});
	});

	it('checks many at once, each by its own schema, on one thread', async () => {
		const {check, started} = useChecker();
		const verdicts = await Promise.all(
			Array.from({length: 150}, (_, index) =>
				check({type: 'integer', const: index}, index % 2 === 0 ? index : -1, never),
			),
		);
		expect(verdicts.map(({type}) => type)).toEqual(
			verdicts.map((_, index) => (index % 2 === 0 ? 'valid' : 'invalid')),
		);
		expect(started()).toBe(1);
	});

	it('forgets old schemas and knows them again', async () => {
		const {check} = useChecker();
		const schemas = Array.from({length: 450}, (_, index): JsonObject => ({const: index}));
		for (const schema of schemas) await check(schema, 0, never);
		expect(await check(schemas[0] ?? {}, 0, never)).toEqual({type: 'valid'});
		expect(await check(schemas[1] ?? {}, 0, never)).toMatchObject({type: 'invalid'});
	});
});

describe('a schema that never ends', () => {
	it.each([
		['a regular expression', regexBomb, bait],
		['definitions', definitionsBomb(), 'text'],
	] as const)(
		'in the form of %s is given up without holding up the program',
		async (_what, schema, value) => {
			const {check} = useChecker();
			await check(person, {name: 'the thread is up'}, never);
			let turns = 0;
			const timer = setInterval(() => {
				turns += 1;
			}, 5);
			const verdict = await check(schema, value, never);
			clearInterval(timer);
			expect(verdict).toEqual({type: 'unchecked', why: 'checking it took longer than 0.5 s'});
			expect(turns).toBeGreaterThan(10);
		},
	);

	it('costs healthy checks one thread, and is not tried again', async () => {
		const {check, started} = useChecker();
		const [bomb, healthy] = await Promise.all([
			check(regexBomb, bait, never),
			check(person, {name: 'Ada'}, never),
		]);
		expect(bomb.type).toBe('unchecked');
		expect(healthy).toEqual({type: 'valid'});
		expect(started()).toBe(2);
		expect(await check(regexBomb, bait, never)).toEqual(bomb);
		expect(started()).toBe(2);
	});
});

describe('limits of checking', () => {
	it('refuse what is too large or too deep before anything starts', async () => {
		const {check, started} = useChecker();
		let deep: JsonValue = 'core';
		for (let level = 0; level < 5000; level += 1) deep = [deep];
		let deepSchema: JsonObject = {};
		for (let level = 0; level < 100; level += 1) deepSchema = {items: deepSchema};
		const large = 'x'.repeat(2_000_000);
		expect(await check({}, deep, never)).toMatchObject({why: 'the value is nested too deeply'});
		expect(await check(deepSchema, 1, never)).toMatchObject({why: 'the schema is nested too deeply'});
		expect(await check({}, large, never)).toMatchObject({why: 'the value is too large'});
		expect(await check({const: large}, 1, never)).toMatchObject({why: 'the schema is too large'});
		expect(started()).toBe(0);
	});

	it('do not let more wait than is sensible', async () => {
		const {check} = useChecker();
		const verdicts = await Promise.all(Array.from({length: 300}, () => check(person, {name: 'x'}, never)));
		expect(verdicts.filter(({type}) => type === 'valid')).toHaveLength(200);
		expect(verdicts.at(-1)).toEqual({type: 'unchecked', why: 'too many other checks are waiting'});
	});

	it('do not keep whoever cancels', async () => {
		const {check} = useChecker();
		const controller = new AbortController();
		const bombs = [check({...regexBomb}, bait, never), check({...regexBomb}, bait, never)];
		const mine = check(person, {name: 'Ada'}, controller.signal);
		controller.abort();
		expect(await mine).toEqual({type: 'unchecked', why: 'it was cancelled'});
		await Promise.all(bombs);
	});

	it('end with the program', async () => {
		const {check, close} = useChecker();
		await check(person, {name: 'Ada'}, never);
		await close();
		expect(await check(person, {name: 'Ada'}, never)).toMatchObject({type: 'unchecked'});
	});

	it('do not let a thread that fails to start break anything', async () => {
		const checker = createSchemaChecker({startThread: () => Promise.reject(new Error('no threads left'))});
		expect(await checker.check(person, {name: 'Ada'}, never)).toEqual({
			type: 'unchecked',
			why: 'checking it failed (no threads left)',
		});
	});
});

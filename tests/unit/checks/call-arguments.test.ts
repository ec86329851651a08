import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {fillArguments, writeArguments} from '../../../source/core/checks/call-arguments.ts';
import type {JsonObject} from '../../../source/domain/json.ts';
import {anyObject} from './any-json.ts';

const fill = (args: JsonObject, environment: Readonly<Record<string, string>> = {}) => {
	const learned: string[] = [];
	const filled = fillArguments(args, environment, (name, value) => learned.push(`${name}=${value}`));
	return {filled, learned};
};

const reference = (inner: string): string => `\${${inner}}`;

describe('arguments of a test', () => {
	it('are filled in from the environment, at any depth, and names of members stay', () => {
		const args = {[reference('A')]: [{b: `x ${reference('A')} y`}, 1, null], c: reference('B:-two')};
		expect(fill(args, {A: 'one'})).toEqual({
			filled: {
				type: 'filled',
				arguments: {[reference('A')]: [{b: 'x one y'}, 1, null], c: 'two'},
				variables: ['A'],
			},
			learned: ['A=one'],
		});
	});

	it('name the variable that is not set', () => {
		expect(fill({a: reference('NOWHERE'), b: reference('OTHER')}).filled).toEqual({
			type: 'missing',
			failure: {
				code: 'unset-variable',
				message: `The arguments name ${reference('NOWHERE')}, and the environment has no variable of that name.`,
				hint: `Set it, or write a default: ${reference('NOWHERE:-...')}`,
			},
		});
		expect(fill({a: reference('toString')}).filled.type).toBe('missing');
	});

	it('mean themselves where the session had such a text', () => {
		expect(writeArguments({a: `echo ${reference('HOME')}`}).arguments).toEqual({
			a: `echo $${reference('HOME')}`,
		});
		fc.assert(
			fc.property(
				anyObject.filter(args => !JSON.stringify(args).includes('•••')),
				args => {
					const {arguments: written, variables} = writeArguments(args);
					expect(variables).toEqual([]);
					expect(fill(written, {HOME: 'x', A: 'y'}).filled).toEqual({
						type: 'filled',
						arguments: args,
						variables: [],
					});
				},
			),
			{numRuns: 300},
		);
	});

	it('ask for the secrets that the session hides', () => {
		expect(writeArguments({apiKey: '•••', headers: {'x-auth': 'Bearer •••'}, list: ['•••']})).toEqual({
			arguments: {
				apiKey: reference('SECRET_API_KEY'),
				headers: {'x-auth': `Bearer ${reference('SECRET_X_AUTH')}`},
				list: [reference('SECRET_LIST')],
			},
			variables: ['SECRET_API_KEY', 'SECRET_X_AUTH', 'SECRET_LIST'],
		});
	});
});

import {expect, it} from 'vitest';
import {checkArguments} from '../../../source/core/mcp/calls/check-arguments.ts';
import {createSchemaChecker} from '../../../source/core/mcp/calls/schema-checker.ts';
import type {JsonObject} from '../../../source/domain/json.ts';

const plain = {
	type: 'object',
	properties: {region: {type: 'string'}, verbose: {type: 'boolean'}},
	required: ['region'],
	additionalProperties: false,
};

const check = async (args: JsonObject, inputSchema: JsonObject = plain) => {
	const checker = createSchemaChecker();
	const tool = {server: 'a', tool: 'b', description: '', inputSchema, annotations: {}};
	try {
		return await checkArguments(tool, args, checker, new AbortController().signal);
	} finally {
		await checker.close();
	}
};

it('takes null for an argument that may be left out as if it were, and for no other', async () => {
	expect(await check({region: 'eu', verbose: null})).toBeUndefined();
	expect(await check({region: null})).toMatchObject({type: 'wrong'});
	expect(await check({region: 'eu', other: null})).toMatchObject({type: 'wrong'});
	expect(await check({region: 'eu', verbose: 'yes'})).toMatchObject({type: 'wrong'});
});

it('leaves null where it is a value that the schema asks for', async () => {
	const schema = {
		type: 'object',
		properties: {a: {type: ['string', 'null']}, b: {type: 'string'}},
		anyOf: [{required: ['a']}, {required: ['b']}],
	};
	expect(await check({a: null}, schema)).toBeUndefined();
	expect(await check({}, schema)).toMatchObject({type: 'wrong'});
});

it('refuses nothing because of a type that is unknown beside others', async () => {
	const schema = (other: string) => ({type: 'object', properties: {v: {type: ['string', other]}}});
	expect(await check({v: 5}, schema('any'))).toBeUndefined();
	expect(await check({v: {}}, schema('file'))).toMatchObject({type: 'unchecked'});
});

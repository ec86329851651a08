import {expect, it} from 'vitest';
import {checkArguments} from '../../../source/core/mcp/calls/check-arguments.ts';
import {createSchemaChecker} from '../../../source/core/mcp/calls/schema-checker.ts';
import type {JsonObject} from '../../../source/domain/json.ts';

const check = async (args: JsonObject) => {
	const checker = createSchemaChecker();
	const inputSchema = {
		type: 'object',
		properties: {region: {type: 'string'}, verbose: {type: 'boolean'}},
		required: ['region'],
		additionalProperties: false,
	};
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

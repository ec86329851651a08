import {describe, expect, it} from 'vitest';
import {headerFault} from '../../../source/core/mcp/catalogue/header-declarations.ts';
import type {JsonObject} from '../../../source/domain/json.ts';

const withArgument = (argument: JsonObject): JsonObject => ({type: 'object', properties: {region: argument}});
const region = {type: 'string', 'x-mcp-header': 'Region'};

describe('arguments that are repeated as headers', () => {
	it.each([
		['nothing is repeated', withArgument({type: 'string'})],
		['text is', withArgument(region)],
		['an integer is', withArgument({...region, type: 'integer'})],
		['a flag is', withArgument({...region, type: 'boolean'})],
		['it lies deeper', withArgument({type: 'object', properties: {inner: region}})],
		[
			'an argument has the name of the keyword',
			{type: 'object', properties: {'x-mcp-header': {type: 'string'}}},
		],
		['properties are none', {type: 'object', properties: 'none'}],
	])('are fine where %s', (_what, schema) => {
		expect(headerFault(schema)).toBeUndefined();
	});

	it.each([
		['a number is', withArgument({...region, type: 'number'}), 'something else than text'],
		['it has no type', withArgument({'x-mcp-header': 'Region'}), 'something else than text'],
		['the name is empty', withArgument({...region, 'x-mcp-header': ''}), 'not the name of a header'],
		['the name is no text', withArgument({...region, 'x-mcp-header': 7}), 'not the name of a header'],
		[
			'the name has a line break',
			withArgument({...region, 'x-mcp-header': 'A\r\nB'}),
			'not the name of a header',
		],
		['the whole is', {...region, properties: {}}, 'no single argument'],
		['it is in a list', withArgument({type: 'array', items: region}), 'no single argument'],
		['it is in an alternative', withArgument({anyOf: [region]}), 'no single argument'],
		['it is in a definition', {type: 'object', $defs: {region}}, 'no single argument'],
		[
			'two have the same name',
			{type: 'object', properties: {a: region, b: {...region, 'x-mcp-header': 'REGION'}}},
			'"REGION" twice',
		],
	])('are a fault where %s', (_what, schema, fault) => {
		expect(headerFault(schema)).toContain(fault);
	});
});

// biome-ignore-all lint/suspicious/noTemplateCurlyInString: a person writes variables like this

import {Ajv} from '@modelcontextprotocol/client/validators/ajv';
import {describe, expect, it} from 'vitest';
import {createConfigSchema} from '../../../../source/core/config/json-schema/config-schema.ts';
import {readTools} from '../../../helpers/custom-tool.ts';

const validate = new Ajv({strict: false, allErrors: true}).compile(createConfigSchema());

const url = 'https://a.example/{{a}}';
const parameters = {properties: {a: {type: 'string'}}, required: ['a']};
const tool = (more: object) => ({a: {description: 'x', parameters, endpoint: url, ...more}});
const endpoint = (more: object) => tool({endpoint: {url, ...more}});

describe('the schema of the configuration, for editors', () => {
	it.each([
		tool({}),
		tool({title: 'A', result: 'json', readOnly: true, modes: ['act', 'plan', 'rest'], disabled: true}),
		tool({input_schema: {type: 'object'}, parameters: undefined, endpoint: 'https://a.example'}),
		tool({result: {path: '/a', as: 'json', error: 'b'}, annotations: {readOnlyHint: true}}),
		endpoint({method: 'post', headers: {'X-A': '{{a}}', B: 1}, body: ['{{a}}', {b: null}], timeout: 2000}),
		endpoint({query: {a: 1}, form: {b: true}, allow_insecure: true}),
		tool({endpoint: {url: '${WHERE:-https://a.example}'}, parameters: {}}),
	])('accepts what the program accepts: %j', customTools => {
		const content = JSON.parse(JSON.stringify(customTools));
		expect(validate({customTools: content}) ? [] : validate.errors).toEqual([]);
		expect(readTools(content).refusedCustomTools).toEqual([]);
	});

	it.each([
		{a: {}},
		{a: {description: 'x'}},
		{'a b': tool({}).a},
		{calculate: tool({}).a},
		tool({endpiont: url}),
		tool({description: ' '}),
		tool({endpoint: 'ftp://a.example'}),
		tool({result: 'xml'}),
		tool({modes: ['fly']}),
		endpoint({method: 'TRACE'}),
		endpoint({header: {}}),
		endpoint({headers: {'a b': 'c'}}),
		endpoint({timeout: 0}),
	])('marks what the program refuses: %j', customTools => {
		expect(validate({customTools})).toBe(false);
		expect(readTools(customTools).refusedCustomTools).toHaveLength(1);
	});
});

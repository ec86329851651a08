import {AjvJsonSchemaValidator} from '@modelcontextprotocol/client/validators/ajv';
import fc from 'fast-check';
import {beforeEach, describe, expect, it, vi} from 'vitest';
import {adaptSchema, type SchemaDialect} from '../../../../source/core/models/schema/adapt-schema.ts';
import type {JsonObject} from '../../../../source/domain/json.ts';
import {evilSchemas} from '../../../helpers/evil-schemas.ts';
import {checkAnthropicRequest} from '../../../helpers/strict-anthropic.ts';
import {checkChatRequest} from '../../../helpers/strict-openai-chat.ts';
import {checkResponsesRequest} from '../../../helpers/strict-openai-responses.ts';
import {arbitrarySchema} from './arbitrary-schema.ts';

const dialects: readonly SchemaDialect[] = ['anthropic', 'openai'];

/** What the APIs say about a request with a tool of this schema. */
const refusals = (schema: JsonObject, dialect: SchemaDialect): readonly string[] => {
	const user = {role: 'user', content: 'Hello'};
	const offered = {name: 'tool', description: 'A tool.'};
	return dialect === 'anthropic'
		? checkAnthropicRequest({
				model: 'm',
				max_tokens: 1,
				messages: [user],
				tools: [{...offered, input_schema: schema}],
			})
		: [
				...checkChatRequest({
					model: 'm',
					messages: [user],
					tools: [{type: 'function', function: {...offered, parameters: schema}}],
				}),
				...checkResponsesRequest({
					model: 'm',
					input: [user],
					tools: [{type: 'function', strict: false, ...offered, parameters: schema}],
				}),
			];
};

/** An independent opinion: a schema that it cannot compile is none. */
const compiles = (schema: JsonObject): boolean => {
	new AjvJsonSchemaValidator().getValidator(schema);
	return true;
};

const expectSendable = (schema: JsonObject, dialect: SchemaDialect): void => {
	const before = JSON.stringify(schema);
	const adapted = adaptSchema(schema, dialect);
	expect(JSON.stringify(schema)).toBe(before);
	if (adapted.type === 'unfit') {
		expect(adapted.reason).not.toBe('');
		return;
	}
	expect(refusals(adapted.schema, dialect)).toEqual([]);
	expect(compiles(adapted.schema)).toBe(true);
	const again = adaptSchema(adapted.schema, dialect);
	expect(again).toEqual({type: 'sendable', schema: adapted.schema, changes: []});
	expect(again.type === 'sendable' && again.schema).toBe(adapted.schema);
};

// The validator warns about every format that it does not know.
beforeEach(() => {
	vi.spyOn(console, 'warn').mockImplementation(() => {});
});

describe('a tool schema from a server', () => {
	for (const dialect of dialects) {
		describe(`for ${dialect}`, () => {
			for (const evil of evilSchemas) {
				it(`is ${evil[dialect]} when it is evil by ${evil.name}`, () => {
					const adapted = adaptSchema(evil.schema, dialect);
					const fate = adapted.type === 'unfit' ? 'unfit' : adapted.changes.length > 0 ? 'adapted' : 'fits';
					expect(fate).toBe(evil[dialect]);
					if (evil.mentions !== undefined) {
						expect(adapted.type === 'unfit' ? adapted.reason : adapted.changes.join('\n')).toMatch(
							evil.mentions,
						);
					}
					expectSendable(evil.schema, dialect);
				});
			}

			it('is sendable or unfit, whatever JSON it is, and is not changed twice', () => {
				fc.assert(
					fc.property(arbitrarySchema, schema => expectSendable(schema, dialect)),
					{numRuns: 1000},
				);
			});
		});
	}
});

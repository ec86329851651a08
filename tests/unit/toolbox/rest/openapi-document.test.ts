import {fromJsonSchema} from '@modelcontextprotocol/server';
import {Validator} from '@seriousme/openapi-schema-validator';
import {describe, expect, it} from 'vitest';
import {createOpenApiDocument} from '../../../../source/core/toolbox/rest/openapi-document.ts';
import {createToolSet} from '../../../../source/core/toolbox/toolbox-tools.ts';
import {createWaitingTool} from '../../../helpers/served-toolbox.ts';

const {tools} = createToolSet({roots: [], now: () => 0});

const validate = async (document: ReturnType<typeof createOpenApiDocument>) => {
	const validator = new Validator();
	const {valid, errors} = await validator.validate(structuredClone(document));
	return {valid, errors, version: validator.version};
};

/** As a tool whose schema was written by hand has it, with a part that it refers to. */
const withReferences = {
	...createWaitingTool().tool,
	name: 'find people/places',
	inputSchemaName: 'Find input',
	inputSchema: fromJsonSchema({
		type: 'object',
		properties: {who: {$ref: '#/$defs/person'}},
		$defs: {person: {type: 'object', properties: {boss: {$ref: '#/$defs/person'}, all: {$ref: '#'}}}},
	}),
};

describe('the OpenAPI document', () => {
	it('is valid, with and without a token', async () => {
		for (const needsToken of [true, false]) {
			const document = createOpenApiDocument({tools, version: '1.2.3', needsToken});
			expect(await validate(document)).toEqual({valid: true, errors: undefined, version: '3.1'});
		}
	});

	it('describes every tool with its schemas and descriptions', () => {
		const {paths, components} = createOpenApiDocument({tools, version: '1.2.3', needsToken: false});
		expect(Object.keys(paths)).toEqual(['/health', '/tools', ...tools.map(({name}) => `/tools/${name}`)]);
		expect(paths).toMatchObject({
			'/tools/calculate': {
				post: {
					operationId: 'calculate',
					requestBody: {
						content: {'application/json': {schema: {$ref: '#/components/schemas/CalculateInputSchema'}}},
					},
					responses: {
						'200': {
							content: {
								'application/json': {
									schema: {
										properties: {structuredContent: {$ref: '#/components/schemas/CalculateOutputSchema'}},
									},
								},
							},
						},
					},
				},
			},
		});
		expect(components.schemas).toMatchObject({
			CalculateInputSchema: {
				type: 'object',
				properties: {expression: {type: 'string', description: expect.any(String)}},
				additionalProperties: false,
			},
		});
		expect(JSON.stringify(components)).not.toContain('$schema');
	});

	it('asks for the token where one is needed', () => {
		const document = createOpenApiDocument({tools, version: '1', needsToken: true});
		expect(document).toMatchObject({
			components: {securitySchemes: {token: {type: 'http', scheme: 'bearer'}}},
			security: [{token: []}],
		});
		expect(createOpenApiDocument({tools, version: '1', needsToken: false})).not.toHaveProperty('security');
	});

	it('keeps references inside of a schema, and names apart', async () => {
		const document = createOpenApiDocument({
			tools: [
				withReferences,
				{...withReferences, name: 'again'},
				{...withReferences, inputSchemaName: 'Error'},
			],
			version: '1',
			needsToken: false,
		});
		expect(await validate(document)).toMatchObject({valid: true, errors: undefined});
		expect(Object.keys(document.components.schemas)).toEqual([
			'Error',
			'TextContent',
			'Tool',
			'Find-input',
			'Find-input-2',
			'Error-2',
		]);
		expect(document.components.schemas).toMatchObject({
			'Find-input-2': {
				properties: {who: {$ref: '#/components/schemas/Find-input-2/$defs/person'}},
				$defs: {
					person: {
						properties: {
							boss: {$ref: '#/components/schemas/Find-input-2/$defs/person'},
							all: {$ref: '#/components/schemas/Find-input-2'},
						},
					},
				},
			},
		});
		expect(document.paths).toHaveProperty(['/tools/find%20people%2Fplaces']);
	});
});

import type {JsonObject} from '../../../domain/json.ts';
import type {ToolFit} from '../../../domain/model.ts';
import type {OfferedTool, ToolDefinition} from '../../../domain/tool.ts';
import {wellFormedText} from '../wire/well-formed.ts';
import {type AdaptedSchema, adaptSchema, type SchemaDialect} from './adapt-schema.ts';

export type {SchemaDialect} from './adapt-schema.ts';

export type ToolSchemas = {
	readonly fit: (tool: OfferedTool) => ToolFit;
	/** What is sent; only for tools that are not unfit. */
	readonly schemaOf: (tool: OfferedTool) => JsonObject;
};

const toolName = /^[a-zA-Z0-9_-]{1,64}$/;

/** Enough for what is said of an unfit tool's schema: it is not sent. */
const anything: JsonObject = {type: 'object', properties: {}};

/** How long a tool's description may be: OpenAI refuses longer ones, Anthropic bills for them. */
const maxDescription: Readonly<Record<SchemaDialect, number>> = {anthropic: 10_000, openai: 1024};
const cutMark = ' […]';

/** What the model is told about a tool, as long as the provider takes it. */
export const descriptionOf = ({definition}: OfferedTool, dialect: SchemaDialect): string => {
	const description = wellFormedText(definition.description.trim());
	const limit = maxDescription[dialect];
	if (description.length <= limit) return description;
	return `${wellFormedText(description.slice(0, limit - cutMark.length))}${cutMark}`;
};

/** The tools' schemas as a provider takes them. Each definition is looked at once. */
export const createToolSchemas = (dialect: SchemaDialect): ToolSchemas => {
	const known = new WeakMap<ToolDefinition, AdaptedSchema>();
	const adapted = (definition: ToolDefinition): AdaptedSchema => {
		const found = known.get(definition) ?? adaptSchema(definition.inputSchema, dialect);
		known.set(definition, found);
		return found;
	};
	return {
		fit({modelName, definition}) {
			if (!toolName.test(modelName)) {
				return {
					type: 'unfit',
					reason: `the provider does not take its name (${modelName.length} characters; letters, digits, "_" and "-", at most 64)`,
				};
			}
			const schema = adapted(definition);
			if (schema.type === 'unfit') return schema;
			return schema.changes.length === 0 ? {type: 'fits'} : {type: 'adapted', changes: schema.changes};
		},
		schemaOf({definition}) {
			const schema = adapted(definition);
			return schema.type === 'unfit' ? anything : schema.schema;
		},
	};
};

import {isJsonObject, type JsonObject, type JsonValue} from '../../domain/json.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import type {Line} from '../pager/line.ts';
import {reveal} from '../text/reveal.ts';
import {shownName} from '../tree/tree-lines.ts';

const listed = 8;

const safe = (text: string): string => sanitiseLine(reveal(text));

const inline = (value: JsonValue): string => safe(JSON.stringify(value));

/** `string`, `array of string`, `one of "a", "b"` */
const typeText = (schema: JsonObject): string => {
	const {type, items} = schema;
	if (Array.isArray(schema.enum)) {
		const values: readonly JsonValue[] = schema.enum;
		const shown = values.slice(0, listed).map(inline);
		return `one of ${[...shown, ...(values.length > listed ? [`${values.length - listed} more`] : [])].join(', ')}`;
	}
	const name = Array.isArray(type)
		? type.map(String).join(' or ')
		: typeof type === 'string'
			? type
			: 'anything';
	return name === 'array' && isJsonObject(items)
		? `array of ${typeText({type: items.type ?? 'anything'})}`
		: safe(name);
};

const parameter = (name: string, schema: JsonValue, isRequired: boolean): readonly Line[] => {
	const own: JsonObject = isJsonObject(schema) ? schema : {};
	const facts = [
		typeText(own),
		...(isRequired ? ['required'] : []),
		...(own.default === undefined ? [] : [`default ${inline(own.default)}`]),
	];
	return [
		{label: `  ${shownName(name)}  `, labelTone: 'name', text: facts.join(', ')},
		...(typeof own.description === 'string' ? [{label: '    ', text: safe(own.description)}] : []),
	];
};

/** What a tool takes: name, type, whether it must be there, and what it is for. */
export const parameterLines = (schema: JsonObject): readonly Line[] => {
	const properties = isJsonObject(schema.properties) ? schema.properties : {};
	const required: readonly JsonValue[] = Array.isArray(schema.required) ? schema.required : [];
	const names = Object.keys(properties);
	return names.length === 0
		? [{label: '  ', text: 'none', tone: 'dim'}]
		: names.flatMap(name => parameter(name, properties[name] ?? {}, required.includes(name)));
};

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
	const alternatives = [schema.anyOf, schema.oneOf].flatMap(list => (Array.isArray(list) ? list : []));
	if (type === undefined && alternatives.length > 0) {
		const kinds = alternatives
			.slice(0, listed)
			.map(each => (isJsonObject(each) ? typeText(each) : 'anything'));
		return [...new Set(kinds)].join(' or ');
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

/** Deeper than this nobody reads a table; the schema is there, too. */
const deepest = 4;
const most = 300;

/** What stands inside of a value: the members of an object, or of the objects in a list. */
const insideOf = ({items, ...schema}: JsonObject): JsonObject =>
	isJsonObject(schema.properties) ? schema : isJsonObject(items) ? items : {};

const parameter = (name: string, schema: JsonValue, isRequired: boolean, depth: number): readonly Line[] => {
	const own: JsonObject = isJsonObject(schema) ? schema : {};
	const indent = '  '.repeat(depth);
	const facts = [
		typeText(own),
		...(typeof own.format === 'string' ? [safe(own.format)] : []),
		...(isRequired ? ['required'] : []),
		...(own.default === undefined ? [] : [`default ${inline(own.default)}`]),
	];
	return [
		{label: `${indent}${shownName(name)}  `, labelTone: 'name', text: facts.join(', ')},
		...(typeof own.description === 'string' ? [{label: `${indent}  `, text: safe(own.description)}] : []),
		...(depth < deepest ? membersOf(insideOf(own), depth + 1) : []),
	];
};

const membersOf = (schema: JsonObject, depth: number): readonly Line[] => {
	const properties = isJsonObject(schema.properties) ? schema.properties : {};
	const required: readonly JsonValue[] = Array.isArray(schema.required) ? schema.required : [];
	return Object.keys(properties).flatMap(name =>
		parameter(name, properties[name] ?? {}, required.includes(name), depth),
	);
};

/** What a tool takes: name, type, whether it must be there, and what it is for. What is inside of it is indented. */
export const parameterLines = (schema: JsonObject): readonly Line[] => {
	const lines = membersOf(schema, 1);
	if (lines.length === 0) {
		return [{label: '  ', text: 'none', tone: 'dim'}];
	}
	return lines.length > most
		? [...lines.slice(0, most), {label: '  ', text: 'and more: see the schema', tone: 'dim'}]
		: lines;
};

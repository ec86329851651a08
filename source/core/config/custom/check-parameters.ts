import {isJsonObject, type JsonObject, type JsonValue} from '../../../domain/json.ts';
import {checkableForm} from '../../../domain/schema/checkable-form.ts';
import {suggestion} from '../../../support/nearest.ts';
import {type Complaint, malformed} from '../complaint.ts';

/** What a tool takes that says nothing about it. */
export const noParameters: JsonObject = {type: 'object', properties: {}, additionalProperties: false};

const types = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'];

const checkType = (name: string, schema: JsonValue): readonly Complaint[] => {
	if (typeof schema === 'boolean') return [];
	if (!isJsonObject(schema)) {
		return [malformed(['properties', name], 'expected a JSON Schema, such as {"type": "string"}')];
	}
	const {type} = schema;
	const wrong = (type === undefined ? [] : Array.isArray(type) ? type : [type]).filter(
		each => typeof each !== 'string' || !types.includes(each),
	);
	return wrong.map(each =>
		malformed(
			['properties', name, 'type'],
			`expected one of ${types.join(', ')}${typeof each === 'string' ? suggestion(each, types) : ''}`,
		),
	);
};

export const propertiesOf = ({properties}: JsonObject): JsonObject =>
	isJsonObject(properties) ? properties : {};

const requiredOf = ({required}: JsonObject): readonly string[] =>
	Array.isArray(required) ? required.filter(name => typeof name === 'string') : [];

/** What no call could be checked by. */
const checkUse = (schema: JsonObject): readonly Complaint[] =>
	checkableForm(schema).lost.map(({path, why}) =>
		malformed(path, `${why}, so that no call could be checked by it`),
	);

/** What would keep a model, or a check of its arguments, from using the schema. */
export const checkParameters = (schema: JsonObject): readonly Complaint[] => {
	const {type, properties, required} = schema;
	if (type !== undefined && type !== 'object') {
		return [malformed(['type'], 'expected "object": arguments always have names')];
	}
	if (properties !== undefined && !isJsonObject(properties)) {
		return [malformed(['properties'], 'expected an object')];
	}
	const isList = Array.isArray(required) && required.every(name => typeof name === 'string');
	if (required !== undefined && !isList) {
		return [malformed(['required'], 'expected an array of names')];
	}
	const known = Object.keys(propertiesOf(schema));
	const found = [
		...Object.entries(propertiesOf(schema)).flatMap(([name, each]) => checkType(name, each)),
		...requiredOf(schema)
			.filter(name => properties !== undefined && !known.includes(name))
			.map(name =>
				malformed(['required'], `names ${name}, which properties do not have${suggestion(name, known)}`),
			),
	];
	return found.length === 0 ? checkUse(schema) : found;
};

/** Whether an argument is always there: the model has to give it, or it has a default. */
export const isAlwaysThere = (schema: JsonObject, name: string): boolean => {
	const property = propertiesOf(schema)[name];
	return requiredOf(schema).includes(name) || (isJsonObject(property) && property.default !== undefined);
};

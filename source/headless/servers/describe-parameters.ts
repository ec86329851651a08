import {isJsonObject, type JsonObject, type JsonValue} from '../../domain/json.ts';

const mostShown = 30;
const mostChoices = 12;

const kindOf = (schema: JsonValue | undefined): string => {
	if (!isJsonObject(schema)) {
		return 'any value';
	}
	const {type} = schema;
	const choices = Array.isArray(schema.enum) ? schema.enum : undefined;
	if (choices !== undefined) {
		const shown = choices.slice(0, mostChoices).map(choice => JSON.stringify(choice));
		return `one of ${shown.join(', ')}${choices.length > shown.length ? ', …' : ''}`;
	}
	if (type === 'array') {
		return `list of ${kindOf(schema.items)}`;
	}
	return Array.isArray(type) ? type.join(' or ') : typeof type === 'string' ? type : 'any value';
};

/** What a tool takes, in a sentence: `It takes message (string, required) and times (integer).` */
export const describeParameters = ({properties, required}: JsonObject): string => {
	const names = isJsonObject(properties) ? Object.keys(properties) : [];
	if (names.length === 0) {
		return 'It takes no arguments.';
	}
	const needed = Array.isArray(required) ? required : [];
	const shown = names.slice(0, mostShown).map(name => {
		const kind = kindOf(isJsonObject(properties) ? properties[name] : undefined);
		return `${name} (${kind}${needed.includes(name) ? ', required' : ''})`;
	});
	return `It takes ${shown.join(', ')}${names.length > shown.length ? ', and more' : ''}.`;
};

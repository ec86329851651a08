import {createConfigSchema} from '../../source/core/config/json-schema/config-schema.ts';
import {isJsonObject, type JsonObject, type JsonValue} from '../../source/domain/json.ts';
import {keyActions} from '../../source/domain/key-choice.ts';
import {actionOf, promptBindings} from '../../source/ui/input/keymap.ts';
import {shownKey} from '../../source/ui/input/viewer-bindings.ts';

/** The parts of docs/configuration.md: the name of its table, and where the schema has it. */
const places: Readonly<Record<string, readonly string[]>> = {
	config: [],
	server: ['definitions', 'server'],
	bearer: ['definitions', 'bearerAuth'],
	'api-key': ['definitions', 'apiKeyAuth'],
	basic: ['definitions', 'basicAuth'],
	oauth: ['definitions', 'oauth'],
	'identity-provider': ['definitions', 'oauth', 'properties', 'identityProvider'],
	input: ['properties', 'inputs', 'items'],
	provider: ['definitions', 'provider'],
	rule: ['definitions', 'rule'],
	matcher: ['definitions', 'matcher', 'anyOf', '2'],
	annotations: ['definitions', 'rule', 'properties', 'annotations'],
	assistant: ['definitions', 'assistant'],
	'assistant-tools': ['definitions', 'assistant', 'properties', 'tools'],
	toolbox: ['definitions', 'toolbox'],
	'custom-tool': ['definitions', 'customTool'],
	endpoint: ['definitions', 'customEndpoint'],
	result: ['definitions', 'customResult'],
};

const schema = createConfigSchema();

const membersOf = (value: JsonValue | undefined): JsonObject => (isJsonObject(value) ? value : {});

const at = (path: readonly string[]): JsonObject => {
	let value: JsonValue | undefined = schema;
	for (const name of path) value = Array.isArray(value) ? value[Number(name)] : membersOf(value)[name];
	return membersOf(value);
};

const code = (text: string): string => `\`${text}\``;
const unique = (words: readonly string[]): readonly string[] => [...new Set(words)];

const wordOf: Readonly<Record<string, string>> = {
	string: 'text',
	boolean: '`true`, `false`',
	integer: 'whole number',
	number: 'number',
	null: '`null`',
	object: 'object',
};

const rangeOf = ({minimum, maximum}: JsonObject): string => {
	if (typeof minimum !== 'number' || (minimum <= 1 && maximum === undefined)) return '';
	return typeof maximum === 'number' && maximum < 1e9 ? ` ${minimum} to ${maximum}` : ` from ${minimum}`;
};

const isReference = (form: JsonObject): boolean => String(form.pattern ?? '').includes('{env:');

/** What may be written there, in words. */
const typeOf = (form: JsonObject): string => {
	if (typeof form.$ref === 'string') return `[${form.$ref.split('/').at(-1)}](#${anchorOf(form.$ref)})`;
	if (Array.isArray(form.enum)) return form.enum.map(value => code(String(value))).join(', ');
	if (form.type === 'number' && Array.isArray(form.anyOf)) return 'seconds, 1 to 300';
	if (Array.isArray(form.anyOf)) {
		const forms = form.anyOf.filter(isJsonObject).filter(each => !isReference(each));
		const words = unique(forms.map(typeOf));
		// A pattern beside a list of words only takes other spellings of them.
		return words.filter(word => word !== 'text' || !words[0]?.startsWith('`')).join(' or ');
	}
	if (form.type === 'array') {
		const item = typeOf(membersOf(form.items));
		return item === 'text' ? 'texts' : item === '' ? 'list' : `list of ${item}`;
	}
	if (form.type === 'object' && isJsonObject(form.additionalProperties)) {
		const item = typeOf(form.additionalProperties);
		return `object of ${item === 'object' ? 'objects' : item.startsWith('text') ? 'texts' : item}`;
	}
	if (Array.isArray(form.type)) return unique(form.type.map(type => wordOf[String(type)] ?? '')).join(', ');
	if (form.type === undefined) return 'any JSON';
	return `${wordOf[String(form.type)] ?? ''}${rangeOf(form)}`;
};

/** The headings of docs/configuration.md by the names of the definitions. */
const anchors: Readonly<Record<string, string>> = {
	server: 'servers',
	auth: 'signing-in',
	oauth: 'oauth',
	provider: 'providers',
	rule: 'approvals',
	matcher: 'approvals',
	assistant: 'assistants',
	toolbox: 'toolbox',
	customTool: 'custom-tools',
	customEndpoint: 'endpoint',
	customResult: 'result',
};
const anchorOf = (reference: string): string => anchors[reference.split('/').at(-1) ?? ''] ?? '';

/** Other words for a key; the spellings in snake_case and kebab-case go without saying. */
const otherNames = (owner: JsonObject, key: string): readonly string[] =>
	Object.entries(membersOf(owner.patternProperties)).flatMap(([pattern, form]) =>
		String(membersOf(form).$ref ?? '').endsWith(`/properties/${key}`)
			? pattern
					.slice('^(?:'.length, -')$'.length)
					.split('|')
					.filter(name => !/[_-]/.test(name))
			: [],
	);

const noteOf = (form: JsonObject): string => (typeof form.description === 'string' ? form.description : '');

const cell = (text: string): string => text.replaceAll('|', '\\|');

const usualOf = ({default: usual}: JsonObject): string =>
	usual === undefined || JSON.stringify(usual) === '{}' || JSON.stringify(usual) === '[]'
		? ''
		: code(typeof usual === 'string' ? usual : JSON.stringify(usual));

export type ConfigRow = {readonly key: string; readonly form: JsonObject; readonly note: string};

/** The keys of a part of the configuration. */
export const configRows = (part: string): readonly ConfigRow[] =>
	Object.entries(membersOf(at(places[part] ?? []).properties)).map(([key, form]) => ({
		key,
		form: membersOf(form),
		note: noteOf(membersOf(form)),
	}));

export const configParts: readonly string[] = Object.keys(places);

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
	[head, head.map(() => '---'), ...rows].map(row => `| ${row.map(cell).join(' | ')} |`).join('\n');

const partTable = (part: string): string =>
	table(
		['key', 'type', 'default', 'what it is'],
		configRows(part).map(({key, form, note}) => [
			[key, ...otherNames(at(places[part] ?? []), key)].map(code).join(', '),
			typeOf(form),
			usualOf(form),
			note,
		]),
	);

/** Too near to another one to be in the list of keys. */
const silentActions: Readonly<Record<string, string>> = {
	'delete-word-before': 'delete letters and digits before',
};

const keyTable = (): string =>
	table(
		['name', 'usual keys', 'what it does'],
		keyActions.map(action => {
			const {keys = [], help = silentActions[action] ?? ''} =
				promptBindings.find(({intent}) => actionOf(intent) === action) ?? {};
			return [code(action), keys.map(key => code(shownKey(key))).join(', '), help];
		}),
	);

/** The tables of the configuration by the marks between which pages have them. */
export const configTables: Readonly<Record<string, string>> = {
	'config-keys': table(
		['key', 'what it is'],
		configRows('config').map(({key, note}) => [code(key), note]),
	),
	...Object.fromEntries(configParts.map(part => [`config ${part}`, partTable(part)])),
	'config actions': keyTable(),
};

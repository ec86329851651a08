import {isJsonObject, type JsonObject, type JsonValue} from '../../domain/json.ts';
import type {ConfigChanged} from '../../domain/server-ports.ts';
import type {ToolRef} from '../../domain/tool.ts';
import {allowsTool, coversTool, joinedName, namesTool} from '../../support/tool-rule.ts';
import {changeConfigFile} from './change-config-file.ts';
import {canonicalKey} from './read-object.ts';
import type {Disk} from './replace-file-sync.ts';
import {sectionsOf} from './server-sections.ts';

/** Whether somebody works with a tool: an assistant, or everybody who uses its server. */
export type ToolChoice = ToolRef & {
	readonly isOn: boolean;
	/** Without it, it is the entry of the server that says so. */
	readonly assistant?: string;
	/** The server is the built-in one, which has a place of its own in the file. */
	readonly isBuiltIn?: boolean;
};

type ToolChoiceOptions = {
	/** The user's own configuration. */
	readonly file: string;
	readonly patience?: number;
	readonly disk?: Disk;
};

type Refused = {
	readonly type: 'refused';
	readonly code: string;
	readonly message: string;
	readonly hint: string;
};

/** Keys from the entry on. */
type Path = readonly string[];

type Switched = {readonly type: 'switched'; readonly entry: JsonObject} | Refused;

const switched = (entry: JsonObject): Switched => ({type: 'switched', entry});

const refuse = (message: string, hint: string): Refused => ({
	type: 'refused',
	code: 'tool-not-switched',
	message,
	hint,
});

const keyIn = (object: JsonObject, name: string, aliases: Readonly<Record<string, string>> = {}) =>
	Object.keys(object).find(key => canonicalKey(key, [name], aliases) === name);

const memberOf = (value: JsonValue | undefined, key: string): JsonValue | undefined =>
	isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;

const valueAt = (entry: JsonObject, path: Path): JsonValue | undefined =>
	path.reduce<JsonValue | undefined>(memberOf, entry);

const textsAt = (entry: JsonObject, path: Path): readonly string[] | undefined => {
	const value = valueAt(entry, path);
	return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : undefined;
};

const withValue = (object: JsonObject, [key, ...rest]: Path, value: JsonValue | undefined): JsonObject => {
	if (key === undefined) {
		return object;
	}
	const {[key]: before, ...others} = object;
	if (rest.length > 0) {
		return {...object, [key]: withValue(isJsonObject(before) ? before : {}, rest, value)};
	}
	return value === undefined ? others : {...object, [key]: value};
};

/** Where an entry says which tools it has: in keys of its own, or inside of `tools`. */
const pathOf = (entry: JsonObject, which: 'include' | 'exclude'): Path => {
	const own = keyIn(entry, `${which}Tools`);
	const tools = keyIn(entry, 'tools');
	const inner = tools === undefined ? undefined : entry[tools];
	if (own !== undefined || tools === undefined || !isJsonObject(inner)) {
		return [own ?? `${which}Tools`];
	}
	return [tools, keyIn(inner, which, {[`${which}Tools`]: which}) ?? which];
};

type Rules = {
	/** How the tool is written down. */
	readonly pattern: string;
	readonly excludes: (rule: string) => boolean;
	readonly includes: (rule: string) => boolean;
};

const rulesFor = ({server, tool, assistant}: ToolChoice): Rules =>
	assistant === undefined
		? {
				pattern: tool,
				excludes: rule => namesTool(rule, {server, tool}),
				includes: rule => namesTool(rule, {server, tool}),
			}
		: {
				pattern: joinedName({server, tool}),
				excludes: rule => coversTool(rule, {server, tool}),
				includes: rule => allowsTool(rule, {server, tool}),
			};

const switchOff = (entry: JsonObject, {pattern, excludes}: Rules): Switched => {
	const path = pathOf(entry, 'exclude');
	const before = textsAt(entry, path) ?? [];
	return switched(before.some(excludes) ? entry : withValue(entry, path, [...before, pattern]));
};

const switchOn = (entry: JsonObject, {pattern, excludes, includes}: Rules): Switched => {
	const path = pathOf(entry, 'exclude');
	const before = textsAt(entry, path);
	const left = before?.filter(rule => rule !== pattern) ?? [];
	const other = left.find(excludes);
	if (other !== undefined) {
		return refuse(
			`"${other}" in ${path.join('.')} switches it off, and others perhaps.`,
			'Change that in the file.',
		);
	}
	const isChanged = before !== undefined && left.length < before.length;
	const cleared = isChanged ? withValue(entry, path, left.length === 0 ? undefined : [...left]) : entry;
	const included = textsAt(cleared, pathOf(cleared, 'include'));
	if (included === undefined || included.some(includes)) {
		return switched(cleared);
	}
	return includes(pattern)
		? switched(withValue(cleared, pathOf(cleared, 'include'), [...included, pattern]))
		: refuse(`No rule can name ${pattern} alone.`, 'Change includeTools in the file.');
};

/** What the file says about the built-in server, as an entry. */
const toolboxEntry = (written: JsonValue | undefined): JsonObject => {
	if (isJsonObject(written)) return written;
	return typeof written === 'boolean' ? {disabled: !written} : {};
};

/** Switches a tool on or off in the user's own file. Comments, and everything else, stay. Never throws. */
export const changeToolChoice = (
	choice: ToolChoice,
	{file, patience, disk}: ToolChoiceOptions,
): Promise<ConfigChanged> =>
	changeConfigFile({file, isProject: false, patience, disk}, content => {
		const {assistant, server} = choice;
		const rules = rulesFor(choice);
		if (rules.pattern.includes('*')) {
			return refuse(`The name ${rules.pattern} has a *, which stands for anything in a rule.`, 'Rename it.');
		}
		if (choice.isBuiltIn === true && assistant === undefined) {
			const entry = toolboxEntry(content.toolbox);
			const changed = choice.isOn ? switchOn(entry, rules) : switchOff(entry, rules);
			return changed.type === 'refused'
				? changed
				: {type: 'changed', content: {...content, toolbox: changed.entry}};
		}
		const name = assistant ?? server;
		const sections =
			assistant === undefined ? sectionsOf(content) : [keyIn(content, 'assistants') ?? 'assistants'];
		const home = sections.find(section => isJsonObject(memberOf(content[section], name)));
		const entry = home === undefined ? undefined : memberOf(content[home], name);
		if (home === undefined || !isJsonObject(entry)) {
			const what = assistant === undefined ? 'server' : 'assistant';
			return refuse(`There is no ${what} "${name}" in ${file}.`, 'Change it in the file that names it.');
		}
		const changed = choice.isOn ? switchOn(entry, rules) : switchOff(entry, rules);
		return changed.type === 'refused'
			? changed
			: {type: 'changed', content: withValue(content, [home, name], changed.entry)};
	});

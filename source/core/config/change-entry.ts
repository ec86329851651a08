import {isJsonObject, type JsonObject} from '../../domain/json.ts';
import type {ServerEntryChange} from '../../domain/server-ports.ts';
import {suggestion} from '../../support/nearest.ts';
import type {Place} from './complaint.ts';
import {sectionsOf} from './server-sections.ts';

export type EntryChanged =
	| {readonly type: 'changed'; readonly content: JsonObject}
	| {readonly type: 'refused'; readonly code: string; readonly message: string; readonly hint: string};

const refuse = (code: string, message: string, hint: string): EntryChanged => ({
	type: 'refused',
	code,
	message,
	hint,
});

const without = (object: JsonObject, key: string): JsonObject =>
	Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));

/** The same members in the same order, one of them with another name and value. */
const putInPlace = (object: JsonObject, old: string, name: string, value: JsonObject): JsonObject =>
	Object.fromEntries(
		Object.entries(object).flatMap(([key, item]) =>
			key === old ? [[name, value]] : key === name ? [] : [[key, item]],
		),
	);

const sectionOf = (top: JsonObject, section: string): JsonObject => {
	const value = Object.hasOwn(top, section) ? top[section] : undefined;
	return isJsonObject(value) ? value : {};
};

const withDisabled = (entry: JsonObject, disabled: boolean): JsonObject => {
	if (Object.hasOwn(entry, 'enabled')) {
		return without({...entry, enabled: !disabled}, 'disabled');
	}
	return disabled ? {...entry, disabled: true} : without(entry, 'disabled');
};

/** Changes one server in the content of a configuration; everything else stays as it is. */
export const changeEntry = (
	file: string,
	top: JsonObject,
	change: ServerEntryChange,
	describe: (path: Place, message: string) => string,
): EntryChanged => {
	const sections = sectionsOf(top);
	const bad = sections.find(key => !isJsonObject(top[key]));
	if (bad !== undefined) {
		const message = `${describe([bad], 'expected an object')}. The file was not changed.`;
		return refuse('bad-config', message, 'Correct it there, then try again.');
	}
	const {name} = change;
	const home = sections.find(section => Object.hasOwn(sectionOf(top, section), name));
	const changed = (section: string, servers: JsonObject): EntryChanged => ({
		type: 'changed',
		content: {...top, [section]: servers},
	});
	if (change.type === 'put') {
		if (home !== undefined && !change.replace) {
			const message = `There is a server "${name}" in ${file} already.`;
			const hint = 'Remove it first, replace it (mcp add --replace), or take another name.';
			return refuse('server-exists', message, hint);
		}
		const {was} = change;
		const before =
			was === undefined || was === name
				? undefined
				: sections.find(section => Object.hasOwn(sectionOf(top, section), was));
		// Where the file keeps its servers already.
		const section = home ?? before ?? sections[0] ?? 'mcpServers';
		const rest = sectionOf(top, section);
		return changed(
			section,
			before === section && was !== undefined
				? putInPlace(rest, was, name, change.entry)
				: {...rest, [name]: change.entry},
		);
	}
	if (home === undefined) {
		const names = sections.flatMap(section => Object.keys(sectionOf(top, section)));
		const message = `There is no server "${name}" in ${file}${suggestion(name, names) || '.'}`;
		const known = names.length === 0 ? 'The file has no servers.' : `It has: ${names.join(', ')}.`;
		return refuse('unknown-server', message, known);
	}
	const servers = sectionOf(top, home);
	if (change.type === 'remove') {
		return changed(home, without(servers, name));
	}
	const entry = servers[name];
	return isJsonObject(entry)
		? changed(home, {...servers, [name]: withDisabled(entry, change.disabled)})
		: refuse('bad-config', describe([home, name], 'expected an object'), 'Correct it there.');
};

import {isJsonObject, type JsonObject} from '../../domain/json.ts';
import type {ServerEntryChange} from '../../domain/server-ports.ts';
import {suggestion} from '../../support/nearest.ts';
import {parseConfigText, plainValue, withoutMark} from './config-text.ts';
import {removeMember, setMember} from './edit-members.ts';
import {serverSections} from './server-sections.ts';

export type TextChanged =
	| {readonly type: 'changed'; readonly text: string}
	| {readonly type: 'refused'; readonly code: string; readonly message: string; readonly hint: string};

const refuse = (code: string, message: string, hint: string): TextChanged => ({
	type: 'refused',
	code,
	message,
	hint,
});

const sectionOf = (top: JsonObject, section: string): JsonObject => {
	const value = Object.hasOwn(top, section) ? top[section] : undefined;
	return isJsonObject(value) ? value : {};
};

const put = (
	text: string,
	top: JsonObject,
	home: string | undefined,
	{name, entry}: Extract<ServerEntryChange, {type: 'put'}>,
): string => {
	// Where the file keeps its servers already.
	const section = home ?? serverSections.find(key => Object.hasOwn(top, key)) ?? 'mcpServers';
	return Object.hasOwn(top, section)
		? setMember(text, [section], name, entry)
		: setMember(text, [], section, {[name]: entry});
};

const setDisabled = (text: string, path: readonly string[], entry: JsonObject, disabled: boolean): string => {
	if (Object.hasOwn(entry, 'enabled')) {
		return removeMember(setMember(text, path, 'enabled', !disabled), path, 'disabled');
	}
	return disabled ? setMember(text, path, 'disabled', true) : removeMember(text, path, 'disabled');
};

/** Changes the text of a configuration; everything else in it stays as it is. An empty text is an empty object. */
export const changeEntry = (file: string, content: string, change: ServerEntryChange): TextChanged => {
	const text = content.trim() === '' ? '{}\n' : withoutMark(content);
	const mark = content.startsWith('\ufeff') ? '\ufeff' : '';
	const {root, syntaxErrors, locate} = parseConfigText(file, text);
	const [firstError] = syntaxErrors;
	if (firstError !== undefined) {
		return refuse(
			'bad-config',
			`${firstError}. The file was not changed.`,
			'Correct it there, then try again.',
		);
	}
	const top = plainValue(root);
	const bad = isJsonObject(top)
		? serverSections.find(key => Object.hasOwn(top, key) && !isJsonObject(top[key]))
		: '';
	if (!isJsonObject(top) || bad !== undefined) {
		const place = bad === undefined || bad === '' ? `${file}:1:1  ` : `${locate([bad])}  ${bad}: `;
		const message = `${place}expected an object. The file was not changed.`;
		return refuse('bad-config', message, 'Correct it there, then try again.');
	}
	const {name} = change;
	const home = serverSections.find(section => Object.hasOwn(sectionOf(top, section), name));
	if (change.type === 'put') {
		return home !== undefined && !change.replace
			? refuse(
					'server-exists',
					`There is a server "${name}" in ${file} already.`,
					'Remove it first, replace it (mcp add --replace), or take another name.',
				)
			: {type: 'changed', text: mark + put(text, top, home, change)};
	}
	if (home === undefined) {
		const names = serverSections.flatMap(section => Object.keys(sectionOf(top, section)));
		const message = `There is no server "${name}" in ${file}${suggestion(name, names) || '.'}`;
		const known = names.length === 0 ? 'The file has no servers.' : `It has: ${names.join(', ')}.`;
		return refuse('unknown-server', message, known);
	}
	if (change.type === 'remove') {
		return {type: 'changed', text: mark + removeMember(text, [home], name)};
	}
	const entry = sectionOf(top, home)[name];
	return isJsonObject(entry)
		? {type: 'changed', text: mark + setDisabled(text, [home, name], entry, change.disabled)}
		: refuse(
				'bad-config',
				`${locate([home, name])}  ${home}.${name}: expected an object`,
				'Correct it there.',
			);
};

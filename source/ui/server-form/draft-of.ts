import {withMember} from '../../domain/entry-keys.ts';
import type {JsonObject, JsonValue} from '../../domain/json.ts';
import type {ServerDraft} from '../../domain/server-admin.ts';
import {readEntry} from '../form/field-entry.ts';
import {type AuthPart, authKindOf, authParts, withAuth} from './entry-auth.ts';
import {withCommand, withEnabled, withFamily, withPair, withType} from './entry-parts.ts';
import {chosenAuth, chosenTransport, fieldsShown, type ServerForm} from './server-form.ts';

const answerOf = (form: ServerForm, id: string): JsonValue | undefined => {
	const entry = form.entries.get(id);
	const reading = entry === undefined ? undefined : readEntry(entry);
	return reading?.type === 'read' ? reading.value : undefined;
};

const isChanged = (form: ServerForm, id: string): boolean => form.entries.get(id)?.isChanged === true;

const pairId = /^(env|headers):(.+)$/s;

const writePair = (entry: JsonObject, id: string, value: JsonValue | undefined): JsonObject => {
	const [, section, name = ''] = pairId.exec(id) ?? [];
	return section === 'env' || section === 'headers' ? withPair(entry, section, name, value) : entry;
};

const write = (entry: JsonObject, id: string, value: JsonValue | undefined): JsonObject => {
	switch (id) {
		case 'description':
		case 'url':
		case 'cwd':
		case 'timeout':
		case 'requestTimeout':
		case 'retryAttempts':
			return withMember(entry, id, typeof value === 'string' && id !== 'description' ? value.trim() : value);
		case 'allowInsecure':
			return withMember(entry, id, value === true ? true : undefined);
		case 'command':
			return withCommand(entry, typeof value === 'string' ? value : undefined);
		case 'enabled':
			return withEnabled(entry, value !== false);
		default:
			return writePair(entry, id, value);
	}
};

const writeAuth = (entry: JsonObject, form: ServerForm): JsonObject => {
	const kind = chosenAuth(form);
	const parts: readonly AuthPart[] = authParts[kind];
	const changed = parts.filter(part => isChanged(form, part));
	return authKindOf(entry) === kind && changed.length === 0
		? entry
		: withAuth(entry, kind, new Map(changed.map(part => [part, answerOf(form, part)])));
};

/** What the form says, as an entry. Everything that nobody changed is as it was. */
export const draftOf = (form: ServerForm): ServerDraft => {
	const {base, removed} = form;
	const name = answerOf(form, 'name');
	const transport = chosenTransport(form);
	const lean = [...removed].reduce(
		(entry, id) => writePair(entry, id, undefined),
		withFamily(base.entry, transport),
	);
	const patched = fieldsShown(form)
		.filter(id => isChanged(form, id))
		.reduce((entry, id) => write(entry, id, answerOf(form, id)), lean);
	const signed = transport === 'stdio' ? patched : writeAuth(patched, form);
	return {
		name: typeof name === 'string' ? name.trim() : '',
		entry: withType(signed, transport),
	};
};

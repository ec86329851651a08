import {entryAliases} from '../../../domain/entry-keys.ts';
import {isJsonObject} from '../../../domain/json.ts';
import type {ServerConfig} from '../../../domain/server.ts';
import {quoteCommand, quoteWord, spellOut} from '../../../support/shell-words.ts';
import {decidesWhatRuns} from '../deciding-variables.ts';
import {entryKeys} from '../entry-schema.ts';
import {plainEntry} from '../plain-entry.ts';
import {canonicalKey} from '../read-object.ts';
import {startOf} from '../server-way.ts';

/** The members of an entry by the names that the program uses; no reference is filled in. */
export const membersAsWritten = (entry: unknown): ReadonlyMap<string, unknown> => {
	const members = new Map<string, unknown>();
	for (const [key, value] of isJsonObject(entry) ? Object.entries(plainEntry(entry).entry) : []) {
		const name = canonicalKey(key, entryKeys, entryAliases);
		if (name !== undefined && !members.has(name)) members.set(name, value);
	}
	return members;
};

export const asText = (value: unknown): string =>
	typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

const asTexts = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(asText) : []);

/** The variables that files of variables set, and the entry itself does not. */
export const variablesOfFiles = (
	entry: unknown,
	server: ServerConfig | undefined,
): Readonly<Record<string, string>> => {
	const written = membersAsWritten(entry);
	const own = written.get('env');
	return server?.type === 'stdio' && written.has('envFile')
		? Object.fromEntries(
				Object.entries(server.env).filter(([name]) => !isJsonObject(own) || !Object.hasOwn(own, name)),
			)
		: {};
};

/** Variables that decide what a program loads are as telling as the command itself. */
const decidingWords = (entry: unknown, server: ServerConfig | undefined): readonly string[] => {
	const own = membersAsWritten(entry).get('env');
	const all = {...variablesOfFiles(entry, server), ...(isJsonObject(own) ? own : {})};
	return Object.entries(all).flatMap(([name, value]) =>
		decidesWhatRuns(name) ? [`${quoteWord(name)}=${quoteWord(asText(value))}`] : [],
	);
};

/** Exactly what a server of a project would start or contact, as it is written, in one line. */
export const describeStart = (entry: unknown, server: ServerConfig | undefined): string => {
	const written = membersAsWritten(entry);
	const url = written.get('url');
	if (url !== undefined) {
		return spellOut(asText(url));
	}
	const command = written.get('command');
	const name = written.get('server');
	const start = startOf({
		command: Array.isArray(command) ? asTexts(command) : command === undefined ? undefined : asText(command),
		server: name === undefined ? undefined : asText(name),
		args: asTexts(written.get('args')),
	});
	const cwd = written.get('cwd');
	const folder = cwd === undefined ? [] : ['cd', quoteWord(asText(cwd)), '&&'];
	const words = quoteCommand([start.command, ...start.args]);
	return [...folder, ...decidingWords(entry, server), words].join(' ');
};

const authHeader = (server: ServerConfig): readonly string[] => {
	if (server.type === 'stdio' || server.type === 'in-memory') return [];
	switch (server.auth.type) {
		case 'none':
		case 'oauth':
			return [];
		case 'api-key':
			return [server.auth.header];
		case 'bearer':
		case 'basic':
			return ['Authorization'];
	}
};

/** The names of the variables and headers that a server of a project sets. */
export const namesSet = (entry: unknown, server: ServerConfig | undefined): readonly string[] => {
	const written = membersAsWritten(entry);
	const keysOf = (value: unknown): readonly string[] => (isJsonObject(value) ? Object.keys(value) : []);
	const fromFiles = server?.type === 'stdio' ? Object.keys(server.env) : [];
	const auth = server === undefined ? [] : authHeader(server);
	return [
		...new Set([...keysOf(written.get('env')), ...fromFiles, ...keysOf(written.get('headers')), ...auth]),
	];
};

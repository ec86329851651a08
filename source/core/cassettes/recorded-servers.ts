import {isJsonObject, type JsonObject, type JsonValue} from '../../domain/json.ts';
import {maskUrl} from '../../support/mask-secrets.ts';
import type {RecordedSettings} from './cassette-record.ts';
import type {CassetteWriter} from './write-cassette.ts';

/** Hears everything that goes over one connection. */
type ConnectionTape = {
	readonly sent: (message: unknown) => void;
	readonly received: (message: unknown) => void;
	readonly noted: (text: string, about?: {readonly isTrouble?: boolean}) => void;
};

/** A page that a server sends the user to often lets in whoever has its address. */
const hidePages = (value: JsonValue): JsonValue => {
	if (Array.isArray(value)) return value.map(hidePages);
	if (!isJsonObject(value)) return value;
	const entries = Object.entries(value).map(([key, inner]): readonly [string, JsonValue] =>
		key === 'url' && typeof inner === 'string' && (value.mode === 'url' || 'elicitationId' in value)
			? [key, maskUrl(inner)]
			: [key, hidePages(inner)],
	);
	return Object.fromEntries(entries);
};

const mayHavePage = /"elicitation|"mode":"url"/;

const withoutPages = (message: JsonObject): JsonObject => {
	if (!mayHavePage.test(JSON.stringify(message))) return message;
	const hidden = hidePages(message);
	return isJsonObject(hidden) ? hidden : message;
};

export type ServerTape = (
	settingsOf: (server: string) => RecordedSettings,
) => (server: string) => ConnectionTape;

/** Records the messages of every connection that is opened. */
export const createServerTape = ({append}: Pick<CassetteWriter, 'append'>): ServerTape => {
	let connections = 0;
	return settingsOf => server => {
		connections += 1;
		const connection = connections;
		append({type: 'server', server, connection, settings: settingsOf(server)});

		const keep = (type: 'sent' | 'received', message: unknown): void => {
			if (!isJsonObject(message)) return;
			try {
				append({type, server, connection, message: withoutPages(message)});
			} catch {
				// Nested too deep to be looked at: it goes its way, and the cassette is without it.
			}
		};

		return {
			sent: message => keep('sent', message),
			received: message => keep('received', message),
			noted: (text, {isTrouble = false} = {}) =>
				append({type: 'note', server, connection, text, ...(isTrouble ? {isTrouble: true} : {})}),
		};
	};
};

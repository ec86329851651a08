import type {RecordedSettings} from './core/cassettes/cassette-record.ts';
import type {OpenedRecording, Recording} from './core/cassettes/recording.ts';
import type {RecordTraffic} from './core/mcp/traffic/traffic-log.ts';
import type {OpenModels} from './core/models/open-model.ts';
import type {ServerConfig} from './domain/server.ts';
import {redactor} from './program-redactor.ts';
import {hideTokens} from './support/hide-tokens.ts';

/** A cassette is made to be handed on: what has the shape of a key goes, too, although nobody said that it is one. */
export const withoutSecrets = <Value>(value: Value): Value => hideTokens(redactor.redactAll(value));

/** Begins the cassette that the command line names. */
export const startRecording = async (file: string, version: string): Promise<OpenedRecording> => {
	const {openRecording} = await import('./core/cassettes/recording.ts');
	return openRecording({
		file,
		program: `mcp-tui ${version}`,
		now: Date.now,
		elapsed: () => performance.now(),
		clean: withoutSecrets,
	});
};

/** What is said about a server in the cassette. */
export const recordedSettings = (
	config: ServerConfig | undefined,
	{toolbox, ownFile}: {readonly toolbox: string; readonly ownFile: string},
): RecordedSettings =>
	config === undefined
		? {transport: 'unknown'}
		: {
				transport: config.type,
				...(config.name === toolbox ? {isToolbox: true} : {}),
				...(config.source === ownFile ? {isOwn: true} : {}),
				...(config.loadTools ? {} : {loadTools: false}),
				...(config.loadPrompts ? {} : {loadPrompts: false}),
				...(config.includeTools === undefined ? {} : {includeTools: config.includeTools}),
				...(config.excludeTools.length === 0 ? {} : {excludeTools: config.excludeTools}),
			};

/** What goes over a connection is heard by the traffic, and by the cassette where there is one. */
export const recordTwice = (
	traffic: RecordTraffic,
	recording: Recording | undefined,
	settingsOf: (server: string) => RecordedSettings,
): RecordTraffic => {
	if (recording === undefined) return traffic;
	const tape = recording.servers(settingsOf);
	return server => {
		const [one, other] = [traffic(server), tape(server)];
		return {
			sent: message => {
				one.sent(message);
				other.sent(message);
			},
			received: message => {
				one.received(message);
				other.received(message);
			},
			noted: (note, about) => {
				one.noted(note, about);
				other.noted(note, about);
			},
		};
	};
};

/** The same models; what they are asked and what they answer is recorded. */
export const recordModels = (models: OpenModels, recording: Recording | undefined): OpenModels =>
	recording === undefined
		? models
		: {
				...models,
				get obstacle() {
					return models.obstacle;
				},
				open: async (...given) => {
					const opened = await models.open(...given);
					return opened.type === 'opened' ? {...opened, model: recording.model(opened.model)} : opened;
				},
			};

import type {ServerFacts, ServerStatus} from '../../../domain/server.ts';
import {cut} from '../calls/cut-text.ts';
import type {ServerCatalogue} from '../catalogue/list-catalogue.ts';
import type {OpenConnection} from './open-connection.ts';

const maxName = 200;
const maxInstructions = 20_000;

const identityOf = ({client}: OpenConnection): Pick<ServerFacts, 'identity'> => {
	const info = client.getServerVersion();
	if (info === undefined) return {};
	const {name, title, version} = info;
	return {
		identity: {
			name: cut(name, maxName),
			version: cut(version, maxName),
			...(title === undefined ? {} : {title: cut(title, maxName)}),
		},
	};
};

/** What a server offers, in numbers. */
export const countOffers = ({tools, prompts, resources, templates, unreadable}: ServerCatalogue) => ({
	toolCount: tools.length,
	promptCount: prompts.length,
	resourceCount: resources.length,
	templateCount: templates.length,
	unreadable,
});

/** The status of a server that is connected. */
export const describeServer = (connection: OpenConnection, catalogue: ServerCatalogue): ServerStatus => {
	const {client, transport} = connection;
	const instructions = client.getInstructions();
	const facts: ServerFacts = {
		transport: transport.name,
		protocolVersion: client.getNegotiatedProtocolVersion() ?? 'unknown',
		...identityOf(connection),
		...(instructions === undefined || instructions === ''
			? {}
			: {instructions: cut(instructions, maxInstructions)}),
		...countOffers(catalogue),
		definitionTokens: catalogue.definitionTokens,
		...(catalogue.note === undefined ? {} : {note: catalogue.note}),
	};
	const failure = catalogue.unreadable?.tools;
	return failure === undefined
		? {type: 'ready', ...facts}
		: {type: 'ready-but-list-failed', failure, ...facts};
};

// The client that the official conformance suite runs: `client <url>`, with the scenario in the environment. It
// drives the program's own server layer, as a user would.
import type {RemoteServer} from '../../source/domain/server.ts';
import {createAutomaticUser} from './automatic-user.ts';
import {actionOf} from './scenario-actions.ts';
import {readContext, scenarioAuth} from './scenario-auth.ts';
import {openSignedInServer} from './signed-in-server.ts';

const run = async (scenario: string, url: string): Promise<void> => {
	const context = readContext(process.env.MCP_CONFORMANCE_CONTEXT);
	const action = actionOf(scenario);
	const config: RemoteServer = {
		type: 'http',
		name: 'conformance',
		url,
		headers: {},
		auth: scenarioAuth(scenario, context),
		connectTimeout: 15_000,
		requestTimeout: 15_000,
		sseReadTimeout: 300_000,
		retryAttempts: 0,
		terminateOnClose: true,
		allowInsecure: false,
		loadTools: true,
		loadPrompts: true,
		excludeTools: [],
		disabled: false,
	};
	const era = process.env.MCP_CONFORMANCE_PROTOCOL_VERSION === '2026-07-28' ? 'modern' : 'legacy';
	// The scenario about defaults wants a form that is sent as it was shown.
	const requests = createAutomaticUser(() => (scenario.startsWith('elicitation-') ? {} : {confirmed: true}));
	const {signal} = new AbortController();
	const server = await openSignedInServer({config, requests, era}, signal);
	try {
		await action(server, context, signal);
	} finally {
		await server.close();
	}
};

const [url] = process.argv.slice(2);
const scenario = process.env.MCP_CONFORMANCE_SCENARIO;
if (url === undefined || scenario === undefined)
	throw new Error('usage: MCP_CONFORMANCE_SCENARIO=<scenario> client <url>');
run(scenario, url).then(
	() => process.exit(0),
	error => {
		console.error(error);
		process.exit(1);
	},
);

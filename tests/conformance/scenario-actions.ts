import type {JsonObject} from '../../source/domain/json.ts';
import type {CallReport} from '../../source/domain/ports.ts';
import type {ScenarioContext} from './scenario-auth.ts';
import type {SignedInServer} from './signed-in-server.ts';

/** What a user does with the server of a scenario. Throws when something fails that must not. */
export type Action = (server: SignedInServer, context: ScenarioContext, signal: AbortSignal) => Promise<void>;

const insist = (report: CallReport): void => {
	if (report.type === 'failed') throw new Error(`${report.failure.code}: ${report.failure.message}`);
	if (report.type === 'cancelled') throw new Error('the call was cancelled');
};

const callWith =
	(tool: string, args: JsonObject = {}): Action =>
	async (server, _context, signal) =>
		insist(await server.call(tool, args, signal));

const nothing: Action = async () => {};

const roundTrips: Action = async (server, _context, signal) => {
	const reports = await Promise.all([
		server.call('test_mrtr_echo_state', {}, signal),
		server.call('test_mrtr_unrelated', {}, signal),
		server.call('test_mrtr_no_state', {}, signal),
	]);
	for (const report of reports) insist(report);
	// It leaves out what its revision requires; what counts is that nothing is sent again.
	await server.call('test_mrtr_no_result_type', {}, signal);
};

const useEverything: Action = async (server, _context, signal) => {
	for (const {tool} of server.tools()) insist(await server.call(tool, {}, signal));
	for (const {uri} of server.servers.resources()) await server.servers.readResource(server.name, uri, signal);
	for (const {prompt} of server.servers.prompts())
		await server.servers.getPrompt({server: server.name, prompt}, {}, signal);
};

const callsOfContext: Action = async (server, {toolCalls = []}, signal) => {
	for (const {name, arguments: args} of toolCalls) insist(await server.call(name, args, signal));
};

/** Every tool in the catalogue is called: those that must not be called must not be in it. */
const callWhatIsOffered: Action = async (server, _context, signal) => {
	for (const {tool} of server.tools()) {
		const report = await server.call(tool, {region: 'here'}, signal);
		if (tool === 'valid_tool') insist(report);
	}
};

/** Arguments that break the schema, so that it is read, all of it, and nothing is sent. */
const prepareCall: Action = async (server, _context, signal) => {
	const report = await server.call('lookup_user', {id: 'NOT ALLOWED', profile: {}}, signal);
	if (report.type !== 'failed') throw new Error('arguments that break the schema were sent');
};

const echoSchema: Action = async (server, _context, signal) => {
	const focal = server.tools().find(({tool}) => tool === 'json_schema_2020_12_tool');
	if (focal === undefined) throw new Error('the tool with the schema is not in the catalogue');
	insist(await server.call('json_schema_echo', {schema: focal.inputSchema}, signal));
};

const listSkills: Action = async (server, _context, signal) => {
	const listed = await server.servers.listSkills(server.name, signal);
	if (listed.type !== 'fetched') throw new Error(JSON.stringify(listed));
};

/** Reads a skill as a model would: its own text first, and its other files only if that is to be trusted. */
const readSkills: Action = async ({name, servers}, _context, signal) => {
	const listed = await servers.listSkills(name, signal);
	if (listed.type !== 'fetched') throw new Error(JSON.stringify(listed));
	for (const {uri} of listed.value.skills) {
		const main = await servers.readSkill(name, uri, undefined, signal);
		if (main.type !== 'fetched') throw new Error(JSON.stringify(main));
		await servers.readSkill(name, uri, 'references/FORMS.md', signal);
	}
};

const actions: Readonly<Record<string, Action>> = {
	initialize: nothing,
	tools_call: callWith('add_numbers', {a: 5, b: 3}),
	'elicitation-sep1034-client-defaults': callWith('test_client_elicitation_defaults'),
	'sse-retry': callWith('test_reconnection'),
	'request-metadata': nothing,
	'sep-2322-client-request-state': roundTrips,
	'http-standard-headers': useEverything,
	'http-custom-headers': callsOfContext,
	'http-invalid-tool-headers': callWhatIsOffered,
	// Its server lists the tool with the reference and answers no call of it.
	'json-schema-ref-no-deref': prepareCall,
	'json-schema-2020-12-preservation': echoSchema,
	'sep-2640-client-no-prefetch': listSkills,
	'sep-2640-client-verify-digest': readSkills,
	'sep-2640-client-verify-size': readSkills,
	'sep-2640-client-verify-frontmatter': readSkills,
};

export const actionOf = (scenario: string): Action => {
	const action = scenario.startsWith('auth/') ? callWith('test-tool') : actions[scenario];
	if (action === undefined) throw new Error(`there is no action for scenario ${scenario}`);
	return action;
};

import {existsSync, mkdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, describe, expect, it, onTestFinished, vi} from 'vitest';
import {compose} from '../../../source/compose.ts';
import {loadReplay} from '../../../source/compose-replay.ts';
import type {Grant} from '../../../source/domain/approval.ts';
import type {JsonObject} from '../../../source/domain/json.ts';
import {startRecording} from '../../helpers/cassettes.ts';
import {callsTools, scriptModel, toolCall} from '../../helpers/scripted-model.ts';
import {createTestHome} from '../../helpers/test-home.ts';

afterEach(() => {
	vi.unstubAllEnvs();
});

/** A model that is told to go, and calls `greet` of a server named `toolbox`. */
const recordToolbox = async (settings: {readonly isToolbox?: true}): Promise<string> => {
	const {file, recording} = await startRecording();
	const {sent, received} = recording.servers(() => ({transport: 'stdio', ...settings}))('toolbox');
	const exchange = (id: number, method: string, params: JsonObject, result: JsonObject): void => {
		sent({jsonrpc: '2.0', id, method, params});
		received({jsonrpc: '2.0', id, result});
	};
	const serverInfo = {name: 'greeter', version: '1'};
	exchange(1, 'initialize', {}, {protocolVersion: '2025-11-25', capabilities: {tools: {}}, serverInfo});
	sent({jsonrpc: '2.0', method: 'notifications/initialized'});
	exchange(2, 'tools/list', {}, {tools: [{name: 'greet', inputSchema: {type: 'object'}}]});
	const content = [{type: 'text', text: 'Hello from the cassette.'}];
	exchange(3, 'tools/call', {name: 'greet', arguments: {}}, {content});
	const model = recording.model(scriptModel(callsTools(toolCall('c1', 'toolbox__greet'))));
	const request = {messages: [{role: 'user' as const, text: 'go'}], tools: []};
	for await (const _ of model.stream(request, new AbortController().signal));
	await recording.close();
	return file;
};

/** What is in the file of the state after the user has said "always" to the only call, and what the call brought. */
const playAndAllow = async (file: string) => {
	const home = createTestHome();
	onTestFinished(home.remove);
	mkdirSync(home.settings, {recursive: true});
	vi.stubEnv('MCP_TUI_HOME', home.settings);
	const replayed = await loadReplay({model: file, tools: file}, false);
	if (replayed.type === 'refused') throw new Error(replayed.failure.message);
	const {replay} = replayed;
	const results: unknown[] = [];
	let grants: readonly Grant[] = [];
	const composed = await compose({
		modelId: replay.models?.choose(undefined),
		replay,
		isDemo: false,
		configFiles: [],
		isStrict: true,
		trustsProject: false,
		agentFile: undefined,
		assistant: undefined,
		onlyServers: [],
		workMode: undefined,
		approvalMode: undefined,
		allowedTools: [],
		disallowedTools: [],
		maxSteps: 5,
		session: {type: 'none'},
		isAttended: true,
		onEvent: event => {
			if (event.type === 'grants-changed') grants = event.grants;
			if (event.type === 'call-succeeded') results.push(event.result);
			if (event.type === 'ask-raised') {
				const {askId} = event.ask;
				queueMicrotask(() => app?.answer(askId, {type: 'allow', scope: 'tool'}));
			}
		},
	});
	if (composed.type === 'refused') throw new Error(composed.failure.message);
	const {app} = composed;
	onTestFinished(app.close);
	app.submit('go');
	await app.settled();
	const state = join(home.settings, 'state.json');
	return {
		results,
		grants,
		state: existsSync(state) ? readFileSync(state, 'utf8') : '',
	};
};

describe('a replay', () => {
	it('plays a server of the user that is called as the built-in one is', async () => {
		const {results} = await playAndAllow(await recordToolbox({}));
		expect(results).toMatchObject([{content: [{text: 'Hello from the cassette.'}]}]);
	});

	it('keeps nothing that is allowed in it: the real server of that name is another', async () => {
		const {results, grants, state} = await playAndAllow(await recordToolbox({isToolbox: true}));
		expect(results).toHaveLength(1);
		expect(grants).toMatchObject([{server: 'toolbox', scope: 'tool'}]);
		expect(state).not.toContain('greet');
	});
});

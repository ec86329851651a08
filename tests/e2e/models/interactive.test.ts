import {afterEach, describe, expect, it} from 'vitest';
import type {WireProtocol} from '../../../source/core/models/adapter.ts';
import {modelIds} from '../../helpers/model-app.ts';
import {expectNoKey, modelEnvironment, writeModelSettings} from '../../helpers/model-program.ts';
import {disposeTerminals, startTerminal, type Terminal} from '../../helpers/terminal.ts';
import {refuses, says} from '../../servers/models/fault-script.ts';
import {type FaultServer, startFaultServer} from '../../servers/models/fault-server.ts';

afterEach(disposeTerminals);

/** The chat with a provider on this machine. */
const openChat = async (protocol: WireProtocol, {url}: FaultServer): Promise<Terminal> => {
	const terminal = startTerminal({
		args: ['-m', modelIds[protocol]],
		env: modelEnvironment(url),
		rows: 30,
		prepare: home => writeModelSettings(home, protocol),
	});
	await terminal.waitFor('message, or / for commands');
	return terminal;
};

describe('an overloaded provider', () => {
	it('is waited for with a countdown, which esc ends', async () => {
		const server = await startFaultServer([refuses('overloaded', {headers: {'retry-after': '300'}})]);
		const terminal = await openChat('anthropic', server);
		await terminal.submit('hello');
		await terminal.waitFor(/Anthropic is overloaded \(HTTP 529\)/);
		await terminal.waitFor(/trying again in (300|29\d) s, 2 of 6, esc stops/);
		// It counts down.
		await terminal.waitFor(/trying again in 29[0-8] s/);
		terminal.press('escape');
		await terminal.waitFor(screen => !screen.join('\n').includes('trying again'));
		expect(server.requests).toHaveLength(1);

		server.play([says('Here I am.')]);
		await terminal.submit('and now?');
		await terminal.waitFor('Here I am.');
		expect(server.problems()).toEqual([]);
		expectNoKey(terminal.home, terminal.raw());
	});

	it('is tried again by itself, and only the answer stays', async () => {
		const server = await startFaultServer([
			refuses('overloaded', {headers: {'retry-after': '1'}}),
			says('Back again.'),
		]);
		const terminal = await openChat('chat', server);
		await terminal.submit('hello');
		await terminal.waitFor(/trying again in 1 s, 2 of 6/);
		await terminal.waitFor('Back again.');
		await terminal.waitForStable();
		expect(terminal.scrollback().join('\n')).not.toContain('trying again');
	});
});

describe('commands about the model', () => {
	it.each<[WireProtocol, object]>([
		['chat', {reasoning_effort: 'high'}],
		['responses', {reasoning: {effort: 'high'}}],
		['anthropic', {thinking: {type: 'enabled'}}],
	])('change how much it thinks (%s), from the next request on', async (protocol, wanted) => {
		const server = await startFaultServer([says('One.'), says('Two.')]);
		const terminal = await openChat(protocol, server);
		await terminal.submit('hello');
		await terminal.waitFor('One.');
		await terminal.submit('/effort high');
		await terminal.waitFor('is high from the next message on');
		await terminal.submit('and now?');
		await terminal.waitFor('Two.');
		expect(server.requests[0]?.body).not.toMatchObject(wanted);
		expect(server.requests[1]?.body).toMatchObject(wanted);
	});

	it('list the models of the provider, change to another, show the context and sum it up', async () => {
		const server = await startFaultServer([says('Rutabaga is noted.')], {
			models: ['gpt-5.4', 'gpt-5.4-mini'],
		});
		const terminal = await openChat('responses', server);
		await terminal.submit('/model');
		await terminal.waitFor('› openai/gpt-5.4');
		await terminal.waitFor('openai/gpt-5.4-mini');
		await terminal.waitFor(/key from\s+OPENAI_API_KEY/);
		await terminal.submit('/model openai/gpt-5.4-mini');
		await terminal.waitFor('The model is openai/gpt-5.4-mini from the next message on.');
		await terminal.submit('remember rutabaga');
		await terminal.waitFor('Rutabaga is noted.');
		expect(server.requests.at(-1)?.body.model).toBe('gpt-5.4-mini');

		await terminal.submit('/context');
		await terminal.waitFor(/context of openai\/gpt-5\.4-mini: /);
		await terminal.waitFor(/instructions +\d+ +\d+ %/);
		await terminal.waitFor(/history +\d+ +\d+ %/);

		server.play([says('GOALS: remember rutabaga.'), says('It was rutabaga.')]);
		await terminal.submit('/compact');
		await terminal.waitFor('⇣ compacted');
		await terminal.submit('which word?');
		await terminal.waitFor('It was rutabaga.');
		expect(JSON.stringify(server.requests.at(-1)?.body)).toContain('GOALS: remember rutabaga.');
		expect(server.problems()).toEqual([]);
	});
});

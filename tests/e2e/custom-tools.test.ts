// biome-ignore-all lint/suspicious/noTemplateCurlyInString: a person writes variables like this

import {afterEach, describe, expect, it} from 'vitest';
import {createCanaryHunt} from '../helpers/canary-hunt.ts';
import {sendJson, startService} from '../helpers/http-service.ts';
import {useHome} from '../helpers/run-program.ts';
import {disposeTerminals} from '../helpers/terminal.ts';
import {answerWith, leave, openChat, writeConfig, writeWords} from '../helpers/trust-program.ts';

afterEach(disposeTerminals);

/** A service that tells everybody what it was sent, secrets included. */
const startWeather = () =>
	startService(({url, headers}, response) =>
		sendJson(response, {data: {place: url, sky: 'clear', heard: headers.authorization}}),
	);

const weather = (origin: string, more: object = {}) => ({
	description: 'Tells the weather in a city',
	parameters: {properties: {city: {type: 'string'}}, required: ['city']},
	endpoint: {url: `${origin}/v1/{{city}}`, headers: {Authorization: 'Bearer ${WEATHER_TOKEN}'}},
	result: {path: 'data'},
	readOnly: true,
	...more,
});

const asMessage = (message: object): string => `${JSON.stringify({jsonrpc: '2.0', ...message})}\n`;

/** How a client begins. */
const hello = {
	id: 1,
	method: 'initialize',
	params: {
		protocolVersion: '2025-11-25',
		capabilities: {},
		clientInfo: {name: 'test', version: '1.0.0'},
	},
};

// F-304: custom tools without a server, with a manual test and logs.
describe('a custom tool', () => {
	it('is approved, called, looked at and changed in the chat, and its secret is seen nowhere', async () => {
		const home = useHome();
		const {origin, seen} = await startWeather();
		const env = {WEATHER_TOKEN: 'canary-5e1f-weather'};
		const hunt = createCanaryHunt(home, env);
		hunt.hide('token of a custom tool', env.WEATHER_TOKEN);
		writeConfig(home, {customTools: {weather: weather(origin)}});
		const model = writeWords(home, {weather: [{tool: 'toolbox__weather', arguments: {city: 'Rome'}}]});
		const terminal = await openChat(home, {args: ['--model', model], env});
		await terminal.submit('weather');
		const card = await answerWith(terminal, 'toolbox wants to run weather', 'y');
		expect(card).toContain('read-only · open world');
		await terminal.waitFor('done: {"place":"/v1/Rome","sky":"clear","heard":"Bearer •••"}');
		hunt.look('the chat', terminal.scrollback().join(''));

		terminal.press('f3');
		await terminal.waitFor(/toolbox weather +custom, read-only/);
		terminal.press('end');
		await terminal.waitFor('the model calls it   toolbox__weather');
		terminal.press('tab');
		await terminal.waitFor(`GET ${origin}/v1/{{city}}`);
		await terminal.waitFor('Authorization: Bearer ${WEATHER_TOKEN}');
		await terminal.waitFor(`GET ${origin}/v1/Rome`);
		await terminal.waitFor(/200 OK +[\d.]+ m?s/);
		hunt.look('the workbench', terminal.screen().join(''));
		writeConfig(home, {
			customTools: {weather: weather(origin, {result: {path: 'data.sky'}}), tides: weather(origin)},
		});
		await terminal.waitFor('data.sky of the answer');
		terminal.press('q');
		await terminal.waitFor('The configuration was read again: custom tools changed.');
		await terminal.submit('weather');
		await answerWith(terminal, 'toolbox wants to run weather', 'y');
		await terminal.waitFor('done: clear');
		await leave(terminal);
		// Proof that the secret arrived where it belongs.
		expect(seen.map(({headers}) => headers.authorization)).toEqual(
			Array(2).fill(`Bearer ${env.WEATHER_TOKEN}`),
		);
		expect(hunt.hits()).toEqual([]);
	});

	it('is tried, listed and called from the command line, and scripts may use it', async () => {
		const home = useHome();
		const {origin} = await startWeather();
		const hunt = createCanaryHunt(home, {WEATHER_TOKEN: 'canary-0c2d-weather'});
		hunt.hide('token of a custom tool', 'canary-0c2d-weather');
		writeConfig(home, {customTools: {weather: weather(origin), broken: weather('ftp://a.example')}});
		const model = writeWords(home, {weather: [{tool: 'toolbox__weather', arguments: {city: 'Oslo'}}]});
		const script = ['-p', 'weather', '--model', model, '--allowed-tools', 'toolbox__weather'];
		const [tested, refused, listed, called, policy, printed, served] = await Promise.all([
			hunt.run(['tools', 'test', 'weather', 'city=Rome']),
			hunt.run(['tools', 'test', 'broken']),
			hunt.run(['tools', '--json']),
			hunt.run(['call', 'toolbox', 'weather', 'city=Rome', '--json']),
			hunt.run(['policy', 'test', 'toolbox', 'weather', 'city=Rome', '--json', '--mode', 'plan']),
			hunt.run([...script, '--output-format', 'json']),
			hunt.run(['serve'], {stdin: [hello, {id: 2, method: 'tools/list'}].map(asMessage).join('')}),
		]);
		expect([tested.code, tested.stderr]).toEqual([0, '']);
		expect(tested.stdout).toContain(`GET ${origin}/v1/Rome\n`);
		expect(tested.stdout).toContain('Authorization: Bearer •••\n');
		expect(tested.stdout).toContain('\n200 OK, ');
		expect(tested.stdout).toContain('"sky":"clear"');
		expect([refused.code, refused.stdout]).toEqual([42, '']);
		expect(refused.stderr).toMatch(
			/config\.json:\d+:\d+ {2}customTools\.broken\.endpoint\.url: expected a URL/,
		);
		expect(JSON.parse(listed.stdout)).toContainEqual(
			expect.objectContaining({server: 'toolbox', name: 'weather', modelName: 'toolbox__weather'}),
		);
		expect(JSON.parse(called.stdout)).toMatchObject({structuredContent: {sky: 'clear'}});
		// It only reads, as its user says: a planning model may ask for it.
		expect(JSON.parse(policy.stdout)).toMatchObject({decision: 'ask'});
		expect(JSON.parse(printed.stdout)).toMatchObject({
			ok: true,
			toolCalls: [{server: 'toolbox', tool: 'weather', status: 'succeeded'}],
		});
		expect(served.stdout).toContain('"name":"weather"');
		expect(served.stderr).toContain('customTools.broken.endpoint.url');
		expect(hunt.hits()).toEqual([]);
	});
});

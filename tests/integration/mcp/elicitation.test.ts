import {createRequire} from 'node:module';
import {dirname, join} from 'node:path';
import {describe, expect, it} from 'vitest';
import type {JsonObject} from '../../../source/domain/json.ts';
import {createFakeRequests, type FakeRequests, untilWithdrawn} from '../../helpers/fake-requests.ts';
import {remoteConfig, serverConfig, textOf, useServers} from '../../helpers/mcp-servers.ts';
import {waitUntil} from '../../helpers/wait-until.ts';
import {sendJson, startHttpHost} from '../../servers/http-host.ts';
import {legacyServer} from '../../servers/http-legacy.ts';

const manifest = createRequire(import.meta.url).resolve(
	'@modelcontextprotocol/server-everything/package.json',
);
const everything = serverConfig('everything', {
	args: [join(dirname(manifest), 'dist', 'index.js'), 'stdio'],
});

const connected = async (config: ReturnType<typeof serverConfig>, requests: FakeRequests) => {
	const running = useServers([config], process.env, {requests});
	await running.connect();
	return {
		...running,
		ask: async (tool: string, args: JsonObject = {}): Promise<string> =>
			textOf(await running.call(config.name, tool, args)),
	};
};

const accepting = (content: JsonObject = {}) =>
	createFakeRequests({elicit: async () => ({action: 'accept', content})});

describe('a form of a server', () => {
	it('reaches the user with its schema, and the answer comes back with the defaults of what was left out', async () => {
		const requests = accepting({name: 'Ada', check: true});
		const {ask} = await connected(everything, requests);
		const text = await ask('trigger-elicitation-request');
		expect(requests.elicited).toMatchObject([
			{
				mode: 'form',
				message: 'Please provide inputs for the following fields:',
				schema: {
					required: ['name'],
					properties: {legacyTitledEnum: {enumNames: expect.arrayContaining(['Cats'])}},
				},
			},
		]);
		expect(text).toContain('- Name: Ada');
		expect(text).toContain('- Favorite Integer: 42');
		expect(text).toContain('"titledMultipleSelectEnum": [\n      "fish-1"');
	});

	it.each([
		['decline', 'declined to provide'],
		['cancel', 'cancelled the elicitation'],
	] as const)('that the user answers with %s says so to the server', async (action, words) => {
		const {ask} = await connected(everything, createFakeRequests({elicit: async () => ({action})}));
		expect(await ask('trigger-elicitation-request')).toContain(words);
	});

	it('is taken back when the server cancels its request', async () => {
		const requests = createFakeRequests({elicit: untilWithdrawn});
		const {ask} = await connected(serverConfig('asking'), requests);
		expect(await ask('ask-and-take-back')).toBe('taken back');
		await waitUntil(() => requests.withdrawn() === 1);
	});

	it('is taken back when the server dies', async () => {
		const requests = createFakeRequests({elicit: untilWithdrawn});
		const {call} = await connected(serverConfig('asking'), requests);
		expect(await call('asking', 'ask-and-die')).toMatchObject({type: 'failed'});
		await waitUntil(() => requests.withdrawn() === 1);
	});

	it('is refused when too many are open, and the others are answered', async () => {
		let answer = (): void => undefined;
		const answered = new Promise<void>(resolve => {
			answer = resolve;
		});
		const requests = createFakeRequests({
			async elicit() {
				await answered;
				return {action: 'accept', content: {name: 'Ada'}};
			},
		});
		const {call, noticed} = await connected(serverConfig('asking'), requests);
		const asked = call('asking', 'ask-many', {count: 20});
		// What the server writes arrives in order: after this, every question has.
		await call('asking', 'complete', {elicitationId: 'all asked'});
		await waitUntil(() => noticed.length === 1);
		expect(requests.elicited).toHaveLength(8);
		answer();
		const report = await asked;
		const texts = textOf(report).split('\n');
		expect(texts.filter(text => text.includes('"accept"'))).toHaveLength(8);
		expect(texts.filter(text => text.includes('open questions'))).toHaveLength(12);
		expect(textOf(await call('asking', 'ask'))).toContain('"accept"');
	});

	it.each([
		[
			'a thousand fields',
			Object.fromEntries(Array.from({length: 1000}, (_, index) => [`f${index}`, {type: 'string'}])),
		],
		['a huge description', {name: {type: 'string', description: 'x'.repeat(300_000)}}],
		['something that is not flat', {person: {type: 'object', properties: {}}}],
	])('with %s is refused, and the connection goes on', async (_, properties) => {
		const requests = accepting();
		const {ask} = await connected(serverConfig('asking'), requests);
		expect(await ask('ask', {properties})).toContain('"error"');
		expect(requests.elicited).toEqual([]);
		expect(await ask('ask')).toContain('"accept"');
	});
});

describe('a page that a server wants opened', () => {
	it('reaches the user with its address', async () => {
		const requests = accepting();
		const {ask} = await connected(everything, requests);
		const text = await ask('trigger-url-elicitation', {url: 'https://example.org/a', elicitationId: 'e1'});
		expect(requests.elicited).toEqual([
			{
				mode: 'url',
				message: 'Please open the link to complete this action.',
				url: 'https://example.org/a',
				elicitationId: 'e1',
			},
		]);
		expect(text).toContain('User completed');
	});

	it.each(['javascript:alert(1)', 'file:///etc/passwd', 'vscode://x/y'])(
		'is refused when it is %s',
		async url => {
			const requests = accepting();
			const {ask} = await connected(serverConfig('asking'), requests);
			const params = {mode: 'url', message: 'Look.', url, elicitationId: 'e1'};
			expect(await ask('raw', {method: 'elicitation/create', params})).toContain('"error"');
			expect(requests.elicited).toEqual([]);
		},
	);

	it('before its tool goes on is asked for, and the tool is not said not to have been called', async () => {
		const host = await startHttpHost(
			legacyServer({
				instead: ({message: {id, method}}, response) => {
					const page = {mode: 'url', message: 'Pay.', url: 'https://example.org/pay', elicitationId: 'e1'};
					const error = {code: -32_042, message: 'Pages first.', data: {elicitations: [page]}};
					if (method === 'tools/call') sendJson(response, {jsonrpc: '2.0', id, error});
					return method === 'tools/call';
				},
			}),
		);
		const requests = accepting();
		const {call} = useServers([remoteConfig('http', `${host.url}/mcp`)], process.env, {requests});
		expect(await call('http', 'echo')).toMatchObject({
			failure: {
				code: 'page-required',
				message:
					'Tool "echo" of server "http" cannot go on: something has to be finished at example.org first.',
				hint: 'Finish there, then call the tool again.',
			},
		});
		expect(requests.elicited).toHaveLength(1);
	});

	it('reports that the server has seen it done', async () => {
		const {ask, noticed} = await connected(serverConfig('asking'), createFakeRequests());
		await ask('complete', {elicitationId: 'e1'});
		await waitUntil(() => noticed.length === 1);
		expect(noticed[0]?.notice).toEqual({type: 'elicitation-completed', elicitationId: 'e1'});
	});
});

describe('a server of the newest protocol', () => {
	it('asks with its results, and goes on with the answers', async () => {
		const requests = accepting({name: 'Ada'});
		const {ask} = await connected(serverConfig('modern-asking'), requests);
		const text = await ask('form');
		expect(requests.elicited).toMatchObject([{mode: 'form', message: 'Who are you?'}]);
		expect(text).toContain('{"who":{"action":"accept","content":{"colour":"blue","name":"Ada"}}}');
		expect(text).toContain('state of form');
	});

	it('may want a page opened', async () => {
		const requests = accepting();
		const {ask} = await connected(serverConfig('modern-asking'), requests);
		expect(await ask('page')).toContain('{"page":{"action":"accept"}}');
		expect(requests.elicited).toEqual([
			{mode: 'url', message: 'Please look at this.', url: 'https://example.org/look'},
		]);
	});

	it('asks for several things at once', async () => {
		const requests = createFakeRequests({
			elicit: async () => ({action: 'decline'}),
			sample: async () => ({
				type: 'answered',
				model: 'test/model',
				content: [{type: 'text', text: 'A thought.'}],
				stopReason: 'endTurn',
			}),
			roots: () => [{uri: 'file:///home/ada', name: 'home'}],
		});
		const {ask} = await connected(serverConfig('modern-asking'), requests);
		const [answers = ''] = (await ask('everything')).split('\n');
		expect(JSON.parse(answers)).toEqual({
			who: {action: 'decline'},
			thought: {
				role: 'assistant',
				model: 'test/model',
				stopReason: 'endTurn',
				content: {type: 'text', text: 'A thought.'},
			},
			folders: {roots: [{uri: 'file:///home/ada', name: 'home'}]},
		});
	});

	it('takes its question back when the call is cancelled', async () => {
		const requests = createFakeRequests({elicit: untilWithdrawn});
		const {call} = await connected(serverConfig('modern-asking'), requests);
		const controller = new AbortController();
		const report = call('modern-asking', 'form', {}, {signal: controller.signal});
		await waitUntil(() => requests.elicited.length === 1);
		controller.abort();
		expect(await report).toMatchObject({type: 'cancelled'});
		expect(requests.withdrawn()).toBe(1);
	});
});

describe('where no person can answer', () => {
	const unattended = (): FakeRequests => ({...createFakeRequests(), isUnattended: true});

	it('a server is not told that it may ask the user, and does not offer the tools that would', async () => {
		const attended = await connected(everything, createFakeRequests());
		const alone = await connected(everything, unattended());
		const namesOf = ({servers}: typeof alone) => servers.tools().map(({definition}) => definition.tool);
		expect(namesOf(attended)).toContain('trigger-elicitation-request');
		expect(namesOf(alone)).not.toContain('trigger-elicitation-request');
		expect(namesOf(alone)).toContain('trigger-sampling-request');
	});

	it('a server that asks nevertheless is answered at once, and its question is heard', async () => {
		const requests = unattended();
		const {ask} = await connected(serverConfig('asking'), requests);
		expect(await ask('ask')).toContain('cancel');
		expect(requests.elicited).toMatchObject([{message: 'Who are you?'}]);
	});
});

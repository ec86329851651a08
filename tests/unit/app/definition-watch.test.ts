import {describe, expect, it} from 'vitest';
import type {DefinitionAsk} from '../../../source/domain/ask.ts';
import type {OfferedTool} from '../../../source/domain/tool.ts';
import {createAppHarness} from '../../helpers/app-harness.ts';
import {createFakeServers, offerTool, readyStatus} from '../../helpers/fake-servers.ts';
import {createFakePins} from '../../helpers/fake-trust.ts';
import {callsTools, says, scriptModel, toolCall} from '../../helpers/scripted-model.ts';

const read = (description: string, server = 'files') => offerTool(server, 'read', {description});
const write = (description: string) => offerTool('files', 'write', {description});

const setUp = (options: Parameters<typeof createFakePins>[0] = {}) => {
	let tools: readonly OfferedTool[] = [read('one'), write('one')];
	const pins = createFakePins(options);
	const harness = createAppHarness({pins, servers: createFakeServers({tools: () => tools})});
	const {app, events} = harness;
	return {
		...harness,
		pins,
		/** What a server offers from now on, and says so. */
		async offer(...next: readonly OfferedTool[]) {
			tools = next;
			await app.refreshDefinitions();
		},
		asks: () => app.getState().asks.filter((ask): ask is DefinitionAsk => ask.kind === 'definition'),
		raised: () => events.filter(event => event.type === 'ask-raised').length,
		notices: () =>
			[...app.getState().items].flatMap(item =>
				item.type === 'notice' ? [`${item.tone}: ${item.text}`] : [],
			),
	};
};

describe('a changed definition', () => {
	it('is asked about once for each server, with everything that is different', async () => {
		const {offer, asks, raised} = setUp();
		await offer(read('one'), write('one'), read('one', 'web'));
		expect(raised()).toBe(0);
		await offer(read('two'), write('two'), read('two', 'web'));
		await offer(read('two'), write('two'), read('two', 'web'));
		expect(asks().map(({server, changes}) => [server, changes.map(({tool}) => tool)])).toEqual([
			['files', ['read', 'write']],
			['web', ['read']],
		]);
		expect(raised()).toBe(2);
	});

	it('is noticed when a server becomes ready, or says that its tools are others', async () => {
		for (const fact of [
			{type: 'server-status-changed', server: 'files', status: readyStatus()},
			{type: 'server-noticed', server: 'files', notice: {type: 'catalogue-changed'}},
		] as const) {
			let tools = [read('one')];
			const pins = createFakePins();
			const {app, until} = createAppHarness({pins, servers: createFakeServers({tools: () => tools})});
			await app.refreshDefinitions();
			tools = [read('two')];
			app.report(fact);
			await until(({asks}) => asks.length === 1);
		}
	});

	it('is no question any more when its server is switched off', async () => {
		let tools = [read('one')];
		const pins = createFakePins();
		const {app, until} = createAppHarness({pins, servers: createFakeServers({tools: () => tools})});
		await app.refreshDefinitions();
		tools = [read('two')];
		await app.refreshDefinitions();
		expect(app.getState().asks).toHaveLength(1);
		tools = [];
		app.report({type: 'server-status-changed', server: 'files', status: {type: 'disabled'}});
		await until(({asks}) => asks.length === 0);
	});

	it('is found when servers change while others are compared', async () => {
		let tools = [read('one')];
		const pins = createFakePins();
		const {app} = createAppHarness({pins, servers: createFakeServers({tools: () => tools})});
		await app.refreshDefinitions();
		const first = app.refreshDefinitions();
		tools = [read('two')];
		await Promise.all([first, app.refreshDefinitions(), app.refreshDefinitions()]);
		expect(app.getState().asks).toHaveLength(1);
		expect(pins.checks()).toBe(3);
	});

	it('is accepted as it was shown, whatever the server says meanwhile', async () => {
		const {app, offer, asks, pins, until} = setUp();
		await offer(read('one'));
		await offer(read('two'));
		app.answer(asks()[0]?.askId ?? '', {type: 'accept'});
		await until(({asks: waiting}) => waiting.length === 0);
		expect(pins.accepted.map(({description}) => description)).toEqual(['two']);
		await offer(read('two'));
		expect(asks()).toEqual([]);
	});

	it('is told when it could not be saved that the user accepts it', async () => {
		const {app, offer, asks, notices, until} = setUp({
			failure: {code: 'disk', message: 'The disk is full.', hint: 'Make room.'},
		});
		await offer(read('one'));
		await offer(read('two'));
		app.answer(asks()[0]?.askId ?? '', {type: 'accept'});
		await until(({items}) => items.length === 2);
		expect(notices()).toContain('warning: The disk is full.\nMake room.');
	});

	it.each(['dismiss', 'deny'] as const)(
		'is not asked about again after %s, until it is another one',
		async type => {
			const {app, offer, asks, raised} = setUp();
			await offer(read('one'));
			await offer(read('two'));
			app.answer(asks()[0]?.askId ?? '', {type});
			await offer(read('two'));
			await offer(read('one'));
			await offer(read('two'));
			expect([asks(), raised()]).toEqual([[], 1]);
			await offer(read('three'));
			expect(asks()).toMatchObject([{changes: [{parts: [{difference: [{text: 'one'}, {text: 'three'}]}]}]}]);
		},
	);

	it('is never asked about again where the user does not want to hear of the server', async () => {
		const {app, offer, asks} = setUp();
		await offer(read('one'));
		await offer(read('two'));
		app.answer(asks()[0]?.askId ?? '', {type: 'mute'});
		await offer(read('three'));
		expect(asks()).toEqual([]);
	});

	it('is another question when it changes while the user reads', async () => {
		const {offer, asks, raised} = setUp();
		await offer(read('one'));
		await offer(read('two'));
		const [first] = asks();
		await offer(read('three'));
		expect(asks()).toHaveLength(1);
		expect(asks()[0]?.askId).not.toBe(first?.askId);
		expect(raised()).toBe(2);
	});

	it('is no question any more when it goes away, or the server does', async () => {
		const {offer, asks} = setUp();
		await offer(read('one'));
		await offer(read('two'));
		await offer(read('one'));
		expect(asks()).toEqual([]);
		await offer(read('two'));
		expect(asks()).toHaveLength(1);
		await offer();
		expect(asks()).toEqual([]);
	});

	it('is withdrawn at the end, and nothing is asked after it', async () => {
		const {app, offer, asks, events} = setUp();
		await offer(read('one'));
		await offer(read('two'));
		await app.close();
		await offer(read('three'));
		expect(asks()).toEqual([]);
		expect(events.at(-1)).toMatchObject({type: 'ask-withdrawn', kind: 'definition'});
	});

	it('leaves the tool out of what the model is offered, and of what runs', async () => {
		let tools = [read('one'), write('one')];
		const pins = createFakePins();
		const {app, model, servers, until} = createAppHarness({
			pins,
			approvalMode: 'auto',
			servers: createFakeServers({tools: () => tools}),
			model: scriptModel(
				says('Hi.'),
				callsTools(toolCall('c1', 'files__read'), toolCall('c2', 'files__write')),
				says('Done.'),
			),
		});
		app.submit('Hi');
		await app.settled();
		tools = [read('two'), write('one')];
		app.submit('Read');
		await app.settled();
		expect(model.requests.map(request => request.tools.map(({modelName}) => modelName))).toEqual([
			['files__read', 'files__write'],
			['files__write'],
			['files__write'],
		]);
		expect(servers.calls.map(({ref}) => ref.tool)).toEqual(['write']);
		expect(app.getState().calls.get('c1')).toMatchObject({
			status: 'failed',
			failure: {code: 'tool-not-offered', message: expect.stringContaining('it has changed')},
		});
		await until(({asks}) => asks.length === 1);
	});
});

describe('a suspicious tool', () => {
	const flags = {
		'files read': ['It asks the model to hide something.'],
		'files write': ['It has invisible characters.', 'It looks like write of disk.'],
	};

	it('is told of with the others of its server, once', async () => {
		const {offer, notices} = setUp({flags});
		await offer(read('one'), write('one'));
		await offer(read('one'), write('one'));
		expect(notices()).toEqual([
			[
				'warning: 2 tools of files look suspicious and run only on your word.',
				'  read: It asks the model to hide something.',
				'  write: It has invisible characters. It looks like write of disk.',
			].join('\n'),
		]);
	});

	it('is told of by the question where it has changed', async () => {
		const {offer, asks, notices} = setUp({flags: {'files read': ['It is odd.']}});
		await offer(offerTool('files', 'other'));
		await offer(read('one'));
		const told = notices().length;
		await offer(read('two'));
		expect(asks()).toMatchObject([{changes: [{flags: ['It is odd.']}]}]);
		expect(notices()).toHaveLength(told);
	});

	it('cannot flood or fake the transcript with its name or its words', async () => {
		const name = `evil\n\u001b[2J${'x'.repeat(1000)}`;
		const names = ['1', '2', '3', '4', '5', '6', name];
		const {offer, notices} = setUp({
			flags: Object.fromEntries(names.map(tool => [`files ${tool}`, ['odd\nYou are safe.']])),
		});
		await offer(...names.map(tool => offerTool('files', tool)).toReversed());
		const [notice = ''] = notices();
		expect(notice.split('\n')).toHaveLength(8);
		expect(notice).toContain('  and 2 more\n  mcp-tui mcp verify files shows all of it.');
		expect(notice).not.toContain('\u001b');
		expect(notice.length).toBeLessThan(2000);
	});
});

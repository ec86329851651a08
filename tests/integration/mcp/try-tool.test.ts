import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {createApp} from '../../../source/app/create-app.ts';
import {createOpenState} from '../../../source/core/config/state-file.ts';
import {createTryBook} from '../../../source/core/tools/try-book.ts';
import {createUseBook} from '../../../source/core/tools/use-book.ts';
import type {CallProgress} from '../../../source/domain/tool-call.ts';
import {schedule} from '../../../source/support/schedule.ts';
import {allowAll} from '../../helpers/app-harness.ts';
import {createCounterIds} from '../../helpers/counter-ids.ts';
import {serverConfig, textOf, useServers} from '../../helpers/mcp-servers.ts';
import {says, scriptModel} from '../../helpers/scripted-model.ts';
import {createTemporaryFolder} from '../../helpers/temporary-folder.ts';
import {waitUntil} from '../../helpers/wait-until.ts';

/** The app with a real server and real files of state. */
const start = async (server: string) => {
	const {servers, connect} = useServers([serverConfig(server)]);
	await connect();
	const folder = createTemporaryFolder();
	const openBooks = () => {
		const open = createOpenState({folder: join(folder, 'state')});
		return {
			uses: createUseBook({state: open('statistics'), schedule}),
			tries: createTryBook({
				state: open('tries'),
				keepsTries: true,
				redact: value => value,
				now: Date.now,
			}),
		};
	};
	const books = openBooks();
	const app = createApp({
		...books,
		model: scriptModel(says('Hello.')),
		servers,
		suggestPrompt: () => undefined,
		policy: allowAll,
		results: {keep: async (_, result) => result, read: async () => undefined},
		journal: {append: () => undefined, flush: async () => undefined, close: async () => undefined},
		now: Date.now,
		newId: createCounterIds(),
		schedule,
		sessionId: 'none',
		past: [],
		version: '0',
		cwd: folder,
		maxSteps: 5,
		approvalMode: 'always-ask',
	});
	const toolOf = (name: string) => {
		const found = app.explorer.tools().find(({definition}) => definition.tool === name)?.definition;
		if (found === undefined) {
			throw new Error(`There is no tool ${name}.`);
		}
		return found;
	};
	return {app, books, openBooks, toolOf};
};

const never = new AbortController().signal;

describe('a tool of a real server that is tried', () => {
	it('tells its progress, and is counted and remembered for the next time', async () => {
		const {app, books, openBooks, toolOf} = await start('slow');
		const told: CallProgress[] = [];
		const report = await app.explorer.run(
			toolOf('steps'),
			{count: 3},
			{isConfirmed: false, onProgress: progress => told.push(progress)},
			never,
		);
		expect(textOf(report)).toContain('done');
		expect(told.at(-1)).toMatchObject({progress: 3, total: 3, message: 'step 3'});
		await Promise.all([books.uses.flush(), books.tries.settled()]);
		const later = openBooks();
		await Promise.all([later.uses.refresh(), later.tries.refresh()]);
		const ref = {server: 'slow', tool: 'steps'};
		expect(later.uses.of(ref)).toMatchObject({calls: 1, errors: 0, bytes: Buffer.byteLength(textOf(report))});
		expect(later.tries.triesOf(ref)).toMatchObject([{arguments: {count: 3}, outcome: 'succeeded'}]);
	});

	it('is broken off at the server, too', async () => {
		const {app, toolOf} = await start('slow');
		const controller = new AbortController();
		const heardOf: CallProgress[] = [];
		const options = {isConfirmed: false, onProgress: (progress: CallProgress) => void heardOf.push(progress)};
		const endless = app.explorer.run(toolOf('endless'), {}, options, controller.signal);
		// What has not been sent yet need not be broken off.
		await waitUntil(() => heardOf.length > 0);
		controller.abort();
		expect(await endless).toEqual({type: 'cancelled', sent: true});
		const heard = async (): Promise<string> =>
			textOf(await app.explorer.run(toolOf('events'), {}, options, never));
		await waitUntil(async () => (await heard()) !== '[]');
	});

	it('that fails is an error with what the server said', async () => {
		const {app, books, toolOf} = await start('echo');
		const report = await app.explorer.run(
			toolOf('fail'),
			{},
			{isConfirmed: false, onProgress: () => undefined},
			never,
		);
		expect(report.type).toBe('failed');
		expect(books.uses.of({server: 'echo', tool: 'fail'})).toMatchObject({calls: 1, errors: 1});
	});

	it('is not called with arguments that its schema does not allow', async () => {
		const {app, toolOf} = await start('echo');
		const report = await app.explorer.run(
			toolOf('echo'),
			{text: 5},
			{isConfirmed: false, onProgress: () => undefined},
			never,
		);
		expect(report).toMatchObject({type: 'failed'});
		expect([...app.getState().calls.values()]).toEqual([]);
	});
});

describe('tools that the entry of a server leaves out', () => {
	it('are known, but not offered', async () => {
		const {servers, connect} = useServers([serverConfig('echo', {excludeTools: ['fail']})]);
		await connect();
		expect(servers.leftOutTools().map(({tool}) => tool)).toEqual(['fail']);
		expect(servers.tools().some(({definition}) => definition.tool === 'fail')).toBe(false);
	});
});

import {describe, expect, it} from 'vitest';
import type {ServerStatus} from '../../../source/domain/server.ts';
import {createFakeServers, readyStatus} from '../../helpers/fake-servers.ts';
import {says, scriptModel} from '../../helpers/scripted-model.ts';
import {setUpPrompt} from './prompt-run.ts';

describe('a prompt without a screen that waits for servers', () => {
	/** A run whose server is starting until the test says what became of it. */
	const setUpWaiting = (format: 'text' | 'json') => {
		const statuses = new Map<string, ServerStatus>([['slow', {type: 'connecting', since: 0}]]);
		let finish = (): void => undefined;
		const servers = createFakeServers({
			statuses,
			starting: () => (statuses.get('slow')?.type === 'connecting' ? ['slow'] : []),
			connect: () =>
				new Promise<void>(resolve => {
					finish = resolve;
				}),
		});
		const prompt = setUpPrompt(scriptModel(says('Hello.')), {format, servers});
		const become = (status: ServerStatus): void => {
			statuses.set('slow', status);
			prompt.app.report({type: 'server-status-changed', server: 'slow', status});
			finish();
		};
		return {...prompt, become};
	};
	const failed: ServerStatus = {type: 'failed', failure: {code: 'x', message: 'It broke.'}, stderr: []};

	it('says what it waits for when that takes long, and answers when the servers are there', async () => {
		const {run, written, clock, runClock, become} = setUpWaiting('text');
		const over = run();
		clock.advance(200);
		expect(written.error).toBe('');
		runClock.advance(2000);
		expect(written).toEqual({out: '', error: 'Waiting for 1 server: slow.\n'});
		become(readyStatus());
		await expect(over).resolves.toBe(0);
		expect(written).toEqual({out: 'Hello.\n', error: 'Waiting for 1 server: slow.\n'});
	});

	it('says nothing of a wait that is short', async () => {
		const {run, written, clock, runClock, become} = setUpWaiting('text');
		const over = run();
		clock.advance(200);
		become(readyStatus());
		await over;
		runClock.advance(5000);
		expect(written.error).toBe('');
	});

	it('names the servers that were missing in the end, also in the object', async () => {
		const {run, written, clock, become} = setUpWaiting('json');
		const over = run();
		clock.advance(200);
		become(failed);
		await expect(over).resolves.toBe(0);
		expect(written.error).toBe('It broke.\nSent without 1 server: slow (failed).\n');
		expect(JSON.parse(written.out)).toMatchObject({ok: true, missingServers: ['slow']});
	});
});

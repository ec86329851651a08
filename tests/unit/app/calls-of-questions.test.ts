import {describe, expect, it} from 'vitest';
import {allowAll, createAppHarness} from '../../helpers/app-harness.ts';
import {createFakeServers, offerTool, runsUntilAborted, succeededWith} from '../../helpers/fake-servers.ts';
import {form, never, sampling} from '../../helpers/server-questions.ts';

describe('a question of a server that asks while it is called', () => {
	const call = (onCall: NonNullable<Parameters<typeof createFakeServers>[0]>['onCall']) => {
		const offered = offerTool('files', 'read');
		const harness = createAppHarness({
			policy: allowAll,
			servers: createFakeServers({tools: [offered], ...(onCall === undefined ? {} : {onCall})}),
		});
		const stop = new AbortController();
		const options = {isConfirmed: false, onProgress: () => undefined};
		const report = harness.app.explorer.run(offered.definition, {}, options, stop.signal);
		return {...harness, report, stop};
	};

	it('leaves the queue when the call is broken off, although the server does not take it back', async () => {
		const {app, report, stop, events, until} = call(runsUntilAborted);
		await until(({calls}) => calls.live().some(({status}) => status === 'running'));
		const asked = app.serverRequests.elicit('files', form, never);
		const sampled = app.serverRequests.sample('files', sampling, never);
		const other = app.serverRequests.elicit('mail', form, never);
		stop.abort();
		await expect(report).resolves.toMatchObject({type: 'cancelled'});
		await expect(asked).resolves.toEqual({action: 'cancel'});
		await expect(sampled).resolves.toMatchObject({type: 'refused'});
		expect(app.getState().asks).toMatchObject([{server: 'mail'}]);
		expect(events.map(({type}) => type).slice(-3)).toEqual([
			'call-cancelled',
			'ask-withdrawn',
			'ask-withdrawn',
		]);
		await app.close();
		await other;
	});

	it('leaves the queue when the time for the call is up', async () => {
		let end = (): void => undefined;
		const over = new Promise<void>(resolve => {
			end = resolve;
		});
		const {app, report, until} = call(async () => {
			await over;
			return {type: 'failed', failure: {code: 'timeout', message: 'It did not answer.'}};
		});
		await until(({calls}) => calls.live().some(({status}) => status === 'running'));
		const asked = app.serverRequests.elicit('files', form, never);
		end();
		await expect(report).resolves.toMatchObject({type: 'failed'});
		await expect(asked).resolves.toEqual({action: 'cancel'});
		expect(app.getState().asks).toEqual([]);
	});

	it('stays when the call has succeeded: the server may go on asking', async () => {
		let end = (): void => undefined;
		const over = new Promise<void>(resolve => {
			end = resolve;
		});
		const {app, report, until} = call(async () => {
			await over;
			return succeededWith('done');
		});
		await until(({calls}) => calls.live().some(({status}) => status === 'running'));
		const asked = app.serverRequests.elicit('files', form, never);
		end();
		await report;
		expect(app.getState().asks).toHaveLength(1);
		await app.close();
		await asked;
	});
});

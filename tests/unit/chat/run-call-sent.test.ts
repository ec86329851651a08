import {describe, expect, it} from 'vitest';
import type {AppFact} from '../../../source/domain/event.ts';
import type {CallReport} from '../../../source/domain/ports.ts';
import {runsUntilAborted, succeededWith} from '../../helpers/fake-servers.ts';
import {setUp} from './call-harness.ts';

describe('a call that runs', () => {
	it('is on disk as started before the request leaves', async () => {
		const order: string[] = [];
		let save = (): void => undefined;
		const {run, sink} = setUp({
			async save(fact) {
				if (fact.type === 'call-started') {
					await new Promise<void>(resolve => {
						save = resolve;
					});
					order.push('saved');
				}
			},
			async onCall() {
				order.push('called');
				return succeededWith('ok');
			},
		});
		const done = run();
		await sink.said('call-started');
		await new Promise(resolve => setImmediate(resolve));
		expect(order).toEqual([]);
		save();
		await done;
		expect(order).toEqual(['saved', 'called']);
	});

	it('says its progress without waiting for the disk', async () => {
		const {run, sink} = setUp({
			async onCall(_ref, _args, onProgress) {
				onProgress({progress: 1, total: 2});
				return succeededWith('ok');
			},
		});
		await run();
		expect(sink.types()).toEqual(['call-started', 'call-progressed', 'call-succeeded']);
		expect(sink.committed.map(({type}) => type)).not.toContain('call-progressed');
	});

	const failure = {code: 'broken', message: 'It broke.'};
	const result = {content: [{type: 'text' as const, text: 'x'}]};
	const reports: readonly (readonly [CallReport, AppFact, 'continue' | 'stop'])[] = [
		[{type: 'succeeded', result, raw: {}}, {type: 'call-succeeded', callId: 'c1', result}, 'continue'],
		[{type: 'failed', failure}, {type: 'call-failed', callId: 'c1', failure}, 'continue'],
		[{type: 'failed', failure, result}, {type: 'call-failed', callId: 'c1', failure, result}, 'continue'],
		[{type: 'cancelled', sent: true}, {type: 'call-cancelled', callId: 'c1', outcomeUnknown: true}, 'stop'],
		[{type: 'cancelled', sent: false}, {type: 'call-cancelled', callId: 'c1', outcomeUnknown: false}, 'stop'],
	];
	it.each(reports)('that ends as %o says so', async (report, fact, effect) => {
		const {run, sink} = setUp({onCall: async () => report});
		await expect(run()).resolves.toBe(effect);
		expect(sink.committed.at(-1)).toEqual(fact);
	});

	it('is said with its result as it is kept for the conversation, also where it failed', async () => {
		const kept = {content: [{type: 'text' as const, text: 'cut'}], stored: {id: 'c1', characters: 9}};
		for (const report of [
			{type: 'succeeded', result, raw: {}},
			{type: 'failed', failure, result},
		] satisfies readonly CallReport[]) {
			const {run, sink} = setUp({
				onCall: async () => report,
				keep: async (callId, whole) => (callId === 'c1' && whole === result ? kept : whole),
			});
			await run();
			expect(sink.committed.at(-1)).toMatchObject({type: `call-${report.type}`, result: kept});
		}
	});

	it('has an unknown outcome when it is interrupted', async () => {
		const {run, sink, controller} = setUp({onCall: runsUntilAborted});
		const done = run();
		await sink.said('call-started');
		await new Promise(resolve => setImmediate(resolve));
		controller.abort();
		await expect(done).resolves.toBe('stop');
		expect(sink.facts.at(-1)).toEqual({type: 'call-cancelled', callId: 'c1', outcomeUnknown: true});
	});

	it('is never sent when the interruption comes before it', async () => {
		const {run, sink, servers, controller} = setUp();
		controller.abort();
		await expect(run()).resolves.toBe('stop');
		expect(sink.facts).toEqual([{type: 'call-cancelled', callId: 'c1', outcomeUnknown: false}]);
		expect(servers.calls).toEqual([]);
	});

	it('is refused loudly when the report is none that exists', async () => {
		const {run} = setUp({onCall: async () => ({type: 'lost'}) as never});
		await expect(run()).rejects.toThrow('lost');
	});
});

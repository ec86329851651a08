import {describe, expect, it, onTestFinished} from 'vitest';
import {createLimitedWorker} from '../../../source/support/limited-worker.ts';
import {startWorkerThread} from '../../../source/support/worker-thread.ts';

const never = new AbortController().signal;
const patience = 60_000;

const code = `
const {parentPort} = require('node:worker_threads');
parentPort.on('message', question => {
	if (question === 'never') for (;;);
	if (question === 'throw') throw new Error('thrown in the thread');
	if (question === 'memory') for (const all = []; ; ) all.push(new Array(1e6).fill(all.length));
	parentPort.postMessage('answer to ' + question);
});
parentPort.postMessage('ready');
`;

const useWorker = (text = code) => {
	let started = 0;
	const file = new URL('file:///nowhere');
	const worker = createLimitedWorker({
		start: () => {
			started += 1;
			return startWorkerThread<string, string>({bundled: text, file, maxHeapMegabytes: 32});
		},
	});
	onTestFinished(() => worker.end());
	const ask = (question: string, milliseconds = patience, signal = never) =>
		worker.run(thread => thread.ask(question), milliseconds, signal);
	return {...worker, ask, started: () => started};
};

describe('a worker with a time limit', () => {
	it('answers one question after the other on one thread', async () => {
		const {ask, started} = useWorker();
		expect(await Promise.all([ask('a'), ask('b')])).toEqual([
			{type: 'done', result: 'answer to a'},
			{type: 'done', result: 'answer to b'},
		]);
		expect(started()).toBe(1);
	});

	it('gives up what takes too long, and answers the next question on a new thread', async () => {
		const {ask, started} = useWorker();
		const ends = await Promise.all([ask('never', 50), ask('b')]);
		expect(ends).toEqual([{type: 'too-late'}, {type: 'done', result: 'answer to b'}]);
		expect(started()).toBe(2);
	});

	it.each(['throw', 'memory'])('survives a thread that dies (%s)', async question => {
		const {ask} = useWorker();
		expect(await ask(question)).toMatchObject({type: 'failed', error: expect.any(Error)});
		expect(await ask('b')).toMatchObject({type: 'done'});
	});

	it('ends what is aborted while it runs, and does not begin what is aborted while it waits', async () => {
		const {ask, started} = useWorker();
		const [running, waiting] = [new AbortController(), new AbortController()];
		await ask('the thread is up');
		const ends = [ask('never', patience, running.signal), ask('throw', patience, waiting.signal), ask('c')];
		waiting.abort();
		expect(await ends[1]).toEqual({type: 'aborted'});
		await new Promise(setImmediate);
		running.abort();
		expect(await ends[0]).toEqual({type: 'aborted'});
		expect(await ends[2]).toEqual({type: 'done', result: 'answer to c'});
		expect(started()).toBe(2);
		expect(await ask('d', patience, running.signal)).toEqual({type: 'aborted'});
	});

	it('says why a thread never starts, and tries again', async () => {
		const {ask, started} = useWorker('throw new Error("broken code")');
		for (const count of [1, 2]) {
			const end = await ask('a');
			expect(end.type === 'failed' && String(end.error)).toContain('broken code');
			expect(started()).toBe(count);
		}
	});

	it('loses what it is at when it is ended, and starts again when it is asked', async () => {
		const {ask, end, started} = useWorker();
		await ask('the thread is up');
		const lost = ask('never');
		await new Promise(setImmediate);
		await end();
		expect(await lost).toMatchObject({type: 'failed'});
		expect(await ask('b')).toEqual({type: 'done', result: 'answer to b'});
		expect(started()).toBe(2);
	});
});

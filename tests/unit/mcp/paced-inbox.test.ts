import {expect, it, vi} from 'vitest';
import {createPacedInbox} from '../../../source/core/mcp/transports/paced-inbox.ts';

const burn = (milliseconds: number) => {
	const end = performance.now() + milliseconds;
	while (performance.now() < end);
};

const useInbox = (deliver: (message: number) => void) => {
	const log: string[] = [];
	const inbox = createPacedInbox<number>({
		deliver,
		pause: () => log.push('pause'),
		resume: () => log.push('resume'),
	});
	const empty = () => new Promise<void>(resolve => inbox.whenEmpty(resolve));
	return {inbox, log, empty};
};

it('hands messages on in order, each after what the one before has set off', async () => {
	const seen: string[] = [];
	const {inbox, empty, log} = useInbox(message => {
		seen.push(`message ${message}`);
		void Promise.resolve().then(() => seen.push(`effect of ${message}`));
	});
	inbox.push([1, 2]);
	inbox.push([3]);
	await empty();
	expect(seen).toEqual(['message 1', 'effect of 1', 'message 2', 'effect of 2', 'message 3', 'effect of 3']);
	expect(log).toEqual([]);
});

it('stops the source and lets others run when there is much to do', async () => {
	let delivered = 0;
	let seenByOthers: number | undefined;
	const {inbox, empty, log} = useInbox(() => {
		burn(5);
		delivered += 1;
	});
	inbox.push(Array.from({length: 20}, (_, index) => index));
	setImmediate(() => {
		seenByOthers = delivered;
	});
	await empty();
	expect(delivered).toBe(20);
	expect(seenByOthers).toBeLessThan(20);
	expect(log).toEqual(['pause', 'resume']);
});

it('shares one turn of the event loop among many small deliveries', async () => {
	const {inbox, log, empty} = useInbox(() => burn(6));
	for (let time = 0; time < 5; time += 1) {
		inbox.push([time]);
		await Promise.resolve();
	}
	await empty();
	expect(log).toContain('pause');
});

it('is empty at once when nothing came', () => {
	const {inbox} = useInbox(() => {});
	const callback = vi.fn();
	inbox.push([]);
	inbox.whenEmpty(callback);
	expect(callback).toHaveBeenCalled();
});

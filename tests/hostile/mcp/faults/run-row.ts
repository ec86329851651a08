import {monitorEventLoopDelay} from 'node:perf_hooks';
import {expect} from 'vitest';
import type {CallReport} from '../../../../source/domain/ports.ts';
import type {ServerStatus} from '../../../../source/domain/server.ts';
import {type RunningServers, serverConfig, textOf, useServers} from '../../../helpers/mcp-servers.ts';
import {findByEnvironment, waitUntilGone} from '../../../helpers/processes.ts';
import {createTemporaryFolder} from '../../../helpers/temporary-folder.ts';
import {type FaultPlaces, type FaultRow, faultyName} from './fault-row.ts';

// The promise is 250 ms and 150 MB. Machines that run tests are busy, so the first bound only catches a loop that is
// really blocked: a pattern that explodes or a message of any size takes many seconds.
const lagLimit = 2000;
const growthLimit = 150 * 1024 * 1024;

type Outcome = {readonly report?: CallReport; readonly status: ServerStatus};

const act = async ({call, arguments: args}: FaultRow, running: RunningServers): Promise<Outcome> => {
	const report = call === undefined ? undefined : await running.call(faultyName, call, args ?? {});
	if (call === undefined) await running.servers.start(faultyName, new AbortController().signal);
	const status = running.status(faultyName) ?? {type: 'idle'};
	return report === undefined ? {status} : {report, status};
};

const failureOf = ({report, status}: Outcome) => {
	if (report?.type === 'failed') return report.failure;
	return report === undefined && 'failure' in status ? status.failure : undefined;
};

const checkOutcome = (outcome: Outcome, {expected}: FaultRow): void => {
	// Everything that is reported is written down somewhere, so it must be possible to write it down.
	const seen = JSON.stringify(outcome).slice(0, 2000);
	switch (expected.type) {
		case 'fails': {
			const failure = failureOf(outcome);
			expect(failure?.message, seen).toContain(`"${faultyName}"`);
			expect(failure?.message, seen).toMatch(expected.message);
			expect(failure?.hint ?? '', `no hint: ${seen}`).not.toBe('');
			return;
		}
		case 'works':
			if (outcome.report === undefined) expect(outcome.status.type, seen).toBe('ready');
			else expect(outcome.report.type, seen).toBe('succeeded');
			if (outcome.report !== undefined && expected.text !== undefined)
				expect(textOf(outcome.report)).toBe(expected.text);
			if (expected.note !== undefined)
				expect('note' in outcome.status ? outcome.status.note : undefined, seen).toMatch(expected.note);
			return;
		case 'warns':
			expect(outcome.report, seen).toMatchObject({
				type: 'succeeded',
				warning: expect.stringMatching(expected.warning),
			});
			if (outcome.report !== undefined) expect(textOf(outcome.report)).toBe(expected.text);
			return;
	}
};

/** Lets the fault happen beside a healthy server and checks everything that must hold then. */
export const runRow = async (row: FaultRow, places: FaultPlaces): Promise<void> => {
	// A home of its own marks every process that this row starts.
	const home = createTemporaryFolder();
	const environment = {...process.env, HOME: home, ...row.environment?.(places)};
	const running = useServers([row.config(places), serverConfig('echo')], environment);
	const lag = monitorEventLoopDelay({resolution: 20});
	lag.enable();
	const before = process.memoryUsage().rss;

	const acting = act(row, running);
	const healthy = await running.call('echo', 'echo', {text: 'still here'});
	expect(textOf(healthy), JSON.stringify(healthy)).toBe('still here');
	const outcome = await acting;
	const again = await running.call('echo', 'echo', {text: 'and afterwards'});
	expect(textOf(again)).toBe('and afterwards');

	const grown = process.memoryUsage().rss - before;
	lag.disable();
	checkOutcome(outcome, row);
	expect(lag.max / 1e6, 'the event loop was blocked (ms)').toBeLessThan(lagLimit);
	expect(grown, 'memory grew (bytes)').toBeLessThan(growthLimit);

	await running.servers.close();
	await waitUntilGone(() => findByEnvironment('HOME', home));
	await row.afterwards?.(places);
};

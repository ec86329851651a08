import {describe, expect, it} from 'vitest';
import type {DiagnosisStep} from '../../../../source/domain/server-ports.ts';
import {diagnoseServers} from '../../../../source/headless/servers/diagnose-servers.ts';
import {createFakeRun, createRecorder, signal, stdioServer} from './fake-run.ts';

const steps: readonly DiagnosisStep[] = [
	{name: 'command', outcome: 'ok', detail: '/bin/node'},
	{name: 'output', outcome: 'warning', detail: '2 lines', hint: 'Use stderr.'},
	{name: 'handshake', outcome: 'failed', detail: 'no answer', hint: 'Raise "timeout".'},
	{name: 'lists', outcome: 'skipped', detail: ''},
	{name: 'close', outcome: 'skipped', detail: ''},
];

const run = (refused: Parameters<typeof createFakeRun>[0] = {}) =>
	createFakeRun({
		configs: () => [stdioServer('good'), stdioServer('bad'), stdioServer('off', {disabled: true})],
		async *diagnose({name}) {
			if (name === 'bad') yield* steps;
			else yield {name: 'command', outcome: 'ok', detail: '/bin/node'};
		},
		...refused,
	});

describe('mcp doctor', () => {
	it('tells each step with its outcome and the fix, and ends with 1', async () => {
		const {output, out} = createRecorder();
		expect(await diagnoseServers({run: run(), output, name: 'bad'}, signal)).toBe(1);
		expect(out()).toBe(
			[
				'bad  stdio  node echo.mjs',
				'  ✔ command: /bin/node',
				'  ! output: 2 lines',
				'      Use stderr.',
				'  ✘ handshake: no answer',
				'      Raise "timeout".',
				'  - not tried: lists, close',
				'',
			].join('\n'),
		);
	});

	it('looks at every server that is enabled, and at entries that cannot be used', async () => {
		const refused = [{name: 'wrong', problems: ['a.json:1:1  no']}];
		const {output, json} = createRecorder(true);
		expect(await diagnoseServers({run: run({refused}), output, name: undefined}, signal)).toBe(1);
		expect(json()).toMatchObject([
			{server: 'good', ok: true},
			{server: 'bad', ok: false, steps},
			{server: 'wrong', ok: false, steps: [{outcome: 'failed', detail: 'a.json:1:1  no'}]},
		]);
	});

	it('ends with 0 when all is well, and with 42 for a server that nobody knows', async () => {
		const {output} = createRecorder();
		expect(await diagnoseServers({run: run(), output, name: 'good'}, signal)).toBe(0);
		expect(await diagnoseServers({run: run(), output, name: 'goood'}, signal)).toBe(42);
	});
});

import {expect, it} from 'vitest';
import {timeSteps} from '../../../../source/core/mcp/doctor/time-steps.ts';
import {showServer} from '../../../../source/headless/servers/show-server.ts';
import {createFakeRun, createRecorder, httpServer, signal} from './fake-run.ts';

const server = httpServer('web', {
	requestTimeout: 1200,
	sseReadTimeout: 3_600_000,
	timesRead: {requestTimeout: '1200 read as milliseconds', sseReadTimeout: '3600 read as seconds'},
});

it('mcp get says in seconds how long a server has, and how a number was read that could be mistaken', async () => {
	const {output, out} = createRecorder();
	await showServer(
		{run: createFakeRun({configs: () => [server]}), output, name: 'web', connects: false},
		signal,
	);
	expect(out()).toMatch(/^ {2}requestTimeout +1\.2 s \(1200 read as milliseconds\)$/m);
	expect(out()).toMatch(/^ {2}sseReadTimeout +3600 s \(3600 read as seconds\)$/m);
	expect(out()).toMatch(/^ {2}timeout +30 s$/m);
});

it('the doctor says so, too, and warns where a request has oddly little time', async () => {
	const [step] = timeSteps(server);
	expect(await step?.look(signal)).toEqual({
		outcome: 'warning',
		detail: 'requestTimeout 1.2 s (1200 read as milliseconds), sseReadTimeout 3600 s (3600 read as seconds)',
		hint: 'If that was meant to be seconds, write request_timeout.',
	});
	expect(timeSteps(httpServer('web'))).toEqual([]);
});

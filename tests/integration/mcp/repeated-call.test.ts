import {describe, expect, it, onTestFinished, vi} from 'vitest';
import {remoteConfig, textOf, useServers} from '../../helpers/mcp-servers.ts';
import {findQuietPort} from '../../helpers/quiet-port.ts';
import {sendResult, startHttpHost} from '../../servers/http-host.ts';
import {legacyServer} from '../../servers/http-legacy.ts';

const patient = {timeout: 30_000};

describe('a server on the network that is gone in the middle of a call', () => {
	/** Goes away with the first call; what is called says of itself that it only reads. */
	const startLeaving = async (port: number) => {
		let calls = 0;
		const answer = legacyServer({
			instead: (request, response) => {
				const {method} = request.message;
				if (method === 'tools/list') {
					const look = {name: 'look', inputSchema: {type: 'object'}, annotations: {readOnlyHint: true}};
					sendResult(request, response, {tools: [look]});
				}
				if (method === 'tools/call') {
					calls += 1;
					if (calls === 1) void host.stop();
					else sendResult(request, response, {content: [{type: 'text', text: `call ${calls}`}]});
				}
				return method === 'tools/list' || method === 'tools/call';
			},
		});
		const host = await startHttpHost(answer, port);
		return {url: `${host.url}/mcp`, answer, calls: () => calls};
	};

	it('and back after a moment is asked again what only reads', async () => {
		const port = await findQuietPort();
		const {url, answer, calls} = await startLeaving(port);
		const {connect, call} = useServers([remoteConfig('http', url, {retryAttempts: 3})]);
		await connect();
		const calling = call('http', 'look');
		await vi.waitFor(() => expect(calls()).toBe(1), patient);
		let end = async (): Promise<void> => undefined;
		onTestFinished(() => end());
		const takeEnd = (stop: typeof end) => {
			end = stop;
		};
		setTimeout(() => void startHttpHost(answer, port, takeEnd), 1000);
		expect(textOf(await calling)).toBe('call 2');
	});

	it('for good is said to have been sent the call, and what became of the repeat', async () => {
		const {url} = await startLeaving(await findQuietPort());
		const {connect, call} = useServers([remoteConfig('http', url)]);
		await connect();
		expect(await call('http', 'look')).toMatchObject({
			type: 'failed',
			failure: {
				code: 'server-gone',
				message: expect.stringMatching(
					/while tool "look" was running\. The repeat failed as well: .* so the call of "look" was not sent again\.$/,
				),
				hint: expect.stringContaining('It may have done its work'),
			},
		});
	});

	it('leaves the outcome open when the user stops waiting for it', async () => {
		const {url, calls} = await startLeaving(await findQuietPort());
		const {connect, call} = useServers([remoteConfig('http', url, {retryAttempts: 5})]);
		await connect();
		const stop = new AbortController();
		const calling = call('http', 'look', {}, {signal: stop.signal});
		await vi.waitFor(() => expect(calls()).toBe(1), patient);
		setTimeout(() => stop.abort(), 200);
		expect(await calling).toEqual({type: 'cancelled', sent: true});
	});
});

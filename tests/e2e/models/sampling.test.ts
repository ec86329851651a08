import {describe, expect, it} from 'vitest';
import {protocols} from '../../helpers/model-app.ts';
import {runPrompt} from '../../helpers/model-program.ts';
import {publishedServer} from '../../integration/mcp/published/published-server.ts';
import {callOf, calls, says} from '../../servers/models/fault-script.ts';
import {startFaultServer} from '../../servers/models/fault-server.ts';

const {command, args} = publishedServer('everything', '@modelcontextprotocol/server-everything', ['stdio']);

const startPoet = () =>
	startFaultServer(({body, tools}, index) => {
		const history = JSON.stringify(body);
		if (tools.length === 0) return says('Roses are red.');
		if (index === 0) {
			return calls(
				callOf('call_1', 'everything__trigger-sampling-request', {prompt: 'a poem', maxTokens: 50}),
			);
		}
		return says(history.includes('Roses are red.') ? 'It wrote a poem.' : 'It wrote nothing.');
	});

describe.each(protocols)('a server that wants to use the model, over the protocol %s', protocol => {
	it('gets its answer through the same adapter when that is allowed', async () => {
		const server = await startPoet();
		const {code, result} = await runPrompt(protocol, server.url, ['-p', 'go', '--approval', 'auto'], {
			servers: {everything: {command, args}},
		});
		expect(server.problems()).toEqual([]);
		expect([code, result.text, result.error]).toEqual([0, 'It wrote a poem.', undefined]);
		const [, sampled] = server.requests;
		expect(sampled?.tools).toEqual([]);
		expect(JSON.stringify(sampled?.body)).toContain('a poem');
		// What it cost is counted, too.
		expect(result.usage).toMatchObject({inputTokens: 30, outputTokens: 15});
	});

	it('gets none when nobody is there to allow it', async () => {
		const server = await startPoet();
		const allowed = ['-p', 'go', '--allowed-tools', 'everything__trigger-sampling-request'];
		const {code, stderr, result} = await runPrompt(protocol, server.url, allowed, {
			servers: {everything: {command, args}},
		});
		expect([code, result.text]).toEqual([0, 'It wrote nothing.']);
		expect(stderr).toContain('everything wants to use');
		expect(server.requests.every(({tools}) => tools.length > 0)).toBe(true);
	});
});

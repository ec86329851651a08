import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {modelIds, protocols} from '../../helpers/model-app.ts';
import {runPrompt} from '../../helpers/model-program.ts';
import {useHome} from '../../helpers/run-program.ts';
import {publishedServer} from '../../integration/mcp/published/published-server.ts';
import {callOf, calls, says} from '../../servers/models/fault-script.ts';
import {startFaultServer} from '../../servers/models/fault-server.ts';

const everything = publishedServer('everything', '@modelcontextprotocol/server-everything', ['stdio']);
const entryOf = ({command, args}: {readonly command: string; readonly args: readonly string[]}) => ({
	command,
	args,
});

describe.each(protocols)('mcp-tui -p over the protocol %s', protocol => {
	const modelName = modelIds[protocol].split('/')[1] ?? '';

	it('runs a whole turn with published servers, and prints what it did field by field', async () => {
		const home = useHome();
		const note = join(home.folder, 'note.txt');
		writeFileSync(note, 'The password of the cellar is swordfish.\n');
		const filesystem = publishedServer('files', '@modelcontextprotocol/server-filesystem', [home.folder]);
		const server = await startFaultServer(({body}, index) => {
			const history = JSON.stringify(body);
			switch (index) {
				case 0:
					return calls(
						callOf('call_1', 'everything__echo', {message: 'hello'}),
						callOf('call_2', 'everything__get-sum', {a: 2, b: 40}),
						callOf('call_3', 'files__read_text_file', {path: note}),
					);
				case 1:
					return calls(
						callOf('call_4', 'everything__get-tiny-image'),
						callOf('call_5', 'files__read_text_file', {path: join(home.folder, 'missing.txt')}),
					);
				default:
					return says(
						['Echo: hello', 'sum of 2 and 40 is 42', 'swordfish', 'ENOENT']
							.filter(text => history.includes(text))
							.join(', '),
					);
			}
		});
		const {code, stderr, result} = await runPrompt(
			protocol,
			server.url,
			// What was read from files makes calls of another server ask, unless they are allowed by name, and the other way round.
			['-p', 'Look around.', '--approval', 'auto', '--allowed-tools', 'everything__*', 'files__*'],
			{
				servers: {everything: entryOf(everything), files: entryOf(filesystem)},
				provider: {prices: {[modelName]: {input: 2, output: 10}}},
				home,
			},
		);
		expect(server.problems()).toEqual([]);
		expect([code, stderr]).toEqual([0, '']);

		const ended = {status: 'succeeded', durationMs: expect.any(Number)};
		expect(result).toEqual({
			type: 'result',
			ok: true,
			text: 'Echo: hello, sum of 2 and 40 is 42, swordfish, ENOENT',
			toolCalls: [
				{
					server: 'everything',
					tool: 'echo',
					arguments: {message: 'hello'},
					...ended,
					result: {content: [{type: 'text', text: 'Echo: hello'}]},
				},
				{
					server: 'everything',
					tool: 'get-sum',
					arguments: {a: 2, b: 40},
					...ended,
					result: {content: [{type: 'text', text: 'The sum of 2 and 40 is 42.'}]},
				},
				{
					server: 'files',
					tool: 'read_text_file',
					arguments: {path: note},
					...ended,
					result: {
						content: [{type: 'text', text: 'The password of the cellar is swordfish.\n'}],
						structured: {content: 'The password of the cellar is swordfish.\n'},
					},
				},
				{
					server: 'everything',
					tool: 'get-tiny-image',
					arguments: {},
					...ended,
					result: {
						content: expect.arrayContaining([
							expect.objectContaining({type: 'image', mimeType: 'image/png'}),
						]),
					},
				},
				{
					server: 'files',
					tool: 'read_text_file',
					arguments: {path: join(home.folder, 'missing.txt')},
					status: 'failed',
					durationMs: expect.any(Number),
					error: {code: 'tool-error', message: expect.stringContaining('ENOENT')},
				},
			],
			usage: {
				inputTokens: 30,
				outputTokens: 15,
				...(result.usage.cachedTokens === undefined ? {} : {cachedTokens: 0}),
				costUsd: 0.00021,
			},
			steps: 3,
			sessionId: expect.stringMatching(/\w/),
			model: modelIds[protocol],
		});
		// The picture went to the model as a picture, and never as text.
		const last = JSON.stringify(server.requests.at(-1)?.body);
		expect(last).toMatch(/"type":"(image|input_image|image_url)"/);
	});
});

import {describe, expect, it} from 'vitest';
import type {CallReport} from '../../../../source/domain/ports.ts';
import type {ToolContent} from '../../../../source/domain/tool.ts';
import {callServerTool} from '../../../../source/headless/servers/call-tool.ts';
import {offerTool} from '../../../helpers/fake-servers.ts';
import {createFakeRun, createRecorder, failedWith, readyWith, signal, stdioServer} from './fake-run.ts';

const runWith = (report?: CallReport) =>
	createFakeRun({
		configs: () => [stdioServer('good'), stdioServer('bad')],
		after: {good: readyWith(1), bad: failedWith('bad')},
		tools: () => [
			offerTool('good', 'echo'),
			offerTool('good', 'add'),
			offerTool('good', 'shoot', {
				inputSchema: {properties: {type: {type: 'string', default: 'png'}}, required: ['type']},
			}),
		],
		...(report === undefined ? {} : {call: async () => report}),
	});

const call = async (
	report: CallReport | undefined,
	{server = 'good', tool = 'echo', words = [] as readonly string[], isJson = false, isTerminal = false} = {},
) => {
	const run = runWith(report);
	const recorder = createRecorder(isJson, isTerminal);
	const code = await callServerTool({run, output: recorder.output, server, tool, words}, signal);
	return {code, run, ...recorder};
};

const succeeded = (...content: readonly ToolContent[]): CallReport => ({
	type: 'succeeded',
	result: {content},
	raw: {content: [], _meta: {kept: true}},
});

describe('mcp-tui call', () => {
	it('starts the one server, calls the tool and prints its text', async () => {
		const {code, out, err, run} = await call(undefined, {words: ['text=hi']});
		expect([code, out(), err()]).toEqual([0, '{"text":"hi"}\n', '']);
		expect(run.started).toEqual(['good']);
		expect(run.calls).toEqual([{ref: {server: 'good', tool: 'echo'}, args: {text: 'hi'}}]);
	});

	it('sends the default of a required argument that was left out', async () => {
		const {run} = await call(undefined, {tool: 'shoot'});
		expect(run.calls).toMatchObject([{args: {type: 'png'}}]);
	});

	it.each<[ToolContent, string]>([
		[{type: 'image', mimeType: 'image/png', data: 'aW1n'}, '[image, image/png, 3 bytes]'],
		[{type: 'audio', mimeType: 'audio/wav', data: 'A'.repeat(4096)}, '[audio, audio/wav, 3.0 KiB]'],
		[{type: 'resource', uri: 'file:///a', text: 'inside'}, 'inside'],
		[{type: 'resource', uri: 'file:///a', mimeType: 'x/y', blob: 'AAE='}, '[file:///a, x/y, 2 bytes]'],
		[{type: 'link', uri: 'file:///b', name: 'b', description: 'the b'}, '[b] file:///b (the b)'],
		[{type: 'unknown', kind: 'hologram', value: {depth: 3}}, '{"depth":3}'],
	])('prints %o in one line', async (content, line) => {
		expect((await call(succeeded(content))).out()).toBe(`${line}\n`);
	});

	it('prints structured content only where there is no other', async () => {
		const raw = {};
		const alone = await call({type: 'succeeded', result: {content: [], structured: {a: 1}}, raw});
		expect(JSON.parse(alone.out())).toEqual({a: 1});
		const both = await call({
			type: 'succeeded',
			result: {content: [{type: 'text', text: 'one'}], structured: {a: 1}},
			raw,
		});
		expect(both.out()).toBe('one\n');
	});

	it('prints the raw result for scripts', async () => {
		const {json} = await call(succeeded({type: 'text', text: 'x'}), {isJson: true});
		expect(json()).toEqual({content: [], _meta: {kept: true}});
	});

	it('gives a pipe the bytes as they are, and a terminal nothing that acts on it', async () => {
		const report = succeeded({type: 'text', text: 'red \u001b[31mtext'});
		expect((await call(report)).out()).toBe('red \u001b[31mtext\n');
		expect((await call(report, {isTerminal: true})).out()).toBe('red text\n');
	});

	it('keeps stdout empty when the tool reports an error, and ends with 1', async () => {
		const {code, out, err} = await call({
			type: 'failed',
			failure: {code: 'tool-error', message: 'the disk'},
			result: {content: [{type: 'text', text: 'the disk is full'}]},
			raw: {isError: true},
		});
		expect([code, out(), err()]).toEqual([1, '', 'the disk is full\n']);
	});

	it('prints the raw result of a tool that reports an error, too', async () => {
		const {code, json} = await call(
			{
				type: 'failed',
				failure: {code: 'tool-error', message: 'x'},
				result: {content: []},
				raw: {isError: true},
			},
			{isJson: true},
		);
		expect([code, json()]).toEqual([1, {isError: true}]);
	});

	it('tells a failure without a result as an object', async () => {
		const failure = {code: 'timeout', message: 'It did not answer.', hint: 'Wait longer.'};
		const {code, json, err} = await call({type: 'failed', failure}, {isJson: true});
		expect([code, json(), err()]).toEqual([1, {error: failure}, 'It did not answer.\nWait longer.\n']);
	});

	it('says what became of a call that was interrupted', async () => {
		const {code, err} = await call({type: 'cancelled', sent: true});
		expect(code).toBe(1);
		expect(err()).toContain('"good" was told to stop echo');
	});

	it('shows a warning about the result beside it', async () => {
		const report = succeeded({type: 'text', text: 'x'});
		const {out, err} = await call({...report, warning: 'Not what it promised.'} as CallReport);
		expect([out(), err()]).toEqual(['x\n', 'Not what it promised.\n']);
	});

	it.each([
		[{server: 'god'}, 'There is no server "god"; did you mean good?'],
		[{tool: 'ehco'}, 'Server "good" has no tool "ehco"; did you mean echo?'],
		[{words: ['nonsense']}, '"nonsense" is not an argument.'],
	])('refuses %o with 42 and what was probably meant', async (given, sentence) => {
		const {code, err, run} = await call(undefined, given);
		expect(code).toBe(42);
		expect(err()).toContain(sentence);
		expect(run.calls).toEqual([]);
	});

	it('ends with 1 and the reason when the server does not start', async () => {
		const {code, err} = await call(undefined, {server: 'bad'});
		expect([code, err()]).toEqual([1, 'Server "bad" exited with code 1.\nLook at its log.\n']);
	});

	it('shows progress to a person and not to a script', async () => {
		for (const isTerminal of [true, false]) {
			const run = createFakeRun({
				configs: () => [stdioServer('good')],
				tools: () => [offerTool('good', 'echo')],
				call: async (_ref, _args, onProgress) => {
					onProgress({progress: 1, total: 3, message: 'sorting'});
					return succeeded({type: 'text', text: 'done'});
				},
			});
			const {output, err} = createRecorder(false, isTerminal);
			await callServerTool({run, output, server: 'good', tool: 'echo', words: []}, signal);
			expect(err().includes('1 of 3  sorting')).toBe(isTerminal);
		}
	});

	it('writes the bytes of the result to a file', async () => {
		const saved: [string, string][] = [];
		const file = {
			path: 'out.png',
			save: async (path: string, bytes: Buffer) => {
				saved.push([path, bytes.toString('latin1')]);
			},
		};
		const {output, out} = createRecorder();
		const run = runWith(succeeded({type: 'image', mimeType: 'image/png', data: 'aW1n'}));
		const options = {run, output, server: 'good', tool: 'echo', words: [], file};
		expect(await callServerTool(options, signal)).toBe(0);
		expect([saved, out()]).toEqual([[['out.png', 'img']], '']);
	});

	it('says why the file cannot be written', async () => {
		const file = {path: '/no', save: () => Promise.reject(new Error('read-only'))};
		const {output, err} = createRecorder();
		const run = runWith(succeeded({type: 'text', text: 'x'}));
		const code = await callServerTool({run, output, server: 'good', tool: 'echo', words: [], file}, signal);
		expect([code, err()]).toEqual([1, 'Cannot write /no: read-only\nChoose another file with --output.\n']);
	});
});

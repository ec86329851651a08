import {fileURLToPath} from 'node:url';
import {describe, expect, it, vi} from 'vitest';
import {callTool} from '../../../source/core/mcp/calls/call-tool.ts';
import type {RequestTarget} from '../../../source/core/mcp/calls/request-target.ts';
import {type AnswerInput, finishTask, readTask} from '../../../source/core/mcp/calls/run-task.ts';
import type {SchemaChecker} from '../../../source/core/mcp/calls/schema-checker.ts';
import {listCatalogue} from '../../../source/core/mcp/catalogue/list-catalogue.ts';
import type {CallProgress} from '../../../source/domain/tool-call.ts';
import {connectTo, definitionOf} from '../../helpers/mcp-client.ts';
import {textOf} from '../../helpers/mcp-servers.ts';

const acceptAll: SchemaChecker = {
	check: () => Promise.resolve({type: 'valid'}),
	close: () => Promise.resolve(),
};

const call = (
	target: RequestTarget,
	tool: string,
	{signal = new AbortController().signal, seen = []}: {signal?: AbortSignal; seen?: CallProgress[]} = {},
) =>
	callTool(
		{
			...target,
			definition: definitionOf(target, tool, {taskSupport: tool === 'optional' ? 'optional' : 'required'}),
			arguments: {},
			onProgress: progress => seen.push(progress),
			checker: acceptAll,
		},
		signal,
	);

const logOf = async ({client}: RequestTarget) =>
	JSON.stringify((await client.callTool({name: 'log'})).content);

describe('a tool that runs as a task', () => {
	it('is polled until it has a result', async () => {
		const target = await connectTo('tasks');
		const seen: CallProgress[] = [];
		expect(textOf(await call(target, 'finish', {seen}))).toBe('finish is done');
		expect(seen.at(-1)).toMatchObject({message: 'step 2'});
		expect(await logOf(target)).toContain('tasks/result finish');
	});

	it('keeps the result of one that fails', async () => {
		const report = await call(await connectTo('tasks'), 'fail');
		expect(report).toMatchObject({
			type: 'failed',
			failure: {code: 'tool-error', message: 'it did not work out'},
		});
	});

	it('passes on the error of one that breaks', async () => {
		expect(await call(await connectTo('tasks'), 'error')).toMatchObject({
			type: 'failed',
			failure: {code: 'protocol-error', message: expect.stringContaining('the task broke')},
		});
	});

	it.each([
		['is given up by the server', 'give-up', 'task-failed', 'was cancelled by the server'],
		['nobody remembers', 'vanish', 'protocol-error', 'Task not found'],
		['has no status', 'nonsense', 'task-failed', 'whose status cannot be read'],
	])('says so when it %s', async (_what, tool, code, message) => {
		expect(await call(await connectTo('tasks'), tool)).toMatchObject({
			type: 'failed',
			failure: {code, message: expect.stringContaining(message)},
		});
	});

	it('gets the answers it asks for while we wait for its result', async () => {
		const target = await connectTo('tasks', {
			capabilities: {elicitation: {form: {}}},
			prepare: client =>
				client.setRequestHandler('elicitation/create', () => ({action: 'accept', content: {choice: 'red'}})),
		});
		expect(textOf(await call(target, 'ask'))).toBe('you chose red');
	});

	it('is cancelled with the call', async () => {
		const target = await connectTo('tasks');
		const controller = new AbortController();
		const seen: CallProgress[] = [];
		const running = call(target, 'hang', {signal: controller.signal, seen});
		await vi.waitFor(() => expect(seen.length).toBeGreaterThan(1), {timeout: 20_000});
		controller.abort();
		expect(await running).toEqual({type: 'cancelled', sent: true});
		await vi.waitFor(async () => expect(await logOf(target)).toContain('tasks/cancel hang'), {
			timeout: 20_000,
		});
	});

	it('is no task where the tool leaves us the choice', async () => {
		expect(textOf(await call(await connectTo('tasks'), 'optional'))).toBe('no task was wanted');
	});
});

describe('the task of server-everything', () => {
	const everything = fileURLToPath(
		new URL('../../../node_modules/@modelcontextprotocol/server-everything/dist/index.js', import.meta.url),
	);

	it('is listed as one, asks its question and finishes', async () => {
		const questions: string[] = [];
		const target = await connectTo('everything', {
			config: {args: [everything, 'stdio']},
			capabilities: {elicitation: {form: {}}},
			prepare: client =>
				client.setRequestHandler('elicitation/create', ({params}) => {
					questions.push(params.message);
					return {action: 'accept', content: {interpretation: 'snake'}};
				}),
		});
		const signal = new AbortController().signal;
		const {tools} = await listCatalogue({...target, transport: 'stdio'}, signal);
		const definition = tools.find(({tool}) => tool === 'simulate-research-query');
		if (definition === undefined) throw new Error('the tool is gone');
		expect(definition.taskSupport).toBe('required');
		const seen: CallProgress[] = [];
		const report = await callTool(
			{
				...target,
				definition,
				arguments: {topic: 'python', ambiguous: true},
				onProgress: progress => seen.push(progress),
				checker: acceptAll,
			},
			signal,
		);
		expect(report.type).toBe('succeeded');
		expect(textOf(report)).toContain('snake');
		expect(questions).toHaveLength(1);
		expect(seen.length).toBeGreaterThan(1);
	});
});

describe('a task of protocol 2026-07-28', () => {
	const finish = async (
		taskId: string,
		{
			answerInput,
			signal = new AbortController().signal,
		}: {answerInput?: AnswerInput; signal?: AbortSignal} = {},
	) => {
		const target = await connectTo('modern-tasks', {era: 'modern'});
		const task = readTask({resultType: 'task', taskId, status: 'working', pollIntervalMs: 50});
		if (task === undefined) throw new Error('the task was not recognised');
		const finished = finishTask(
			{
				client: target.client,
				task,
				onStatus: () => {},
				...(answerInput === undefined ? {} : {answerInput}),
			},
			signal,
		);
		return {target, finished};
	};

	it('brings its result with its status', async () => {
		const {finished} = await finish('finish');
		expect(await finished).toEqual({content: [{type: 'text', text: 'finish is done'}]});
	});

	it('is rejected with the error that it brings', async () => {
		const {finished} = await finish('error');
		await expect(finished).rejects.toThrow('the task broke');
	});

	it('gets its questions answered', async () => {
		const {finished} = await finish('ask', {
			answerInput: ({method}) => Promise.resolve({action: 'accept', content: {to: method}}),
		});
		expect(await finished).toEqual({
			content: [
				{
					type: 'text',
					text: 'answered with {"first":{"action":"accept","content":{"to":"elicitation/create"}}}',
				},
			],
		});
	});

	it('is given up when its question is refused, and is not blamed for that', async () => {
		const {target, finished} = await finish('ask', {
			answerInput: () => Promise.reject(new Error('The user does not want to say.')),
		});
		await expect(finished).rejects.toThrow('cannot get: The user does not want to say.');
		await expect(finished).rejects.toMatchObject({code: 'task-failed'});
		await vi.waitFor(async () => expect(await logOf(target)).toContain('tasks/cancel ask'), {
			timeout: 20_000,
		});
	});

	it('is given up when nobody can answer it', async () => {
		const {target, finished} = await finish('ask');
		await expect(finished).rejects.toThrow('asks for more input than it can get here');
		await vi.waitFor(async () => expect(await logOf(target)).toContain('tasks/cancel ask'), {
			timeout: 20_000,
		});
	});
});

describe('what a server sends instead of a task', () => {
	it.each([[undefined], ['text'], [{content: [], task: {taskId: 'a', status: 'working'}}], [{task: {}}]])(
		'is a result: %j',
		sent => {
			expect(readTask(sent)).toBeUndefined();
		},
	);
});

import {type Client, ProtocolError} from '@modelcontextprotocol/client';
import {z} from 'zod';
import {describeError} from '../../../domain/failure.ts';
import {isJsonObject, type JsonObject} from '../../../domain/json.ts';
import type {ToolDefinition} from '../../../domain/tool.ts';
import type {CallProgress} from '../../../domain/tool-call.ts';
import {sleep} from '../../../support/sleep.ts';
import {unpackResult} from '../connection/raw-results.ts';
import {longestTimer} from '../connection/time-limit.ts';
import {cutPlain} from './cut-text.ts';

const defaultPause = 1000;
const shortestPause = 50;
const longestPause = 10_000;
const cancelLimit = 5000;
/** Rounds of questions that one task may put. */
const maxQuestions = 100;

/** Answers a request that a task has for us, such as an elicitation; the same that servers send by themselves. */
export type AnswerInput = (
	request: {readonly method: string; readonly params: JsonObject},
	signal: AbortSignal,
) => Promise<JsonObject>;

/** The server gave up a task, or we did; the sentence continues `Tool "x" of server "y"`. */
export class TaskError extends Error {
	readonly code = 'task-failed';

	constructor(message: string) {
		super(message);
		this.name = 'TaskError';
	}
}

const taskSchema = z.object({
	taskId: z.string().min(1),
	status: z.string(),
	statusMessage: z.string().optional().catch(undefined),
	pollInterval: z.number().optional().catch(undefined),
	pollIntervalMs: z.number().optional().catch(undefined),
	result: z.unknown().optional(),
	error: z
		.object({code: z.number(), message: z.string(), data: z.unknown().optional()})
		.optional()
		.catch(undefined),
	inputRequests: z.record(z.string(), z.unknown()).optional().catch(undefined),
});

export type Task = z.infer<typeof taskSchema>;

const inputSchema = z.object({
	method: z.string(),
	params: z.custom<JsonObject>(isJsonObject).optional().catch(undefined),
});

/** Whether a call of this tool has to ask for a task. With 2026-07-28 the server decides that alone. */
export const wantsTask = (client: Client, {taskSupport}: ToolDefinition): boolean =>
	taskSupport === 'required' &&
	client.getProtocolEra() !== 'modern' &&
	client.getServerCapabilities()?.tasks?.requests?.tools?.call !== undefined;

/** The task that a server made of a call; undefined when it sent a result instead. */
export const readTask = (sent: unknown): Task | undefined => {
	if (!isJsonObject(sent) || sent.content !== undefined) return undefined;
	const parsed = taskSchema.safeParse(sent.resultType === 'task' ? sent : sent.task);
	return parsed.success ? parsed.data : undefined;
};

export type FinishTaskOptions = {
	readonly client: Client;
	readonly task: Task;
	/** Called with every sign of life. */
	readonly onStatus: (progress: CallProgress) => void;
	readonly answerInput?: AnswerInput;
};

const pauseOf = ({pollInterval, pollIntervalMs}: Task): number => {
	const wanted = pollIntervalMs ?? pollInterval ?? defaultPause;
	return Math.min(Math.max(wanted, shortestPause), longestPause);
};

/** Follows a task until it has a result, and resolves with that. Rejects as a request would. */
export const finishTask = async (
	{client, task: first, onStatus, answerInput}: FinishTaskOptions,
	signal: AbortSignal,
): Promise<unknown> => {
	const {taskId} = first;
	const isModern = client.getProtocolEra() === 'modern';
	const answered = new Set<string>();
	let steps = 0;

	const request = async (method: string, params: JsonObject = {}) =>
		unpackResult(
			await client.request({method, params: {taskId, ...params}}, z.unknown(), {
				signal,
				timeout: longestTimer,
			}),
		);

	const readStatus = (sent: unknown): Task => {
		const parsed = taskSchema.safeParse(sent);
		if (!parsed.success) throw new TaskError('runs as a task whose status cannot be read.');
		return parsed.data;
	};

	const report = ({status, statusMessage}: Task) => {
		steps += 1;
		const message = statusMessage ?? (status === 'input_required' ? 'waits for an answer' : undefined);
		onStatus({progress: steps, ...(message === undefined ? {} : {message: cutPlain(message, 500)})});
	};

	const answer = async (
		question: {readonly method: string; readonly params: JsonObject},
		answerInput: AnswerInput,
	): Promise<JsonObject> => {
		try {
			return await answerInput(question, signal);
		} catch (error) {
			if (signal.aborted) throw error;
			throw new TaskError(`asked for something that it cannot get: ${cutPlain(describeError(error), 500)}`);
		}
	};

	const answerQuestions = async ({inputRequests = {}}: Task) => {
		const open = Object.entries(inputRequests).filter(([key]) => !answered.has(key));
		if (open.length === 0) return;
		if (answerInput === undefined || answered.size + open.length > maxQuestions)
			throw new TaskError('asks for more input than it can get here.');
		const responses: Record<string, JsonObject> = {};
		for (const [key, sent] of open) {
			const question = inputSchema.safeParse(sent);
			if (!question.success) throw new TaskError('asks for input in a way that cannot be read.');
			const {method, params = {}} = question.data;
			responses[key] = await answer({method, params}, answerInput);
			answered.add(key);
		}
		await request('tasks/update', {inputResponses: responses});
	};

	const resultOf = (task: Task): unknown => {
		if (!isModern) return request('tasks/result');
		if (task.status === 'completed') return task.result;
		if (task.error !== undefined)
			throw ProtocolError.fromError(task.error.code, task.error.message, task.error.data);
		throw new TaskError(`failed: ${cutPlain(task.statusMessage ?? 'it did not say why', 500)}`);
	};

	const cancel = () => {
		client
			.request({method: 'tasks/cancel', params: {taskId}}, z.unknown(), {timeout: cancelLimit})
			.catch(() => {
				// It is over for us, whatever the server thinks of that.
			});
	};

	let current = first;
	try {
		for (;;) {
			report(current);
			switch (current.status) {
				case 'completed':
				case 'failed':
					return await resultOf(current);
				case 'cancelled':
					throw new TaskError('was cancelled by the server.');
				case 'input_required':
					// Before 2026 the questions come as requests of the server while we wait for the result.
					if (!isModern) return await request('tasks/result');
					await answerQuestions(current);
					break;
				default:
					break;
			}
			await sleep(pauseOf(current), signal);
			signal.throwIfAborted();
			current = readStatus(await request('tasks/get'));
		}
	} catch (error) {
		// Before 2026 an error is the result of the task, or says that there is none of that name.
		const isResult = !isModern && error instanceof ProtocolError;
		if (!isResult && !['completed', 'failed', 'cancelled'].includes(current.status)) cancel();
		throw error;
	}
};

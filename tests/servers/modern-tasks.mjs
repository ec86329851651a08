// Has tasks as the extension of protocol 2026-07-28 defines them: the state of a task is in its id.
import {answer, onMessages, refuse, textResult} from './mcp-stdio.mjs';

const complete = result => ({resultType: 'complete', ...result});
const log = [];
const polls = new Map();
let answers;

const task = (taskId, status, more = {}) =>
	complete({
		taskId,
		status,
		statusMessage: `it is ${status}`,
		createdAt: '2026-01-01T00:00:00Z',
		lastUpdatedAt: '2026-01-01T00:00:00Z',
		ttlMs: 60_000,
		pollIntervalMs: 50,
		...more,
	});

const question = {
	method: 'elicitation/create',
	params: {mode: 'form', message: 'Which one?', requestedSchema: {type: 'object', properties: {}}},
};

const get = (id, taskId) => {
	const poll = (polls.get(taskId) ?? 0) + 1;
	polls.set(taskId, poll);
	if (taskId === 'hang' || poll < 2) return answer(id, task(taskId, 'working'));
	if (taskId === 'error')
		return answer(id, task(taskId, 'failed', {error: {code: -32603, message: 'the task broke'}}));
	if (taskId === 'ask' && answers === undefined)
		return answer(id, task(taskId, 'input_required', {inputRequests: {first: question}}));
	const text = taskId === 'ask' ? `answered with ${JSON.stringify(answers)}` : `${taskId} is done`;
	return answer(id, task(taskId, 'completed', {result: textResult(text)}));
};

onMessages(({id, method, params = {}}) => {
	if (id === undefined) return;
	log.push(`${method} ${params.taskId ?? params.name ?? ''}`.trim());
	if (method === 'server/discover')
		return answer(
			id,
			complete({
				supportedVersions: ['2026-07-28'],
				capabilities: {tools: {}, extensions: {'io.modelcontextprotocol/tasks': {}}},
				serverInfo: {name: 'modern-tasks', version: '1.0.0'},
				ttlMs: 0,
				cacheScope: 'private',
			}),
		);
	if (method === 'tools/call') return answer(id, complete(textResult(JSON.stringify(log))));
	if (method === 'tasks/get') return get(id, params.taskId);
	if (method === 'tasks/update') {
		answers = params.inputResponses;
		return answer(id, complete({}));
	}
	if (method === 'tasks/cancel') return answer(id, complete({}));
	refuse(id, -32601, `Method not found: ${method}`);
});
process.stdin.on('end', () => process.exit(0));

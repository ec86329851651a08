// Runs calls as tasks of protocol 2025-11-25. What a tool does is its name; `log` tells which requests came.
import {answer, greet, onMessages, refuse, textResult, tool, write} from './mcp-stdio.mjs';

const capabilities = {tools: {}, tasks: {cancel: {}, requests: {tools: {call: {}}}}};
const asTask = name => tool(name, {execution: {taskSupport: 'required'}});
const tools = [
	...['finish', 'fail', 'error', 'ask', 'hang', 'give-up', 'vanish', 'nonsense'].map(asTask),
	tool('optional', {execution: {taskSupport: 'optional'}}),
	tool('log'),
];
const log = [];
const polls = new Map();
let waitingForAnswer;

const status = (taskId, state, statusMessage) => ({
	taskId,
	status: state,
	...(statusMessage === undefined ? {} : {statusMessage}),
	ttl: 60_000,
	pollInterval: 50,
	createdAt: '2026-01-01T00:00:00Z',
	lastUpdatedAt: '2026-01-01T00:00:00Z',
});

const states = {
	finish: poll => ['working', 'working', 'completed'][poll] ?? 'completed',
	fail: poll => (poll < 1 ? 'working' : 'failed'),
	error: poll => (poll < 1 ? 'working' : 'failed'),
	ask: poll => (poll < 1 ? 'working' : 'input_required'),
	hang: () => 'working',
	'give-up': poll => (poll < 1 ? 'working' : 'cancelled'),
};

const get = (id, taskId) => {
	const poll = (polls.get(taskId) ?? 0) + 1;
	polls.set(taskId, poll);
	if (taskId === 'vanish') return refuse(id, -32602, 'Failed to retrieve task: Task not found');
	if (taskId === 'nonsense') return answer(id, {what: 'is this'});
	return answer(id, status(taskId, states[taskId](poll), `step ${poll}`));
};

const result = (id, taskId) => {
	if (taskId === 'fail') return answer(id, {...textResult('it did not work out'), isError: true});
	if (taskId === 'error') return refuse(id, -32603, 'the task broke');
	if (taskId !== 'ask') return answer(id, textResult(`${taskId} is done`));
	waitingForAnswer = id;
	write({
		id: 'question',
		method: 'elicitation/create',
		params: {
			message: 'Which one?',
			requestedSchema: {type: 'object', properties: {choice: {type: 'string'}}},
			_meta: {'io.modelcontextprotocol/related-task': {taskId}},
		},
	});
};

onMessages(message => {
	const {id, method, params = {}} = message;
	if (greet(message, {name: 'tasks', capabilities})) return;
	if (id === 'question')
		return answer(waitingForAnswer, textResult(`you chose ${message.result.content.choice}`));
	if (method === undefined || id === undefined) return;
	if (method === 'tools/list') return answer(id, {tools});
	if (method === 'tools/call' && params.name === 'log') return answer(id, textResult(JSON.stringify(log)));
	log.push(`${method} ${params.taskId ?? params.name}`);
	if (method === 'tools/call' && params.task === undefined)
		return answer(id, textResult('no task was wanted'));
	if (method === 'tools/call') return answer(id, {task: status(params.name, 'working')});
	if (method === 'tasks/get') return get(id, params.taskId);
	if (method === 'tasks/result') return result(id, params.taskId);
	if (method === 'tasks/cancel') return answer(id, status(params.taskId, 'cancelled'));
	refuse(id, -32601, `Method not found: ${method}`);
});
process.stdin.on('end', () => process.exit(0));

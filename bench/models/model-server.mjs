// Plays the three protocols on loopback and says its port. The first message says what to do: `stream <tokens> <milliseconds
// between them>`, where each token is the time at which it was sent, or `tools <calls>`, one call after another.
import {createServer} from 'node:http';

const event = value => `event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`;
const data = value => `data: ${JSON.stringify(value)}\n\n`;
const tool = 'echo__echo';

const anthropic = {
	messages: body => body.messages,
	results: body =>
		body.messages
			.flatMap(({content}) => (Array.isArray(content) ? content : []))
			.filter(({type}) => type === 'tool_result').length,
	begin: (index, content_block) => [
		event({
			type: 'message_start',
			message: {
				id: 'msg_1',
				type: 'message',
				role: 'assistant',
				content: [],
				usage: {input_tokens: 1, output_tokens: 1},
			},
		}),
		event({type: 'content_block_start', index, content_block}),
	],
	end: stop_reason => [
		event({type: 'content_block_stop', index: 0}),
		event({type: 'message_delta', delta: {stop_reason, stop_sequence: null}, usage: {output_tokens: 1}}),
		event({type: 'message_stop'}),
	],
	text: {
		begin: () => anthropic.begin(0, {type: 'text', text: ''}),
		token: text => event({type: 'content_block_delta', index: 0, delta: {type: 'text_delta', text}}),
		end: () => anthropic.end('end_turn'),
	},
	call: (id, args) => [
		...anthropic.begin(0, {type: 'tool_use', id, name: tool, input: {}}),
		event({type: 'content_block_delta', index: 0, delta: {type: 'input_json_delta', partial_json: args}}),
		...anthropic.end('tool_use'),
	],
};

const chunk = (delta, finish_reason = null) =>
	data({
		id: 'c',
		object: 'chat.completion.chunk',
		created: 1,
		model: 'm',
		choices: [{index: 0, delta, finish_reason}],
	});

const chat = {
	messages: body => body.messages.filter(({role}) => role === 'user'),
	results: body => body.messages.filter(({role}) => role === 'tool').length,
	text: {
		begin: () => [chunk({role: 'assistant', content: ''})],
		token: content => chunk({content}),
		end: () => [chunk({}, 'stop'), 'data: [DONE]\n\n'],
	},
	call: (id, args) => [
		chunk({tool_calls: [{index: 0, id, type: 'function', function: {name: tool, arguments: args}}]}),
		chunk({}, 'tool_calls'),
		'data: [DONE]\n\n',
	],
};

const completed = output =>
	event({
		type: 'response.completed',
		response: {
			...{id: 'resp_1', object: 'response', status: 'completed', output},
			usage: {input_tokens: 1, output_tokens: 1, total_tokens: 2},
		},
	});

const responses = {
	messages: body => body.input.filter(({role}) => role === 'user'),
	results: body => body.input.filter(({type}) => type === 'function_call_output').length,
	text: {
		begin: () => [
			event({type: 'response.created', response: {id: 'resp_1', status: 'in_progress', output: []}}),
			event({
				type: 'response.output_item.added',
				output_index: 0,
				item: {id: 'msg_1', type: 'message', role: 'assistant', status: 'in_progress', content: []},
			}),
		],
		token: delta =>
			event({type: 'response.output_text.delta', item_id: 'msg_1', output_index: 0, content_index: 0, delta}),
		end: text => {
			const content = [{type: 'output_text', text, annotations: []}];
			const item = {id: 'msg_1', type: 'message', role: 'assistant', status: 'completed', content};
			return [event({type: 'response.output_item.done', output_index: 0, item}), completed([item])];
		},
	},
	call: (id, args) => {
		const item = {
			id: `fc_${id}`,
			type: 'function_call',
			call_id: id,
			name: tool,
			arguments: args,
			status: 'completed',
		};
		return [
			event({type: 'response.created', response: {id: 'resp_1', status: 'in_progress', output: []}}),
			event({type: 'response.output_item.added', output_index: 0, item: {...item, arguments: ''}}),
			event({type: 'response.function_call_arguments.delta', item_id: item.id, output_index: 0, delta: args}),
			event({type: 'response.output_item.done', output_index: 0, item}),
			completed([item]),
		];
	},
};

const voices = {'/v1/messages': anthropic, '/v1/chat/completions': chat, '/v1/responses': responses};

const pause = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds));

const stream = async (response, {text}, count, pace) => {
	for (const frame of text.begin()) response.write(frame);
	let whole = '';
	for (let index = 0; index < count; index += 1) {
		if (pace > 0) await pause(pace);
		const token = `${process.hrtime.bigint()} `;
		whole += token;
		response.write(text.token(token));
	}
	response.end(text.end(whole).join(''));
};

const contentOf = ({content}) => (typeof content === 'string' ? content : content[0].text);

createServer(async (request, response) => {
	const voice = voices[request.url];
	if (voice === undefined || request.method !== 'POST') return response.writeHead(404).end();
	const pieces = [];
	for await (const piece of request) pieces.push(piece);
	const body = JSON.parse(Buffer.concat(pieces).toString());
	const [what, ...numbers] = contentOf(voice.messages(body)[0]).split(' ');
	response.writeHead(200, {'content-type': 'text/event-stream'}).flushHeaders();
	if (what === 'stream') return stream(response, voice, ...numbers.map(Number));
	const done = voice.results(body);
	const frames =
		done < Number(numbers[0])
			? voice.call(`call_${done}`, JSON.stringify({n: done}))
			: [...voice.text.begin(), voice.text.token('done'), ...voice.text.end('done')];
	response.end(frames.join(''));
}).listen(0, '127.0.0.1', function () {
	process.stdout.write(`${this.address().port}\n`);
});

// A model with nothing but the SDK of its provider: bare-models <url> <protocol> <tokens> <turns>
import {Anthropic} from '@anthropic-ai/sdk';
import {OpenAI} from 'openai';
import {timeModel} from './time-model.mjs';

const [url, protocol, tokens, turns] = process.argv.slice(2);
const settings = {apiKey: 'none', maxRetries: 0};
const schema = {type: 'object', properties: {n: {type: 'number'}}};
const echo = 'echo__echo';
const call = async args => JSON.stringify(args);

const anthropic = () => {
	const client = new Anthropic({...settings, baseURL: url});
	return {
		begin: text => [{role: 'user', content: text}],
		async answer(messages, onText) {
			const content = [];
			const stream = await client.messages.create({
				...{model: 'claude-sonnet-5-5', max_tokens: 1000, stream: true, messages},
				tools: [{name: echo, input_schema: schema}],
			});
			let json = '';
			for await (const event of stream) {
				if (event.type === 'content_block_start') content.push({...event.content_block});
				else if (event.type === 'content_block_delta' && event.delta.type === 'text_delta') {
					onText(event.delta.text);
					content.at(-1).text += event.delta.text;
				} else if (event.type === 'content_block_delta') json += event.delta.partial_json;
			}
			messages.push({role: 'assistant', content});
			const last = content.at(-1);
			if (last.type !== 'tool_use') return false;
			last.input = JSON.parse(json);
			const result = {type: 'tool_result', tool_use_id: last.id, content: await call(last.input)};
			messages.push({role: 'user', content: [result]});
			return true;
		},
	};
};

const chat = () => {
	const client = new OpenAI({...settings, baseURL: `${url}/v1`});
	return {
		begin: text => [{role: 'user', content: text}],
		async answer(messages, onText) {
			let content = '';
			let made;
			const stream = await client.chat.completions.create({
				...{model: 'gpt-5.4', stream: true, messages},
				tools: [{type: 'function', function: {name: echo, parameters: schema}}],
			});
			for await (const {choices} of stream) {
				const {delta} = choices[0];
				if (delta.content) {
					onText(delta.content);
					content += delta.content;
				}
				if (delta.tool_calls) made = delta.tool_calls[0];
			}
			if (made === undefined) {
				messages.push({role: 'assistant', content});
				return false;
			}
			const {id, function: asked} = made;
			messages.push({
				role: 'assistant',
				content: null,
				tool_calls: [{id, type: 'function', function: asked}],
			});
			messages.push({role: 'tool', tool_call_id: id, content: await call(JSON.parse(asked.arguments))});
			return true;
		},
	};
};

const responses = () => {
	const client = new OpenAI({...settings, baseURL: `${url}/v1`});
	return {
		begin: text => [{role: 'user', content: text}],
		async answer(input, onText) {
			let output = [];
			const stream = await client.responses.create({
				...{model: 'gpt-5.4', stream: true, store: false, input},
				tools: [{type: 'function', name: echo, parameters: schema, strict: false}],
			});
			for await (const event of stream) {
				if (event.type === 'response.output_text.delta') onText(event.delta);
				else if (event.type === 'response.completed') output = event.response.output;
			}
			input.push(...output);
			const made = output.find(({type}) => type === 'function_call');
			if (made === undefined) return false;
			const result = await call(JSON.parse(made.arguments));
			input.push({type: 'function_call_output', call_id: made.call_id, output: result});
			return true;
		},
	};
};

const {begin, answer} = {anthropic, chat, responses}[protocol]();

const run = async (prompt, onText = () => {}) => {
	const messages = begin(prompt);
	while (await answer(messages, onText));
};

const report = await timeModel({
	sizes: {tokens: Number(tokens), turns: Number(turns)},
	run,
	async listen(prompt) {
		const arrivals = [];
		await run(prompt, text => arrivals.push({text, at: process.hrtime.bigint()}));
		return arrivals;
	},
});
process.stdout.write(JSON.stringify(report));
process.exit(0);

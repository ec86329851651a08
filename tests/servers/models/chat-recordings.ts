const chunk = (fields: object, rest: object = {}) => ({
	id: 'chatcmpl-123',
	object: 'chat.completion.chunk',
	created: 1_760_000_000,
	model: 'm',
	choices: [{index: 0, ...fields}],
	...rest,
});
const words = '{"city":"Ulm"}';
const usage = {prompt_tokens: 20, completion_tokens: 5, total_tokens: 25};
const called = (fields: object) => ({type: 'function', ...fields});

export type Recording = {
	readonly server: string;
	readonly chunks: readonly object[];
	readonly thinking?: string;
	readonly text?: string;
	readonly id?: string;
};

/** One call of `weather` for Ulm, as each of them streams it. */
export const recordings: readonly Recording[] = [
	{
		server: 'OpenAI',
		chunks: [
			chunk(
				{delta: {role: 'assistant', content: null, refusal: null}, logprobs: null, finish_reason: null},
				{usage: null, obfuscation: 'x7'},
			),
			chunk(
				{
					delta: {tool_calls: [called({index: 0, id: 'call_1', function: {name: 'weather', arguments: ''}})]},
					finish_reason: null,
				},
				{usage: null},
			),
			chunk(
				{delta: {tool_calls: [{index: 0, function: {arguments: '{"city":'}}]}, finish_reason: null},
				{usage: null},
			),
			chunk(
				{delta: {tool_calls: [{index: 0, function: {arguments: '"Ulm"}'}}]}, finish_reason: null},
				{usage: null},
			),
			chunk({delta: {}, finish_reason: 'tool_calls'}, {usage: null}),
			{...chunk({}), choices: [], usage},
		],
		id: 'call_1',
	},
	{
		server: 'Ollama',
		chunks: [
			chunk({delta: {role: 'assistant', content: '', reasoning: 'Hm.'}, finish_reason: null}),
			chunk({
				delta: {
					role: 'assistant',
					content: '',
					tool_calls: [called({id: 'call_8x', index: 0, function: {name: 'weather', arguments: words}})],
				},
				finish_reason: null,
			}),
			chunk({delta: {role: 'assistant', content: ''}, finish_reason: 'stop'}),
			{...chunk({}), choices: [], usage},
		],
		thinking: 'Hm.',
		id: 'call_8x',
	},
	{
		server: 'LM Studio',
		chunks: [
			chunk({delta: {role: 'assistant', content: '<think>Hm'}, finish_reason: null}),
			chunk({delta: {role: 'assistant', content: '.</think>\n\n'}, finish_reason: null}),
			chunk({
				delta: {
					tool_calls: [called({index: 0, id: '365174485', function: {name: 'weather', arguments: ''}})],
				},
				finish_reason: null,
			}),
			chunk({
				delta: {tool_calls: [called({index: 0, function: {name: '', arguments: words}})]},
				finish_reason: null,
			}),
			chunk({delta: {}, finish_reason: 'tool_calls'}),
		],
		thinking: 'Hm.',
		id: '365174485',
	},
	{
		server: 'llama.cpp',
		chunks: [
			chunk({delta: {role: 'assistant', content: null}, finish_reason: null}),
			chunk({delta: {reasoning_content: 'Hm.'}, finish_reason: null}),
			chunk({
				delta: {tool_calls: [called({index: 0, id: 'aB3', function: {name: 'weather', arguments: '{'}})]},
				finish_reason: null,
			}),
			chunk({delta: {tool_calls: [{index: 0, function: {arguments: '"city":"Ulm"}'}}]}, finish_reason: null}),
			chunk({delta: {}, finish_reason: 'tool_calls'}, {usage, timings: {prompt_n: 20}}),
		],
		thinking: 'Hm.',
		id: 'aB3',
	},
	{
		server: 'OpenRouter',
		chunks: [
			chunk(
				{
					delta: {
						role: 'assistant',
						content: '',
						reasoning: 'Hm.',
						reasoning_details: [{type: 'reasoning.text', text: 'Hm.', index: 0}],
					},
					finish_reason: null,
					native_finish_reason: null,
				},
				{provider: 'Anthropic'},
			),
			chunk({
				delta: {
					role: 'assistant',
					content: null,
					tool_calls: [called({index: 0, id: 'toolu_1', function: {name: 'weather', arguments: ''}})],
				},
				finish_reason: null,
			}),
			chunk({
				delta: {
					role: 'assistant',
					content: null,
					tool_calls: [called({index: 0, function: {arguments: words}})],
				},
				finish_reason: null,
			}),
			chunk({
				delta: {role: 'assistant', content: ''},
				finish_reason: 'tool_calls',
				native_finish_reason: 'tool_use',
			}),
			chunk(
				{delta: {role: 'assistant', content: ''}, finish_reason: null, native_finish_reason: null},
				{usage: {...usage, cost: 0.01}},
			),
		],
		thinking: 'Hm.',
		id: 'toolu_1',
	},
	{
		server: 'Groq',
		chunks: [
			chunk(
				{delta: {role: 'assistant', content: null}, logprobs: null, finish_reason: null},
				{x_groq: {id: 'req_1'}},
			),
			chunk({delta: {reasoning: 'Hm.', channel: 'analysis'}, finish_reason: null}),
			chunk({
				delta: {tool_calls: [called({id: 'fc_9', index: 0, function: {name: 'weather', arguments: words}})]},
				finish_reason: null,
			}),
			chunk({delta: {}, finish_reason: 'tool_calls'}, {x_groq: {id: 'req_1', usage}}),
		],
		thinking: 'Hm.',
		id: 'fc_9',
	},
	{
		server: 'Gemini',
		chunks: [
			chunk({delta: {role: 'assistant', content: '<thought>Hm.', extra_content: {google: {thought: true}}}}),
			chunk({delta: {role: 'assistant', content: '</thought>Wait.'}}),
			chunk(
				{
					delta: {
						role: 'assistant',
						tool_calls: [
							called({
								id: '',
								index: 0,
								function: {name: 'weather', arguments: words},
								extra_content: {google: {thought_signature: 'c2ln'}},
							}),
						],
					},
				},
				{usage},
			),
			chunk({delta: {role: 'assistant'}, finish_reason: 'stop'}, {usage}),
		],
		thinking: 'Hm.',
		text: 'Wait.',
		id: 'made-1',
	},
	{
		server: 'vLLM',
		chunks: [
			chunk(
				{delta: {role: 'assistant', content: ''}, logprobs: null, finish_reason: null},
				{usage: {...usage, completion_tokens: 0}},
			),
			chunk({
				delta: {tool_calls: [called({id: 'chatcmpl-tool-1', index: 0, function: {name: 'weather'}})]},
				finish_reason: null,
			}),
			chunk({delta: {tool_calls: [{index: 0, function: {arguments: '{"city": '}}]}, finish_reason: null}),
			chunk({delta: {tool_calls: [{index: 0, function: {arguments: '"Ulm"}'}}]}, finish_reason: null}),
			chunk({delta: {content: ''}, logprobs: null, finish_reason: 'tool_calls', stop_reason: 128_008}),
			{...chunk({}), choices: [], usage},
		],
		id: 'chatcmpl-tool-1',
	},
	{
		server: 'DeepSeek',
		chunks: [
			chunk({delta: {role: 'assistant', content: null, reasoning_content: ''}, finish_reason: null}),
			chunk({delta: {content: null, reasoning_content: 'Hm.'}, finish_reason: null}),
			chunk({delta: {content: 'Wait.', reasoning_content: null}, finish_reason: null}),
			chunk({
				delta: {
					tool_calls: [called({index: 0, id: 'call_00_x', function: {name: 'weather', arguments: ''}})],
				},
				finish_reason: null,
			}),
			chunk({delta: {tool_calls: [{index: 0, function: {arguments: words}}]}, finish_reason: null}),
			chunk(
				{delta: {content: '', reasoning_content: null}, finish_reason: 'tool_calls'},
				{usage: {...usage, prompt_cache_hit_tokens: 0}},
			),
		],
		thinking: 'Hm.',
		text: 'Wait.',
		id: 'call_00_x',
	},
	{
		server: 'Mistral',
		chunks: [
			chunk({
				delta: {role: 'assistant', content: [{type: 'thinking', thinking: [{type: 'text', text: 'Hm.'}]}]},
				finish_reason: null,
			}),
			chunk({delta: {content: [{type: 'text', text: 'Wait.'}]}, finish_reason: null}),
			chunk(
				{
					delta: {
						content: '',
						tool_calls: [{id: 'D681PevKs', function: {name: 'weather', arguments: words}, index: 0}],
					},
					finish_reason: 'tool_calls',
				},
				{usage},
			),
		],
		thinking: 'Hm.',
		text: 'Wait.',
		id: 'D681PevKs',
	},
];

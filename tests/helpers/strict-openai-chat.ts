import {
	checkCallArguments,
	checkImageUrl,
	checkOpenAiTools,
	checkToolChoice,
	type OpenAiProblem,
} from './strict-openai-tools.ts';

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
	typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const checkText = (text: unknown, at: string): readonly OpenAiProblem[] =>
	typeof text === 'string' && text.trim() !== ''
		? []
		: [{message: `Invalid '${at}': expected a text that is not empty.`, param: at, code: 'invalid_value'}];

const checkContent = (content: unknown, at: string, role: string): readonly OpenAiProblem[] => {
	if (typeof content === 'string') return checkText(content, at);
	if (!Array.isArray(content) || content.length === 0) {
		return [
			{
				message: `Invalid value for 'content': expected a string, got ${content === null ? 'null' : typeof content}.`,
				param: at,
			},
		];
	}
	return content.flatMap((part: unknown, index): readonly OpenAiProblem[] => {
		const inside = `${at}[${index}]`;
		if (isObject(part) && part.type === 'text') return checkText(part.text, `${inside}.text`);
		if (isObject(part) && part.type === 'image_url') {
			if (role !== 'user') {
				return [
					{
						message: `Invalid '${at.replace('.content', '')}'. Image URLs are only allowed for messages with role 'user', but this message with role '${role}' contains an image URL.`,
						param: at,
					},
				];
			}
			return checkImageUrl(isObject(part.image_url) ? part.image_url.url : undefined, inside);
		}
		return [
			{
				message: `Invalid value: '${isObject(part) ? String(part.type) : typeof part}'. Supported values are: 'text' and 'image_url'.`,
				param: `${inside}.type`,
			},
		];
	});
};

const checkCalls = (calls: unknown, at: string, seen: Set<string>): readonly OpenAiProblem[] => {
	if (!Array.isArray(calls) || calls.length === 0) {
		return [
			{
				message: `Invalid '${at}': empty array. Expected an array with minimum length 1, but got an empty array instead.`,
				param: at,
				code: 'empty_array',
			},
		];
	}
	return calls.flatMap((call: unknown, index): readonly OpenAiProblem[] => {
		const inside = `${at}[${index}]`;
		if (!isObject(call) || call.type !== 'function' || !isObject(call.function)) {
			return [{message: `Missing required parameter: '${inside}.function'.`, param: inside}];
		}
		const {id} = call;
		const {name, arguments: args} = call.function;
		const problems: OpenAiProblem[] = [...checkCallArguments(args, `${inside}.function.arguments`)];
		if (typeof id !== 'string' || id === '') {
			problems.push({message: `Missing required parameter: '${inside}.id'.`, param: `${inside}.id`});
		} else {
			if (id.length > 40) {
				problems.push({
					message: `Invalid '${inside}.id': string too long. Expected a string with maximum length 40, but got a string with length ${id.length} instead.`,
					param: `${inside}.id`,
					code: 'string_above_max_length',
				});
			}
			if (seen.has(id)) {
				problems.push({
					message: `Duplicate value for 'tool_call_id' of '${id}' in '${inside}'.`,
					param: inside,
				});
			}
			seen.add(id);
		}
		if (typeof name !== 'string' || !/^[a-zA-Z0-9_-]{1,64}$/.test(name)) {
			problems.push({
				message: `Invalid '${inside}.function.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`,
				param: `${inside}.function.name`,
				code: 'invalid_value',
			});
		}
		return problems;
	});
};

const idsOf = (message: Json | undefined): readonly string[] =>
	listOf(message?.tool_calls).flatMap(call =>
		isObject(call) && typeof call.id === 'string' ? [call.id] : [],
	);

/** Every call answered once, right after its message, and nothing else answered. */
const checkPairs = (messages: readonly Json[]): readonly OpenAiProblem[] => {
	const problems: OpenAiProblem[] = [];
	let waiting = new Set<string>();
	const settle = (index: number): void => {
		if (waiting.size > 0) {
			problems.push({
				message: `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${[...waiting].join(', ')}`,
				param: `messages.[${index}].role`,
			});
		}
	};
	for (const [index, message] of messages.entries()) {
		if (message.role !== 'tool') {
			settle(index);
			waiting = new Set(message.role === 'assistant' ? idsOf(message) : []);
			continue;
		}
		if (!waiting.delete(String(message.tool_call_id))) {
			problems.push({
				message:
					"Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
				param: `messages.[${index}].role`,
			});
		}
	}
	settle(messages.length);
	return problems;
};

const roles = ['system', 'developer', 'user', 'assistant', 'tool'];

const checkMessage = (message: Json, index: number, seen: Set<string>): readonly OpenAiProblem[] => {
	const at = `messages[${index}]`;
	const {role, content} = message;
	if (!roles.includes(String(role))) {
		return [
			{
				message: `Invalid value: '${String(role)}'. Supported values are: 'system', 'assistant', 'user', 'function', 'tool', and 'developer'.`,
				param: `${at}.role`,
				code: 'invalid_value',
			},
		];
	}
	const problems: OpenAiProblem[] = [];
	const calls = message.tool_calls;
	const mayBeAbsent = role === 'assistant' && calls !== undefined;
	if (!(mayBeAbsent && (content === undefined || content === null))) {
		problems.push(...checkContent(content, `${at}.content`, String(role)));
	}
	if (calls !== undefined) problems.push(...checkCalls(calls, `${at}.tool_calls`, seen));
	if (role === 'tool' && typeof message.tool_call_id !== 'string') {
		problems.push({
			message: `Missing required parameter: '${at}.tool_call_id'.`,
			param: `${at}.tool_call_id`,
		});
	}
	return problems;
};

/** The problems with the members that they are about, for servers that answer as OpenAI does. */
export const chatProblems = (body: unknown): readonly OpenAiProblem[] => {
	if (!isObject(body)) return [{message: 'We could not parse the JSON body of your request.'}];
	const {model, messages, tools, tool_choice: choice} = body;
	const problems: OpenAiProblem[] = [];
	if (typeof model !== 'string' || model === '')
		problems.push({message: 'you must provide a model parameter'});
	if (!Array.isArray(messages) || messages.length === 0) {
		return [...problems, {message: "[] is too short - 'messages'", param: 'messages'}];
	}
	const known = messages.filter(isObject);
	const seen = new Set<string>();
	const spoken = known.filter(({role}) => role !== 'system' && role !== 'developer');
	// OpenAI itself takes these two; the templates of many compatible servers do not.
	if (spoken[0]?.role !== 'user') {
		problems.push({
			message: 'The first message that is not from the system must be from the user.',
			param: 'messages',
		});
	}
	if (spoken.at(-1)?.role === 'assistant') {
		problems.push({
			message:
				'Expected last role User or Tool (or Assistant with prefix True) for serving but got assistant',
			param: 'messages',
		});
	}
	return [
		...problems,
		...known.flatMap((message, index) => checkMessage(message, index, seen)),
		...checkPairs(known),
		...checkOpenAiTools(tools, {nested: true, strict: false}),
		...checkToolChoice(choice, tools),
	];
};

/** What the Chat Completions API would refuse a request for, in its words; nothing when it would take it. */
export const checkChatRequest = (body: unknown): readonly string[] =>
	chatProblems(body).map(({message}) => message);

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

const checkText = (text: unknown, at: string): readonly OpenAiProblem[] =>
	typeof text === 'string' && text.trim() !== ''
		? []
		: [{message: `Invalid '${at}': expected a text that is not empty.`, param: at, code: 'invalid_value'}];

const inputParts = ['input_text', 'input_image', 'input_file'];
const outputParts = ['output_text', 'refusal'];

const checkPart = (part: unknown, at: string, supported: readonly string[]): readonly OpenAiProblem[] => {
	if (!isObject(part) || !supported.includes(String(part.type))) {
		return [
			{
				message: `Invalid value: '${isObject(part) ? String(part.type) : typeof part}'. Supported values are: ${supported.map(name => `'${name}'`).join(' and ')}.`,
				param: `${at}.type`,
				code: 'invalid_value',
			},
		];
	}
	if (part.type === 'input_image') return checkImageUrl(part.image_url, `${at}.image_url`);
	return part.type === 'refusal' || part.type === 'input_file' ? [] : checkText(part.text, `${at}.text`);
};

const checkContent = (
	content: unknown,
	at: string,
	supported: readonly string[],
): readonly OpenAiProblem[] => {
	if (typeof content === 'string') return checkText(content, at);
	if (!Array.isArray(content) || content.length === 0) {
		return [
			{
				message: `Invalid type for '${at}': expected one of an array of objects or string, but got ${content === null ? 'null' : typeof content} instead.`,
				param: at,
				code: 'invalid_type',
			},
		];
	}
	return content.flatMap((part: unknown, index) => checkPart(part, `${at}[${index}]`, supported));
};

const checkId = (id: unknown, prefix: string, at: string): readonly OpenAiProblem[] =>
	id === undefined || (typeof id === 'string' && id.startsWith(prefix))
		? []
		: [
				{
					message: `Invalid '${at}.id': '${String(id)}'. Expected an ID that begins with '${prefix}'.`,
					param: `${at}.id`,
					code: 'invalid_value',
				},
			];

const checkCallId = (id: unknown, at: string): readonly OpenAiProblem[] => {
	if (typeof id !== 'string' || id === '') {
		return [
			{
				message: `Missing required parameter: '${at}.call_id'.`,
				param: `${at}.call_id`,
				code: 'missing_required_parameter',
			},
		];
	}
	return id.length > 64
		? [
				{
					message: `Invalid '${at}.call_id': string too long. Expected a string with maximum length 64, but got a string with length ${id.length} instead.`,
					param: `${at}.call_id`,
					code: 'string_above_max_length',
				},
			]
		: [];
};

const checkReasoning = (item: Json, at: string, isStored: boolean): readonly OpenAiProblem[] => {
	const problems: OpenAiProblem[] = [...checkId(item.id, 'rs', at)];
	if (!Array.isArray(item.summary)) {
		problems.push({
			message: `Missing required parameter: '${at}.summary'.`,
			param: `${at}.summary`,
			code: 'missing_required_parameter',
		});
	}
	if (!isStored && typeof item.encrypted_content !== 'string') {
		problems.push({
			message: `Item with id '${String(item.id)}' not found. Items are not persisted when \`store\` is set to false. Try again with \`store\` set to true, or remove this item from your input.`,
			param: 'input',
		});
	}
	return problems;
};

const checkItem = (item: Json, at: string, isStored: boolean): readonly OpenAiProblem[] => {
	const type = item.type ?? (typeof item.role === 'string' ? 'message' : undefined);
	switch (type) {
		case 'message': {
			if (!['user', 'assistant', 'system', 'developer'].includes(String(item.role))) {
				return [
					{
						message: `Invalid value: '${String(item.role)}'. Supported values are: 'assistant', 'system', 'developer', and 'user'.`,
						param: `${at}.role`,
						code: 'invalid_value',
					},
				];
			}
			const supported = item.role === 'assistant' ? outputParts : inputParts;
			return [...checkId(item.id, 'msg', at), ...checkContent(item.content, `${at}.content`, supported)];
		}
		case 'function_call':
			return [
				...checkId(item.id, 'fc', at),
				...checkCallId(item.call_id, at),
				...checkCallArguments(item.arguments, `${at}.arguments`),
				...(typeof item.name === 'string' && /^[a-zA-Z0-9_-]{1,128}$/.test(item.name)
					? []
					: [
							{
								message: `Invalid '${at}.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`,
								param: `${at}.name`,
								code: 'invalid_value',
							},
						]),
			];
		case 'function_call_output':
			return [
				...checkCallId(item.call_id, at),
				// An empty output is fine, an empty part of one is not.
				...(item.output === '' ? [] : checkContent(item.output, `${at}.output`, inputParts)),
			];
		case 'reasoning':
			return checkReasoning(item, at, isStored);
		default:
			return [
				{
					message: `Invalid value: '${String(type)}'. Supported values are: 'function_call', 'function_call_output', 'message', and 'reasoning'.`,
					param: `${at}.type`,
					code: 'invalid_value',
				},
			];
	}
};

const checkPairs = (items: readonly Json[]): readonly OpenAiProblem[] => {
	const problems: OpenAiProblem[] = [];
	const called = new Set<unknown>();
	const answered = new Set<unknown>();
	const ids = new Set<unknown>();
	for (const [index, item] of items.entries()) {
		if (item.id !== undefined && ids.has(item.id)) {
			problems.push({
				message: `Duplicate item found with id ${String(item.id)}. Remove duplicate items from your input and try again.`,
				param: 'input',
			});
		}
		ids.add(item.id);
		if (item.type === 'function_call') {
			if (called.has(item.call_id)) {
				problems.push({
					message: `Duplicate function call with call_id ${String(item.call_id)}.`,
					param: 'input',
				});
			}
			called.add(item.call_id);
		}
		if (item.type === 'function_call_output') {
			if (!called.has(item.call_id) || answered.has(item.call_id)) {
				problems.push({
					message: `No tool call found for function call output with call_id ${String(item.call_id)}.`,
					param: 'input',
				});
			}
			answered.add(item.call_id);
		}
		const next = items[index + 1];
		const isFollowed =
			next?.type === 'function_call' || next?.type === 'reasoning' || next?.role === 'assistant';
		if (item.type === 'reasoning' && !isFollowed) {
			problems.push({
				message: `Item '${String(item.id)}' of type 'reasoning' was provided without its required following item.`,
				param: 'input',
			});
		}
	}
	for (const id of called) {
		if (!answered.has(id)) {
			problems.push({message: `No tool output found for function call ${String(id)}.`, param: 'input'});
		}
	}
	return problems;
};

/** The problems with the members that they are about, for servers that answer as OpenAI does. */
export const responsesProblems = (body: unknown): readonly OpenAiProblem[] => {
	if (!isObject(body)) return [{message: 'We could not parse the JSON body of your request.'}];
	const {model, input, tools, tool_choice: choice, store} = body;
	const problems: OpenAiProblem[] = [];
	if (typeof model !== 'string' || model === '') {
		problems.push({
			message: "Missing required parameter: 'model'.",
			param: 'model',
			code: 'missing_required_parameter',
		});
	}
	if (typeof input === 'string') problems.push(...checkText(input, 'input'));
	else if (!Array.isArray(input) || input.length === 0) {
		problems.push({
			message: "Missing required parameter: 'input'.",
			param: 'input',
			code: 'missing_required_parameter',
		});
	}
	const items = Array.isArray(input) ? input.filter(isObject) : [];
	const last = items.at(-1);
	if (last !== undefined && last.role !== 'user' && last.type !== 'function_call_output') {
		problems.push({message: 'The input must end with something to answer.', param: 'input'});
	}
	return [
		...problems,
		...items.flatMap((item, index) => checkItem(item, `input[${index}]`, store !== false)),
		...checkPairs(items),
		...checkOpenAiTools(tools, {nested: false, strict: true}),
		...checkToolChoice(choice, tools),
	];
};

/** What the Responses API would refuse a request for, in its words; nothing when it would take it. */
export const checkResponsesRequest = (body: unknown): readonly string[] =>
	responsesProblems(body).map(({message}) => message);

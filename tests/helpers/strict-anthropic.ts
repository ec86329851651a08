import {checkAnthropicBlocks, checkThinking, type SignedThinking} from './strict-anthropic-blocks.ts';
import {draft2020Faults} from './strict-tool-schema.ts';

export type AnthropicChecks = {
	/** What this server handed out: any other thinking is refused. Without it only the form is checked. */
	readonly signed?: readonly SignedThinking[];
};

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
	typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const blocksOf = (content: unknown): readonly Json[] =>
	typeof content === 'string' ? [{type: 'text', text: content}] : listOf(content).filter(isObject);

const checkTool = (tool: unknown, index: number): readonly string[] => {
	const at = `tools.${index}.custom`;
	if (!isObject(tool)) return [`tools.${index}: Input should be a valid dictionary`];
	const {name, description, input_schema: schema, cache_control: _, type, ...extra} = tool;
	const problems: string[] = Object.keys(extra).map(key => `${at}.${key}: Extra inputs are not permitted`);
	if (type !== undefined && type !== 'custom') problems.push(`${at}.type: Input should be 'custom'`);
	if (typeof name !== 'string' || !/^[a-zA-Z0-9_-]{1,64}$/.test(name)) {
		problems.push(`${at}.name: String should match pattern '^[a-zA-Z0-9_-]{1,64}$'`);
	}
	if (description !== undefined && typeof description !== 'string') {
		problems.push(`${at}.description: Input should be a valid string`);
	}
	if (!isObject(schema)) return [...problems, `${at}.input_schema: Input should be a valid dictionary`];
	if (schema.type === undefined) problems.push(`${at}.input_schema.type: Field required`);
	else if (schema.type !== 'object') problems.push(`${at}.input_schema.type: Input should be 'object'`);
	if ('oneOf' in schema || 'allOf' in schema || 'anyOf' in schema) {
		problems.push(
			`${at}.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level`,
		);
	}
	const [fault] = draft2020Faults(schema);
	if (fault !== undefined) {
		problems.push(
			`${at}.input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12 (https://json-schema.org/draft/2020-12). Learn more about tool use at https://docs.claude.com/en/docs/tool-use. (${fault.path.join('/')}: ${fault.fault})`,
		);
	}
	const names = isObject(schema.properties) ? Object.keys(schema.properties) : [];
	if (names.some(key => !/^[a-zA-Z0-9_.-]{1,64}$/.test(key))) {
		problems.push(
			`${at}.input_schema.properties: Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'`,
		);
	}
	return problems;
};

const checkTools = (tools: unknown): readonly string[] => {
	if (tools === undefined) return [];
	if (!Array.isArray(tools)) return ['tools: Input should be a valid list'];
	const names = tools.map(tool => (isObject(tool) ? tool.name : undefined));
	return [
		...tools.flatMap(checkTool),
		...(new Set(names).size === names.length ? [] : ['tools: Tool names must be unique.']),
		...(tools.length > 128
			? [`tools: List should have at most 128 items after validation, not ${tools.length}`]
			: []),
	];
};

/** Consecutive messages of one role count as one, as the API does it. */
const joinRoles = (
	messages: readonly Json[],
): readonly {role: unknown; at: number; blocks: readonly Json[]}[] => {
	const joined: {role: unknown; at: number; blocks: readonly Json[]}[] = [];
	for (const [at, {role, content}] of messages.entries()) {
		const last = joined.at(-1);
		const blocks = blocksOf(content);
		if (last?.role === role && last !== undefined) last.blocks = [...last.blocks, ...blocks];
		else joined.push({role, at, blocks});
	}
	return joined;
};

const idsOf = (blocks: readonly Json[], type: string, member: string): readonly string[] =>
	blocks.filter(block => block.type === type).map(block => String(block[member]));

const checkPairs = (messages: readonly Json[]): readonly string[] => {
	const problems: string[] = [];
	const joined = joinRoles(messages);
	for (const [index, {role, at, blocks}] of joined.entries()) {
		const uses = idsOf(blocks, 'tool_use', 'id');
		const next = joined[index + 1]?.blocks ?? [];
		// Results have to lead the message: what comes after anything else does not count.
		const leading = next.slice(0, next.findIndex(block => block.type !== 'tool_result') >>> 0);
		const answered = idsOf(leading, 'tool_result', 'tool_use_id');
		const missing = role === 'assistant' ? uses.filter(id => !answered.includes(id)) : [];
		if (missing.length > 0) {
			problems.push(
				`messages.${at}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${missing.join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
			);
		}
		const results = idsOf(blocks, 'tool_result', 'tool_use_id');
		const asked = idsOf(joined[index - 1]?.blocks ?? [], 'tool_use', 'id');
		for (const [place, id] of results.entries()) {
			if (!asked.includes(id)) {
				problems.push(
					`messages.${at}.content.${place}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`,
				);
			}
			if (results.indexOf(id) !== place) {
				problems.push(
					`messages.${at}.content.${place}: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${id}`,
				);
			}
		}
	}
	const ids = messages.flatMap(({content}) => idsOf(blocksOf(content), 'tool_use', 'id'));
	if (new Set(ids).size < ids.length) problems.push('messages: `tool_use` ids must be unique');
	return problems;
};

const checkMessages = (messages: unknown, body: Json): readonly string[] => {
	if (!Array.isArray(messages)) return ['messages: Input should be a valid list'];
	const [first] = messages;
	if (first === undefined) return ['messages: at least one message is required'];
	const known = messages.filter(isObject);
	const problems = messages.flatMap((message, index) => {
		if (!isObject(message)) return [`messages.${index}: Input should be a valid dictionary`];
		const {role, content, ...extra} = message;
		const unknown = Object.keys(extra).map(key => `messages.${index}.${key}: Extra inputs are not permitted`);
		if (role !== 'user' && role !== 'assistant') {
			return [...unknown, `messages.${index}.role: Input should be 'user' or 'assistant'`];
		}
		if (typeof content !== 'string' && !Array.isArray(content)) {
			return [...unknown, `messages.${index}.content: Input should be a valid list`];
		}
		if (content.length === 0) {
			return [
				...unknown,
				`messages.${index}: all messages must have non-empty content except for the optional final assistant message`,
			];
		}
		return [...unknown, ...checkAnthropicBlocks(blocksOf(content), role, `messages.${index}.content`)];
	});
	if (known[0]?.role !== 'user') problems.push('messages: first message must use the "user" role');
	if (known.at(-1)?.role === 'assistant') {
		problems.push(
			'This model does not support assistant message prefill. The conversation must end with a user message.',
		);
	}
	const mentionsTools = known.some(({content}) =>
		blocksOf(content).some(block => block.type === 'tool_use' || block.type === 'tool_result'),
	);
	if (mentionsTools && listOf(body.tools).length === 0) {
		problems.push('Requests which include `tool_use` or `tool_result` blocks must define tools.');
	}
	return [...problems, ...checkPairs(known)];
};

const cacheMarks = (value: unknown): number => {
	if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + cacheMarks(item), 0);
	if (!isObject(value)) return 0;
	return Object.entries(value).reduce(
		(sum, [key, item]) => sum + (key === 'cache_control' && item != null ? 1 : cacheMarks(item)),
		0,
	);
};

const checkSettings = (body: Json): readonly string[] => {
	const problems: string[] = [];
	const {model, max_tokens: maxTokens, thinking, temperature, tool_choice: choice, system} = body;
	if (typeof model !== 'string' || model === '') problems.push('model: Field required');
	if (maxTokens === undefined) problems.push('max_tokens: Field required');
	else if (!Number.isInteger(maxTokens) || Number(maxTokens) < 1) {
		problems.push('max_tokens: Input should be greater than or equal to 1');
	}
	if (
		temperature !== undefined &&
		!(typeof temperature === 'number' && temperature >= 0 && temperature <= 1)
	) {
		problems.push('temperature: Input should be less than or equal to 1');
	}
	const marks = cacheMarks([body.system, body.tools, body.messages]);
	if (marks > 4) problems.push(`A maximum of 4 blocks with cache_control may be provided. Found ${marks}.`);
	if (system !== undefined) {
		if (typeof system !== 'string' && !Array.isArray(system))
			problems.push('system: Input should be a valid list');
		if (blocksOf(system).some(block => String(block.text ?? '').trim() === '')) {
			problems.push('system: text content blocks must be non-empty');
		}
	}
	if (isObject(choice) && choice.type !== 'none' && listOf(body.tools).length === 0) {
		problems.push('tool_choice: tool_choice may only be specified while providing tools.');
	}
	if (isObject(thinking) && thinking.type === 'enabled') {
		const budget = Number(thinking.budget_tokens);
		if (!(budget >= 1024)) {
			problems.push('thinking.enabled.budget_tokens: Input should be greater than or equal to 1024');
		}
		if (!(Number(maxTokens) > budget)) {
			problems.push('`max_tokens` must be greater than `thinking.budget_tokens`.');
		}
		if (temperature !== undefined && temperature !== 1) {
			problems.push('`temperature` may only be set to 1 when thinking is enabled.');
		}
		if (isObject(choice) && (choice.type === 'any' || choice.type === 'tool')) {
			problems.push('Thinking may not be enabled when tool_choice forces tool use.');
		}
	}
	return problems;
};

/** What Anthropic's Messages API would refuse a request for, in its words; nothing when it would take it. */
export const checkAnthropicRequest = (body: unknown, checks: AnthropicChecks = {}): readonly string[] => {
	if (!isObject(body)) return ['The request body is not valid JSON'];
	const known = listOf(body.messages).filter(isObject);
	return [
		...checkSettings(body),
		...checkMessages(body.messages, body),
		...checkThinking(known, isObject(body.thinking) && body.thinking.type === 'enabled', checks.signed),
		...checkTools(body.tools),
	];
};

/** The answer that goes with a problem. */
export const anthropicRefusal = (message: string) => ({
	status: 400,
	body: {type: 'error', error: {type: 'invalid_request_error', message}, request_id: 'req_test'},
});

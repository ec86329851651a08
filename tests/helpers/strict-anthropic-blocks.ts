type Json = Readonly<Record<string, unknown>>;

/** Thinking as a server signed it: `thinking` for plain blocks, `data` for redacted ones. */
export type SignedThinking =
	| {readonly thinking: string; readonly signature: string}
	| {readonly data: string};

const isObject = (value: unknown): value is Json =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const imageTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];

const checkText = (text: unknown, at: string): readonly string[] => {
	if (typeof text !== 'string') return [`${at}.text.text: Input should be a valid string`];
	if (text === '') return ['messages: text content blocks must be non-empty'];
	return text.trim() === '' ? ['messages: text content blocks must contain non-whitespace text'] : [];
};

const checkImage = (source: unknown, at: string): readonly string[] => {
	if (!isObject(source) || source.type !== 'base64') return [`${at}.image.source: Field required`];
	if (!imageTypes.includes(String(source.media_type))) {
		return [
			`${at}.image.source.base64.media_type: Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'`,
		];
	}
	return typeof source.data === 'string' && /^[A-Za-z0-9+/]+={0,2}$/.test(source.data)
		? []
		: [`${at}.image.source.base64: invalid base64 data`];
};

const checkResult = (block: Json, at: string): readonly string[] => {
	const {content} = block;
	if (content === undefined || typeof content === 'string') return [];
	if (!Array.isArray(content)) return [`${at}.tool_result.content: Input should be a valid list`];
	return content.flatMap((part, index) => {
		const inside = `${at}.tool_result.content.${index}`;
		if (!isObject(part)) return [`${inside}: Input should be a valid dictionary`];
		if (part.type === 'text') return checkText(part.text, inside);
		if (part.type === 'image') {
			return block.is_error === true
				? [`${at}.tool_result: all content must be type "text" if "is_error" is true`]
				: checkImage(part.source, inside);
		}
		return [
			`${inside}: Input tag '${String(part.type)}' found using 'type' does not match any of the expected tags`,
		];
	});
};

const members: Readonly<Record<string, readonly string[]>> = {
	text: ['type', 'text', 'cache_control', 'citations'],
	image: ['type', 'source', 'cache_control'],
	tool_use: ['type', 'id', 'name', 'input', 'cache_control', 'caller'],
	tool_result: ['type', 'tool_use_id', 'content', 'is_error', 'cache_control'],
	thinking: ['type', 'thinking', 'signature'],
	redacted_thinking: ['type', 'data'],
};
const userTypes = ['text', 'image', 'tool_result'];
const assistantTypes = ['text', 'tool_use', 'thinking', 'redacted_thinking'];

const checkUse = ({id, name, input}: Json, at: string): readonly string[] => [
	...(typeof id === 'string' && /^[a-zA-Z0-9_-]+$/.test(id)
		? []
		: [`${at}.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'`]),
	...(typeof name === 'string' && /^[a-zA-Z0-9_-]{1,128}$/.test(name)
		? []
		: [`${at}.tool_use.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'`]),
	...(isObject(input) ? [] : [`${at}.tool_use.input: Input should be a valid dictionary`]),
];

const checkBlock = (block: Json, at: string): readonly string[] => {
	switch (block.type) {
		case 'text':
			return checkText(block.text, at);
		case 'image':
			return checkImage(block.source, at);
		case 'tool_use':
			return checkUse(block, at);
		case 'tool_result':
			return [
				...(typeof block.tool_use_id === 'string' ? [] : [`${at}.tool_result.tool_use_id: Field required`]),
				...checkResult(block, at),
			];
		case 'thinking':
			return [
				...(typeof block.thinking === 'string' ? [] : [`${at}.thinking.thinking: Field required`]),
				...(typeof block.signature === 'string' ? [] : [`${at}.thinking.signature: Field required`]),
				...(block.signature === '' ? [`${at}: Invalid \`signature\` in \`thinking\` block`] : []),
			];
		default:
			return typeof block.data === 'string' && block.data !== ''
				? []
				: [`${at}.redacted_thinking.data: Field required`];
	}
};

/** The content of one message. */
export const checkAnthropicBlocks = (
	blocks: readonly Json[],
	role: 'user' | 'assistant',
	path: string,
): readonly string[] =>
	blocks.flatMap((block, index) => {
		const at = `${path}.${index}`;
		const type = String(block.type);
		if (!(role === 'user' ? userTypes : assistantTypes).includes(type)) {
			return [
				type in members
					? `${path.replace(/\.content$/, '')}: \`${type}\` blocks can only be in \`${role === 'user' ? 'assistant' : 'user'}\` messages`
					: `${at}: Input tag '${type}' found using 'type' does not match any of the expected tags`,
			];
		}
		const extra = Object.keys(block).filter(key => !members[type]?.includes(key));
		return [
			...extra.map(key => `${at}.${type}.${key}: Extra inputs are not permitted`),
			...checkBlock(block, at),
		];
	});

const isThinking = (block: unknown): block is Json =>
	isObject(block) && (block.type === 'thinking' || block.type === 'redacted_thinking');

const isSigned = (block: Json, signed: readonly SignedThinking[]): boolean =>
	signed.some(known =>
		'data' in known
			? block.data === known.data
			: block.signature === known.signature && block.thinking === known.thinking,
	);

/**
 * Thinking is as it was signed, and where it is on, an answer that is still being worked on (the last one, after
 * the last message that is not only results) begins with it.
 */
export const checkThinking = (
	messages: readonly Json[],
	isOn: boolean,
	signed: readonly SignedThinking[] | undefined,
): readonly string[] => {
	const problems: string[] = [];
	const isOnlyResults = (content: unknown): boolean =>
		Array.isArray(content) && content.every(block => isObject(block) && block.type === 'tool_result');
	const lastQuestion = messages.findLastIndex(
		({role, content}) => role === 'user' && !isOnlyResults(content),
	);
	for (const [index, {role, content}] of messages.entries()) {
		if (role !== 'assistant' || !Array.isArray(content)) continue;
		for (const [place, block] of content.entries()) {
			if (!isThinking(block)) continue;
			if (signed !== undefined && !isSigned(block, signed)) {
				problems.push(
					block.type === 'thinking'
						? `messages.${index}.content.${place}: Invalid \`signature\` in \`thinking\` block`
						: `messages.${index}.content.${place}: Invalid \`data\` in \`redacted_thinking\` block`,
				);
			}
		}
		const hasCall = content.some(block => isObject(block) && block.type === 'tool_use');
		const [first] = content;
		if (isOn && index > lastQuestion && hasCall && !isThinking(first)) {
			problems.push(
				`messages.${index}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${isObject(first) ? String(first.type) : 'nothing'}\`. When \`thinking\` is enabled, a final \`assistant\` message must start with a thinking block (preceding the lastmost set of \`tool_use\` and \`tool_result\` blocks).`,
			);
		}
		const last = content.at(-1);
		if (isThinking(last)) {
			problems.push(
				`messages.${index}: The final block in an assistant message cannot be \`${String(last.type)}\`.`,
			);
		}
	}
	return problems;
};

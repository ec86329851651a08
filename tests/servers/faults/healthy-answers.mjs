// What a fault server says wherever it is not at fault, whatever it speaks through.

export const tool = (name, more = {}) => ({
	name,
	description: `The tool ${name}.`,
	inputSchema: {type: 'object', properties: {}},
	...more,
});

export const textResult = text => ({content: [{type: 'text', text}]});

export const result = (id, value) => ({jsonrpc: '2.0', id, result: value});
export const error = (id, code, message) => ({jsonrpc: '2.0', id, error: {code, message}});
export const note = (method, params = {}) => ({jsonrpc: '2.0', method, params});

export const greeting = (message, more = {}) => ({
	protocolVersion: message.params?.protocolVersion ?? '2025-11-25',
	capabilities: {tools: {}},
	serverInfo: {name: 'fault', version: '1.0.0'},
	...more,
});

/** A schema that a naive validator expands into 4^12 checks. */
const explodingDefinitions = () => {
	const definitions = {level0: {type: 'string'}};
	for (let level = 1; level <= 12; level += 1) {
		const below = {$ref: `#/$defs/level${level - 1}`};
		definitions[`level${level}`] = {anyOf: [below, below, below, below]};
	}
	return definitions;
};

const deep = depth => `${'['.repeat(depth)}${']'.repeat(depth)}`;

const bombSchema = {
	type: 'object',
	properties: {a: {type: 'string', pattern: '^(a+)+$'}},
	required: ['a'],
};

/** Faults of what is said, the same over every transport: what `tools/list` answers. */
export const lists = {
	'tools-missing': () => ({}),
	'tools-not-array': () => ({tools: 'none'}),
	'tools-null': () => null,
	'no-tools': () => ({tools: []}),
	'many-tools': () => ({tools: Array.from({length: 20_000}, (_, index) => tool(`tool-${index}`))}),
	'control-names': () => ({tools: [tool('\u001b]0;owned\u0007bad'), tool('a\nb'), tool('fine')]}),
	'endless-cursors': cursor => ({
		tools: [tool(`page-${cursor ?? 0}`)],
		nextCursor: String(Number(cursor ?? 0) + 1),
	}),
	'repeated-cursor': cursor => ({tools: [tool(`after-${cursor ?? 'start'}`)], nextCursor: 'again'}),
	'regex-bomb': () => ({tools: [tool('regex-bomb', {outputSchema: bombSchema})]}),
	'input-regex-bomb': () => ({tools: [tool('input-regex-bomb', {inputSchema: bombSchema})]}),
	'definitions-bomb': () => ({
		tools: [
			tool('definitions-bomb', {
				outputSchema: {
					type: 'object',
					$defs: explodingDefinitions(),
					properties: {a: {$ref: '#/$defs/level12'}},
					required: ['a'],
				},
			}),
		],
	}),
};

const evilStructure = {a: `${'a'.repeat(30)}!`};

/** What a call answers that is legal in form and made to hurt. */
export const results = {
	'regex-bomb': () => ({...textResult('done'), structuredContent: evilStructure}),
	'definitions-bomb': () => ({...textResult('done'), structuredContent: {a: 7}}),
	'result-missing': () => ({}),
	'content-not-array': () => ({content: 'text'}),
};

/** A line of JSON whose result is nested deeper than any parser's patience. */
export const deepResult = id =>
	`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"content":${deep(200_000)}}}`;

/** The answer to a request, or undefined where there is none. */
export const answerTo = (fault, message) => {
	const {id, method, params} = message;
	if (id === undefined || method === undefined) return undefined;
	switch (method) {
		case 'initialize':
			return result(id, greeting(message));
		case 'ping':
			return result(id, {});
		case 'tools/list':
			return result(id, fault in lists ? lists[fault](params?.cursor) : {tools: [tool(fault), tool('fine')]});
		case 'tools/call':
			return result(id, fault in results ? results[fault](params) : textResult('fine'));
		default:
			return error(id, -32_601, `Method not found: ${method}`);
	}
};

// The same through our adapters and our turn loop, with tools in memory: our-models <url> <protocol> <tokens> <turns>
import {createApp} from '../../source/app/create-app.ts';
import {createPolicy} from '../../source/core/approvals/create-policy.ts';
import {createModels} from '../../source/core/models/open-model.ts';
import {sleep} from '../../source/support/sleep.ts';
import {timeModel} from './time-model.mjs';

const [url, protocol, tokens, turns] = process.argv.slice(2);
const {signal} = new AbortController();
let ids = 0;
const newId = () => {
	ids += 1;
	return `id-${ids}`;
};

const models = createModels({
	providers: new Map(protocol === 'chat' ? [['openai', {api: 'chat'}]] : []),
	environment: {
		...{ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: 'none'},
		...{OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: 'none'},
	},
	credentials: {get: async () => undefined},
	...{newId, sleep, now: Date.now, readTextFile: async () => ''},
});
const opened = await models.open(
	protocol === 'anthropic' ? 'anthropic/claude-sonnet-5-5' : 'openai/gpt-5.4',
	signal,
);
if (opened.type === 'refused') throw new Error(opened.failure.message);
const {model} = opened;

const definition = {
	...{server: 'echo', tool: 'echo', description: 'Says it again.', annotations: {}},
	inputSchema: {type: 'object', properties: {n: {type: 'number'}}},
};
const offered = [{modelName: 'echo__echo', definition}];
const servers = {
	connect: async () => {},
	tools: () => offered,
	statuses: () => new Map(),
	check: async () => undefined,
	async call(_ref, args) {
		const content = [{type: 'text', text: JSON.stringify(args)}];
		return {type: 'succeeded', result: {content}, raw: {content}};
	},
	close: async () => {},
};

/** A session of its own for each prompt, as the bare client begins anew. */
const run = async prompt => {
	const app = createApp({
		...{model, servers, newId, now: Date.now, sessionId: newId(), past: [], version: '0.0.0-bench', cwd: '/'},
		suggestPrompt: () => undefined,
		results: {keep: async (_callId, result) => result, read: async () => undefined},
		policy: createPolicy({trustedTools: [], allowedTools: [], disallowedTools: []}),
		journal: {append: () => {}, flush: async () => {}, close: async () => {}},
		schedule: (later, milliseconds) => {
			const timer = setTimeout(later, milliseconds);
			return () => clearTimeout(timer);
		},
		maxSteps: 10_000,
		approvalMode: 'auto',
	});
	app.send(prompt);
	const outcome = await app.settled();
	if (outcome?.type !== 'finished') throw new Error(JSON.stringify(outcome));
};

const report = await timeModel({
	sizes: {tokens: Number(tokens), turns: Number(turns)},
	run,
	// A token is there when the adapter says so; what is shown of it waits for the next frame, on purpose.
	async listen(prompt) {
		const arrivals = [];
		const request = {messages: [{role: 'user', text: prompt}], tools: offered};
		for await (const event of model.stream(request, signal)) {
			if (event.type === 'text') arrivals.push({text: event.text, at: process.hrtime.bigint()});
		}
		return arrivals;
	},
});
process.stdout.write(JSON.stringify(report));
process.exit(0);

import {createJudge} from '../../../../source/core/checks/judge-answer.ts';
import type {Check, CheckFileRead, UpdateChecks} from '../../../../source/domain/check.ts';
import type {ServerStatus} from '../../../../source/domain/server.ts';
import type {McpServers} from '../../../../source/domain/server-ports.ts';
import {type RunChecksOptions, runChecks} from '../../../../source/headless/checks/run-checks.ts';
import {offerTool, succeededWith} from '../../../helpers/fake-servers.ts';
import {createFakeRun, createRecorder, stdioServer} from '../servers/fake-run.ts';

const readOnly = {annotations: {readOnlyHint: true}};
const tools = [
	offerTool('a', 'read', readOnly),
	offerTool('a', 'write'),
	offerTool('a', 'lying', {annotations: {readOnlyHint: true, destructiveHint: true}}),
	offerTool('b', 'read', readOnly),
	offerTool('b', 'shoot', {
		inputSchema: {properties: {type: {type: 'string', default: '$HOME'}}, required: ['type']},
	}),
];

export const check = (name: string, more: Partial<Check> = {}): Check => ({
	name,
	server: 'a',
	tool: 'read',
	arguments: {},
	...more,
	expect: {error: false, ignore: [], contains: [], ...more.expect},
});

export const expecting = (more: Partial<Check['expect']>) => ({
	expect: {error: false, ignore: [], contains: [], ...more},
});

type Given = Partial<RunChecksOptions> & {
	readonly update?: UpdateChecks;
	readonly call?: McpServers['call'];
	readonly isJson?: boolean;
	readonly after?: Readonly<Record<string, ServerStatus>>;
	readonly signal?: AbortSignal;
};

/** Runs checks against servers that are made of answers. */
export const start = async (
	checks: readonly Check[] | CheckFileRead,
	{call = async () => succeededWith('ok'), isJson = false, after, signal, update, ...options}: Given = {},
) => {
	const run = createFakeRun({
		configs: () => [stdioServer('a'), stdioServer('b')],
		tools: () => tools,
		call,
		...(after === undefined ? {} : {after}),
	});
	const recorder = createRecorder(isJson);
	const code = await runChecks(
		{
			run,
			output: recorder.output,
			files: [{path: 'a.test.yaml', read: 'type' in checks ? checks : {type: 'read', checks}, update}],
			judge: createJudge(async () => ({type: 'valid'})),
			fill: args => ({type: 'filled', arguments: args, variables: []}),
			openPolicy: async () => ({decide: () => ({decision: 'allow', rule: 'approval mode auto'})}),
			now: () => 1000,
			only: [],
			isYes: false,
			...options,
		},
		signal ?? new AbortController().signal,
	);
	return {code, out: recorder.out(), err: recorder.err(), json: recorder.json, run};
};

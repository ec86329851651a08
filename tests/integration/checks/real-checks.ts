import {onTestFinished} from 'vitest';
import {fillArguments} from '../../../source/core/checks/call-arguments.ts';
import {createJudge} from '../../../source/core/checks/judge-answer.ts';
import {readCheckFile} from '../../../source/core/checks/read-check-file.ts';
import {createSchemaChecker} from '../../../source/core/mcp/calls/schema-checker.ts';
import type {SessionEvent} from '../../../source/domain/event.ts';
import type {JsonObject} from '../../../source/domain/json.ts';
import type {CallReport} from '../../../source/domain/ports.ts';
import type {ServerConfig} from '../../../source/domain/server.ts';
import {runChecks} from '../../../source/headless/checks/run-checks.ts';
import {useServers} from '../../helpers/mcp-servers.ts';
import {createFakeRun, createRecorder} from '../../unit/headless/servers/fake-run.ts';

type Asked = readonly [server: string, tool: string, args: JsonObject];

/** Calls real servers one after another, and gives the events that a session would keep of that. */
export const recordCalls = async (
	configs: readonly ServerConfig[],
	asked: readonly Asked[],
): Promise<readonly SessionEvent[]> => {
	const {call, connect} = useServers(configs);
	await connect();
	const events: SessionEvent[] = [];
	for (const [index, [server, tool, args]] of asked.entries()) {
		const at = 1000 + index * 1000;
		const callId = `c${index}`;
		const report = await call(server, tool, args);
		events.push(
			{
				type: 'call-requested',
				at,
				stepId: 's',
				callId,
				server,
				tool,
				modelName: `${server}__${tool}`,
				arguments: args,
			},
			{type: 'call-started', at, callId},
			ended(report, callId, at + 50),
		);
	}
	return events;
};

const ended = (report: CallReport, callId: string, at: number): SessionEvent => {
	switch (report.type) {
		case 'succeeded':
			return {type: 'call-succeeded', at, callId, result: report.result};
		case 'failed': {
			const {failure, result} = report;
			return {type: 'call-failed', at, callId, failure, ...(result === undefined ? {} : {result})};
		}
		case 'cancelled':
			return {type: 'call-cancelled', at, callId, outcomeUnknown: report.sent};
	}
};

/** Runs a file of tests against real servers, with everything that they can change. */
export const runFile = async (
	configs: readonly ServerConfig[],
	text: string,
	environment: Readonly<Record<string, string>> = {},
) => {
	const {servers} = useServers(configs);
	const checker = createSchemaChecker();
	onTestFinished(() => checker.close());
	const recorder = createRecorder();
	const code = await runChecks(
		{
			run: {...createFakeRun({configs: () => configs}), servers},
			output: recorder.output,
			files: [{path: 't.yaml', read: await readCheckFile('t.yaml', text)}],
			judge: createJudge(checker.check),
			fill: args => fillArguments(args, environment, () => undefined),
			openPolicy: async () => ({decide: () => ({decision: 'allow', rule: 'approval mode auto'})}),
			// How fast a machine is must not decide about a test.
			now: () => 0,
			only: [],
			isYes: true,
		},
		new AbortController().signal,
	);
	return {code, out: recorder.out(), err: recorder.err()};
};

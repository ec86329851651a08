import {describe, expect, it} from 'vitest';
import type {ServerStatus} from '../../../source/domain/server.ts';
import {createAppHarness} from '../../helpers/app-harness.ts';
import {createFakeServers, readyStatus} from '../../helpers/fake-servers.ts';

type Options = Parameters<typeof createAppHarness>[0];

const type = (text: string, options: Options = {}) => {
	const harness = createAppHarness(options);
	harness.app.submit(text);
	const last = harness.app.getState().items.at(-1);
	return {
		...harness,
		text: last?.type === 'notice' ? last.text : '',
		tone: last?.type === 'notice' ? last.tone : undefined,
	};
};
const serversWith = (...entries: readonly (readonly [string, ServerStatus])[]): Options => ({
	servers: createFakeServers({statuses: new Map(entries)}),
});

describe('/mcp', () => {
	it('says that there is no server', () => {
		expect(type('/mcp').text).toBe('No MCP server is configured.');
		expect(type('/servers').text).toBe('No MCP server is configured.');
	});

	it('shows the servers that cannot be used as they are now', () => {
		let refused = [{name: 'odd', problems: ['"url" is missing.']}];
		const harness = createAppHarness({refused: () => refused});
		refused = [{name: 'even', problems: ['"url" is wrong.']}];
		harness.app.submit('/mcp');
		const last = harness.app.getState().items.at(-1);
		expect(last).toMatchObject({text: expect.stringContaining('even')});
		expect(last).not.toMatchObject({text: expect.stringContaining('odd')});
	});

	it('shows the servers whose entry could not be used, and why', () => {
		const refused = [{name: 'odd', problems: ['"url" is missing.', '"type" must be text.']}];
		expect(type('/mcp', {refused}).text.split('\n')).toEqual([
			'odd  ✘ not used, because of its entry in the configuration:',
			'     "url" is missing.',
			'     "type" must be text.',
		]);
	});

	it('says of a server that waits for trust nothing else', () => {
		const refused = [{name: 'web', problems: ['not trusted yet: npx web'], isUntrusted: true}] as const;
		expect(type('/mcp', {refused}).text.split('\n')).toEqual([
			'web  ○ not used, because you have not trusted it:',
			'     not trusted yet: npx web',
		]);
	});

	it('shows every server and how it is', () => {
		const noList = {code: 'x', message: 'It lists no tools.', hint: 'Ask its author.'};
		const {text} = type(
			'/mcp',
			serversWith(
				['off', {type: 'disabled'}],
				['waiting', {type: 'idle'}],
				['starting', {type: 'connecting', since: 1}],
				[
					'good',
					readyStatus({
						toolCount: 3,
						promptCount: 2,
						resourceCount: 1,
						templateCount: 2,
						transport: 'http',
						identity: {name: 'good', title: 'Good Server', version: '1.2'},
						definitionTokens: 100,
					}),
				],
				['small', readyStatus({note: 'One tool was left out.'})],
				[
					'half',
					{
						...readyStatus({toolCount: 0}),
						type: 'ready-but-list-failed',
						failure: noList,
						unreadable: {tools: noList},
					},
				],
				[
					'strange',
					{
						type: 'needs-sign-in',
						failure: {code: 'x', message: 'It wants to know who you are.', hint: 'Sign in.'},
					},
				],
				[
					'lost',
					{
						type: 'reconnecting',
						failure: {code: 'x', message: 'It went away.'},
						attempt: 2,
						attempts: 3,
						nextAt: 1,
					},
				],
			),
		);
		expect(text.split('\n')).toEqual([
			'off       ○ disabled',
			'waiting   ○ not started yet; starts with the first message',
			'starting  … connecting',
			'good      ✔ ready, 3 tools, 2 prompts, 1 resource, 2 templates',
			'          Good Server 1.2 · http · protocol 2025-11-25 · tool definitions: about 100 tokens',
			'small     ✔ ready, 1 tool',
			'          stdio · protocol 2025-11-25',
			'          ! One tool was left out.',
			'half      ! connected, tools unreadable',
			'          ! It lists no tools.',
			'          Ask its author.',
			'          stdio · protocol 2025-11-25',
			'strange   ! It wants to know who you are.',
			'          Sign in.',
			'lost      … trying to reach it again, attempt 2 of 3',
			'            It went away.',
		]);
	});

	it('shows why a server failed and what to do', () => {
		const {text} = type(
			'/mcp',
			serversWith([
				'bad',
				{
					type: 'failed',
					failure: {code: 'exited', message: 'It ended with code 1: no key.', hint: 'Check the command.'},
					stderr: ['no key', '2', '3', '4', '5', '6'],
				},
			]),
		);
		expect(text.split('\n')).toEqual(['bad  ✘ It ended with code 1: no key.', '     Check the command.']);
	});

	it('shows a failure without a hint', () => {
		const failure = {code: 'exited', message: 'It ended.'};
		expect(type('/mcp', serversWith(['bad', {type: 'failed', failure, stderr: []}])).text).toBe(
			'bad  ✘ It ended.',
		);
	});
});

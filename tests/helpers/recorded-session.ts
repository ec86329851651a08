import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect} from 'vitest';
import type {DemoScript} from '../../source/core/models/demo/demo-script.ts';
import {publishedServer} from '../integration/mcp/published/published-server.ts';
import {writeDemoScript} from './demo-script-file.ts';
import {serverFile} from './mcp-servers.ts';
import {type ProgramRun, type RunOptions, runProgram} from './run-program.ts';
import type {TestHome} from './test-home.ts';

const {command, args} = publishedServer('everything', '@modelcontextprotocol/server-everything', ['stdio']);
/** A secret that one of the servers says wherever it can. */
export const canary = 'stdio "canary" 5b4e';

const script: DemoScript = {
	pace: 0,
	turns: [
		{
			steps: [
				{
					think: 'Let me see.',
					say: 'I try everything.',
					calls: [
						{tool: 'everything__echo', arguments: {message: 'hello'}},
						{tool: 'everything__trigger-long-running-operation', arguments: {duration: 0.6, steps: 3}},
						{tool: 'everything__get-sum', arguments: {a: 1, b: 2}},
						{tool: 'everything__get-tiny-image', arguments: {}},
					],
				},
				{
					say: 'And {{result}}',
					calls: [{tool: 'everything__get-structured-content', arguments: {location: 'Chicago'}}],
				},
				{
					calls: [
						{
							tool: 'everything__get-resource-reference',
							arguments: {resourceType: 'Blob', resourceId: -1},
						},
					],
				},
				{calls: [{tool: 'leaky__leak', arguments: {}}]},
				{say: 'That was everything.'},
			],
		},
	],
};

/** Everything runs, also what comes after text of others. */
export const auto = ['--approval', 'auto', '--allowed-tools', 'leaky__*'];
export const streamed = [...auto, '--output-format', 'stream-json'];

/** A home with a script and servers, and what is needed to use them. */
export const setUp = (home: TestHome, model: DemoScript = script) => {
	const servers = join(home.folder, 'servers.json');
	const leaky = {
		command: process.execPath,
		args: [serverFile('leaky')],
		// biome-ignore lint/suspicious/noTemplateCurlyInString: a reference of the configuration.
		env: {LEAKS: 'TOKEN', TOKEN: '${CANARY}'},
	};
	writeFileSync(servers, JSON.stringify({mcpServers: {everything: {command, args}, leaky}}));
	return {
		model: ['--model', writeDemoScript(home.folder, model)],
		servers: ['--mcp-config', servers],
		cassette: join(home.folder, 'session.jsonl'),
	};
};

/** Runs the program with the secret in its environment. */
export const run = (
	home: TestHome,
	words: readonly string[],
	options: RunOptions = {},
): Promise<ProgramRun> => runProgram(home, words, {...options, env: {CANARY: canary, ...options.env}});

type Line = Readonly<Record<string, unknown>>;

/** Ids that are made anew each time, times, and where it ran. */
const withoutChance = (text: string): string => {
	const ids = new Map<string, string>();
	return text
		.replaceAll(/\/[\w./-]*mcp-tui-test-\w+/g, '/home')
		.replaceAll(/"(sessionId|turnId|messageId|stepId)":"([^"]+)"/g, (_, name: string, id: string) => {
			ids.set(id, ids.get(id) ?? `${name} ${ids.size}`);
			return `"${name}":"${ids.get(id)}"`;
		})
		.replaceAll(/"(at|durationMs)":\d+/g, '"$1":0')
		.replaceAll(/\d{8}-\d{6}-[0-9a-f]{6}/g, 'session')
		.replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/g, 'time')
		.replaceAll(/(succeeded|failed), \d+\.\d s/g, '$1');
};

/** When these come depends on how fast a server starts. */
const ofServers: ReadonlySet<unknown> = new Set([
	'server-status-changed',
	'message-queued',
	'servers-awaited',
]);

/**
 * Everything that happened, but how a server is reached, how long a message waited for it, and in how many pieces a text
 * came. What is only shown while it happens stands apart: it does not wait until something else is safe on the disk.
 */
export const transcriptOf = (stdout: string) => {
	const kept = stdout
		.trim()
		.split('\n')
		.filter(line => !ofServers.has(JSON.parse(line).type));
	const lines = withoutChance(kept.join('\n'))
		.split('\n')
		.map((line): Line => JSON.parse(line));
	const joined: Line[] = [];
	for (const line of lines) {
		const last = joined.at(-1);
		const isMore = last?.type === line.type && String(line.type).endsWith('-streamed');
		if (isMore) joined.pop();
		joined.push(isMore ? {...line, text: `${last?.text}${line.text}`} : line);
	}
	const progress = joined.filter(({type}) => type === 'call-progressed');
	const notices = joined.filter(({type}) => type === 'server-noticed');
	return {said: joined.filter(line => ![...progress, ...notices].includes(line)), progress, notices};
};

/** The session of a run, as Markdown. */
export const exportOf = async (home: TestHome, stdout: string): Promise<string> => {
	const {sessionId} = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
	const file = join(home.folder, 'export.md');
	const {code, stderr} = await run(home, ['sessions', 'export', sessionId, '-o', file]);
	expect([code, stderr]).toEqual([0, expect.any(String)]);
	return withoutChance(readFileSync(file, 'utf8'));
};

/** Records the script with the real servers. */
export const record = async (home: TestHome) => {
	const used = setUp(home);
	const words = ['-p', 'go', ...used.model, ...used.servers, ...streamed, '--record', used.cassette];
	const recorded = await run(home, words);
	expect([recorded.code, recorded.stderr]).toEqual([0, expect.any(String)]);
	return {...used, recorded};
};

import {mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect} from 'vitest';
import type {WireProtocol} from '../../source/core/models/adapter.ts';
import type {Failure} from '../../source/domain/failure.ts';
import type {Usage} from '../../source/domain/model.ts';
import type {StoredResult} from '../../source/domain/tool.ts';
import {canaryKey, modelIds} from './model-app.ts';
import {type ProgramRun, runProgram, useHome} from './run-program.ts';
import type {TestHome} from './test-home.ts';

/** Writes the settings of a home in which a provider is reached at a place on this machine. */
export const writeModelSettings = (
	{settings}: TestHome,
	protocol: WireProtocol,
	servers: Readonly<Record<string, object>> = {},
	provider: object = {},
): void => {
	const name = protocol === 'anthropic' ? 'anthropic' : 'openai';
	const api = protocol === 'chat' ? {api: protocol} : {};
	mkdirSync(settings, {recursive: true});
	writeFileSync(
		join(settings, 'config.json'),
		JSON.stringify({mcpServers: servers, providers: {[name]: {...api, ...provider}}}),
	);
};

/** What a user has in the environment. */
export const modelEnvironment = (url: string): Readonly<Record<string, string>> => ({
	ANTHROPIC_BASE_URL: url,
	ANTHROPIC_API_KEY: canaryKey,
	OPENAI_BASE_URL: `${url}/v1`,
	OPENAI_API_KEY: canaryKey,
});

const filesIn = (folder: string): readonly string[] =>
	readdirSync(folder, {recursive: true, withFileTypes: true})
		.filter(entry => entry.isFile())
		.map(entry => join(entry.parentPath, entry.name));

/** Nothing that was written anywhere knows the key. */
export const expectNoKey = (home: TestHome, ...outputs: readonly string[]): void => {
	for (const text of outputs) expect(text).not.toContain(canaryKey);
	const telling = filesIn(home.folder).filter(file => readFileSync(file).includes(canaryKey));
	expect(telling).toEqual([]);
};

/** The object that scripts get. */
type PrintedResult = {
	readonly text: string;
	readonly toolCalls: readonly {readonly result?: {readonly stored?: StoredResult}}[];
	readonly usage: Usage;
	readonly sessionId: string;
	readonly error?: Failure;
};

export type ModelRun = ProgramRun & {
	readonly home: TestHome;
	readonly result: PrintedResult;
};

type ModelRunOptions = {
	readonly servers?: Readonly<Record<string, object>>;
	readonly provider?: object;
	readonly home?: TestHome;
	readonly env?: Readonly<Record<string, string>>;
};

/** Runs the built program with one prompt over one protocol; its object is read, and no key is left behind. */
export const runPrompt = async (
	protocol: WireProtocol,
	url: string,
	args: readonly string[],
	{servers = {}, provider = {}, home: given, env = modelEnvironment(url)}: ModelRunOptions = {},
): Promise<ModelRun> => {
	const fresh = useHome();
	const home = given ?? fresh;
	writeModelSettings(home, protocol, servers, provider);
	const run = await runProgram(home, ['-m', modelIds[protocol], '--output-format', 'json', ...args], {env});
	expectNoKey(home, run.stdout, run.stderr);
	return {...run, home, result: JSON.parse(run.stdout)};
};

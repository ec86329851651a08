import {writeFile} from 'node:fs/promises';
import type {CommandLine} from '../command-line/parse-command-line.ts';
import type {ComposedServers} from '../compose-servers.ts';
import type {CommandOutput} from '../headless/command-output.ts';
import {callServerTool} from '../headless/servers/call-tool.ts';
import {removeServer, setServerDisabled} from '../headless/servers/change-server.ts';
import {diagnoseServers} from '../headless/servers/diagnose-servers.ts';
import {getServerPrompt, readServerResource} from '../headless/servers/fetch-offer.ts';
import {listOffers, type OfferKind} from '../headless/servers/list-offers.ts';
import {listServers} from '../headless/servers/list-servers.ts';
import type {OutputFile} from '../headless/servers/save-content.ts';
import {showServer} from '../headless/servers/show-server.ts';
import {signInToServer, signOutOfServer} from '../headless/servers/sign-in.ts';
import {testServer} from '../headless/servers/test-server.ts';
import {testCustomTool} from '../headless/test-custom-tool.ts';
import {addCommand, addJsonCommand} from './add-commands.ts';
import {all, first, scopeOf} from './line-values.ts';
import {orStdin} from './read-stdin.ts';
import {testCommand} from './test-command.ts';
import {importCommand, policyCommand} from './trust-commands.ts';
import {verifyCommand} from './verify-command.ts';

export type Given = {
	readonly line: CommandLine;
	readonly run: ComposedServers & {type: 'composed'};
	readonly output: CommandOutput;
};

/** Runs one command and resolves with its exit code. */
export type RunCommand = (given: Given, signal: AbortSignal) => Promise<number>;

const fileOf = (line: CommandLine): {readonly file?: OutputFile} => {
	const path = first(line, 'output');
	// What a server sent may be private.
	return path === undefined ? {} : {file: {path, save: (to, bytes) => writeFile(to, bytes, {mode: 0o600})}};
};

const offers =
	(kind: OfferKind): RunCommand =>
	({line, run, output}, signal) =>
		listOffers({run, output, kind, only: all(line, 'server')}, signal);

/** Every command that works on servers. */
export const serverCommands: Readonly<Record<string, RunCommand>> = {
	'mcp add': addCommand,
	'mcp add-json': addJsonCommand,
	'mcp list': ({line, run, output}, signal) =>
		listServers({run, output, connects: !line.values.has('no-connect')}, signal),
	'mcp get': ({line, run, output}, signal) =>
		showServer({run, output, name: line.words[0] ?? '', connects: !line.values.has('no-connect')}, signal),
	'mcp remove': ({line, run, output}, signal) =>
		removeServer({run, output, name: line.words[0] ?? '', scope: scopeOf(line)}, signal),
	'mcp enable': ({line, run, output}) =>
		setServerDisabled({run, output, name: line.words[0] ?? '', scope: scopeOf(line)}, false),
	'mcp disable': ({line, run, output}) =>
		setServerDisabled({run, output, name: line.words[0] ?? '', scope: scopeOf(line)}, true),
	'mcp test': ({line, run, output}, signal) => testServer({run, output, name: line.words[0] ?? ''}, signal),
	'mcp login': ({line, run, output}, signal) =>
		signInToServer({run, output, name: line.words[0] ?? ''}, signal),
	'mcp logout': ({line, run, output}, signal) =>
		signOutOfServer({run, output, name: line.words[0] ?? ''}, signal),
	'mcp import': importCommand,
	'mcp verify': verifyCommand,
	'policy test': policyCommand,
	'mcp doctor': ({line, run, output}, signal) => diagnoseServers({run, output, name: line.words[0]}, signal),
	call: async ({line, run, output}, signal) => {
		const [server = '', tool = '', ...typed] = line.words;
		const words = typed.length === 1 ? [await orStdin(typed[0] ?? '')] : typed;
		return callServerTool({run, output, server, tool, words, ...fileOf(line)}, signal);
	},
	test: testCommand,
	tools: offers('tools'),
	'tools test': async ({line, run, output}, signal) => {
		const [name = '', ...typed] = line.words;
		const words = typed.length === 1 ? [await orStdin(typed[0] ?? '')] : typed;
		const {customToolTest} = await import('../compose-custom-tools.ts');
		return testCustomTool({tools: customToolTest(run.loaded), output, name, words}, signal);
	},
	prompts: offers('prompts'),
	resources: offers('resources'),
	'prompts get': ({line, run, output}, signal) => {
		const [server = '', prompt = '', ...words] = line.words;
		return getServerPrompt({run, output, server, prompt, words}, signal);
	},
	'resources read': ({line, run, output}, signal) => {
		const [server = '', uri = ''] = line.words;
		return readServerResource({run, output, server, uri, ...fileOf(line)}, signal);
	},
};

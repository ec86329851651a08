import type {CommandLine} from '../command-line/parse-command-line.ts';
import {findCommand} from '../core/mcp/doctor/find-command.ts';
import {addSnippet} from '../headless/servers/add-json.ts';
import {addServer} from '../headless/servers/add-server.ts';
import type {AskSecret} from '../headless/servers/keep-secrets.ts';
import type {FindProgram, NewServer} from '../headless/servers/new-entry.ts';
import {splitCommandLine} from '../support/shell-words.ts';
import {all, first, scopeOf} from './line-values.ts';
import {readSecret} from './read-secret.ts';
import {orStdin} from './read-stdin.ts';
import type {Given, RunCommand} from './server-command-table.ts';

const isText = (value: unknown): value is string => typeof value === 'string';

/** A JSON array, one text as a shell takes it, words with commas between, or words. */
const readArguments = (given: readonly string[]): readonly string[] => {
	const [only = ''] = given;
	if (given.length !== 1) {
		return given;
	}
	if (only.startsWith('[')) {
		try {
			const parsed: unknown = JSON.parse(only);
			return Array.isArray(parsed) && parsed.every(isText) ? parsed : given;
		} catch {
			// It only begins like JSON.
			return given;
		}
	}
	return /\s/.test(only) ? (splitCommandLine(only) ?? given) : only.split(',');
};

/** Without a value it is asked for later, unless this variable has it. */
const clientSecretOf = (line: CommandLine): string | undefined =>
	line.values.has('client-secret')
		? (first(line, 'client-secret') ?? process.env.MCP_CLIENT_SECRET ?? '<MCP_CLIENT_SECRET>')
		: undefined;

/** What the words and options of `mcp add` say about the server. */
const newServerOf = (line: CommandLine): NewServer => {
	const words = [...line.words];
	const name = first(line, 'name') ?? words.shift() ?? '';
	const target = first(line, 'url') ?? first(line, 'command') ?? words.shift() ?? '';
	return {
		name,
		target,
		args: [...readArguments(all(line, 'args')), ...words],
		transport: first(line, 'transport'),
		env: all(line, 'env'),
		headers: all(line, 'header'),
		bearerVariable: first(line, 'bearer-token-env-var'),
		auth: first(line, 'auth'),
		clientId: first(line, 'client-id'),
		clientSecret: clientSecretOf(line),
		callbackPort: first(line, 'callback-port'),
		scopes: all(line, 'scopes'),
		allowInsecure: line.values.has('allow-insecure'),
		timeout: first(line, 'timeout'),
		description: first(line, 'description'),
		includeTools: all(line, 'include-tools'),
		excludeTools: all(line, 'exclude-tools'),
	};
};

const effects: Readonly<Record<string, string>> = {
	trust: '--trust has no effect: approvals decide which tools run without asking (mcp-tui policy test).',
	'no-oauth': '--no-oauth has no effect: you sign in only where you agree to it.',
	'oauth-client-registration':
		'--oauth-client-registration has no effect: how to register is found out at the sign-in.',
};

const findProgram: FindProgram = async command => {
	const {type} = await findCommand(command, definedVariables(), process.cwd());
	return type;
};

const definedVariables = (): Readonly<Record<string, string>> =>
	Object.fromEntries(
		Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
	);

/** Asks at the terminal; undefined without one. */
const askSecretIfTerminal = (): AskSecret | undefined => {
	const {stdin, stderr} = process;
	return stdin.isTTY && stderr.isTTY
		? async (question, signal) => {
				const typed = await readSecret(question, {input: stdin, output: stderr}, signal);
				return typed.type === 'typed' ? typed.text : undefined;
			}
		: undefined;
};

const putOptions = ({line, run, output}: Given) => ({
	changeConfig: run.changeConfig,
	keepSecret: run.keepSecret,
	isPlainText: line.values.has('plain-text'),
	output,
	scope: scopeOf(line) ?? 'user',
	replace: line.values.has('replace'),
	askSecret: askSecretIfTerminal(),
	showsLine: true,
});

export const addCommand: RunCommand = (given, signal) => {
	const notes = Object.entries(effects).flatMap(([option, note]) =>
		given.line.values.has(option) ? [note] : [],
	);
	return addServer(newServerOf(given.line), {...putOptions(given), findProgram, notes}, signal);
};

export const addJsonCommand: RunCommand = async (given, signal) => {
	const [word = '', json] = given.line.words;
	const {understandSnippet: understand} = await import('../core/config/import/understand-snippet.ts');
	const text = await orStdin(json ?? word);
	const named = json === undefined ? {} : {name: word};
	return addSnippet({text, understand, ...named}, putOptions(given), signal);
};

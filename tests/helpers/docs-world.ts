import {type ChildProcess, spawn} from 'node:child_process';
import {chmodSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:net';
import {delimiter, join, resolve} from 'node:path';
import {onTestFinished} from 'vitest';
import {builtProgram, startTerminal} from './terminal.ts';
import {createTestHome, type TestHome} from './test-home.ts';
import {waitUntil} from './wait-until.ts';

const packages = resolve(import.meta.dirname, '../../node_modules');

export type Ran = {readonly code: number | null; readonly stdout: string; readonly stderr: string};

/** A machine on which a reader of the documentation tries what it says. */
export type DocsWorld = {
	readonly home: TestHome;
	readonly write: (name: string, content: string) => void;
	readonly configure: (config: object) => void;
	/** Runs a line in a shell, to its end. */
	readonly run: (line: string, stdin?: string) => Promise<Ran>;
	/** Starts a line that goes on until the test is over; resolves when it has said this. */
	readonly start: (line: string, said: string) => Promise<void>;
	/** Opens the chat with these arguments, and leaves it again. */
	readonly openChat: (args: readonly string[]) => Promise<void>;
};

const script = (lines: readonly string[]): string => `${['#!/bin/sh', ...lines].join('\n')}\n`;

/** `mcp-tui` as if it were installed, and `npx` with the packages that are here instead of a registry. */
const fillBin = (bin: string): void => {
	mkdirSync(bin, {recursive: true});
	const files = {
		'mcp-tui': script([`exec '${process.execPath}' '${builtProgram}' "$@"`]),
		npx: script([
			'[ "$1" = -y ] && shift',
			'name=$1; shift',
			'case "$name" in',
			'mcp-tui) exec mcp-tui "$@" ;;',
			`@modelcontextprotocol/server-*) exec '${process.execPath}' "${packages}/$name/dist/index.js" "$@" ;;`,
			'esac',
			'echo "npx: $name is not here" >&2',
			'exit 1',
		]),
	};
	for (const [name, text] of Object.entries(files)) {
		writeFileSync(join(bin, name), text);
		chmodSync(join(bin, name), 0o755);
	}
};

export const createDocsWorld = (env: Readonly<Record<string, string>> = {}): DocsWorld => {
	const home = createTestHome();
	onTestFinished(home.remove);
	const bin = join(home.folder, '.bin');
	fillBin(bin);
	const environment = {
		...home.env,
		PATH: `${bin}${delimiter}${home.env.PATH ?? ''}`,
		// Nobody sits at a keychain here.
		MCP_TUI_PASSPHRASE: 'a passphrase of this test',
		...env,
	};
	const write = (name: string, content: string): void => writeFileSync(join(home.folder, name), content);
	// Where a line leads, the next one starts.
	const place = join(home.folder, '.place');
	writeFileSync(place, home.folder);
	const cwd = (): string => readFileSync(place, 'utf8').trimEnd();
	const shell = (line: string): ChildProcess =>
		spawn('/bin/sh', ['-c', `trap 'pwd > "${place}"' EXIT\n${line}`], {
			cwd: cwd(),
			env: environment,
			detached: true,
		});
	const configure = (config: object): void => {
		mkdirSync(home.settings, {recursive: true});
		writeFileSync(
			join(home.settings, 'config.json'),
			JSON.stringify({secretStore: 'passphrase-file', ...config}),
		);
	};
	configure({});
	return {
		home,
		write,
		configure,
		run: (line, stdin = '') =>
			new Promise((done, fail) => {
				const child = shell(line);
				const heard = {stdout: '', stderr: ''};
				for (const name of ['stdout', 'stderr'] as const) {
					child[name]?.setEncoding('utf8').on('data', (piece: string) => {
						heard[name] += piece;
					});
				}
				child.on('error', fail);
				child.on('close', code => done({code, ...heard}));
				// Most commands never look at it.
				child.stdin?.on('error', () => {});
				child.stdin?.end(stdin);
			}),
		async start(line, said) {
			const child = shell(line);
			let heard = '';
			for (const stream of [child.stdout, child.stderr]) {
				stream?.setEncoding('utf8').on('data', (piece: string) => {
					heard += piece;
				});
			}
			// The shell and what it started are a group of their own.
			onTestFinished(() => void (child.exitCode === null && process.kill(-(child.pid ?? 0), 'SIGTERM')));
			await waitUntil(() => heard.includes(said), {describe: () => `${line}\n${heard}`});
		},
		async openChat(args) {
			const terminal = startTerminal({home: home.folder, cwd: cwd(), env: environment, args});
			onTestFinished(terminal.dispose);
			await terminal.waitFor(/^\s*[›❯] /m);
			terminal.press('ctrl+c');
			await terminal.waitFor('press ctrl+c again to quit');
			terminal.press('ctrl+c');
			await terminal.exit;
		},
	};
};

/** A port that nobody has. */
export const freePort = (): Promise<number> =>
	new Promise((done, fail) => {
		const server = createServer();
		server.on('error', fail);
		server.listen(0, '127.0.0.1', () => {
			const address = server.address();
			server.close(() => done(typeof address === 'object' ? (address?.port ?? 0) : 0));
		});
	});

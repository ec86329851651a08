import {type ChildProcessByStdio, spawn} from 'node:child_process';
import {Socket} from 'node:net';
import type {Readable, Writable} from 'node:stream';
import {z} from 'zod';
import {describeError} from '../../domain/failure.ts';
import {createLineSplitter} from '../../support/line-splitter.ts';
import {keychainChildCode} from './keychain-child-code.ts';

export type KeychainRequest =
	| {readonly action: 'get' | 'delete'; readonly account: string}
	| {readonly action: 'set'; readonly account: string; readonly text: string};

const replyShape = z.discriminatedUnion('type', [
	z.object({type: z.literal('done'), text: z.string().optional()}),
	z.object({type: z.literal('failed'), stage: z.enum(['load', 'open', 'use']), message: z.string()}),
]);

export type KeychainTrouble =
	| {readonly type: 'failed'; readonly stage: 'load' | 'open' | 'use'; readonly message: string}
	/** No reply in time. */
	| {readonly type: 'silent'; readonly limit: number}
	/** The child ended or could not be started. */
	| {readonly type: 'ended'; readonly reason: string};

export type KeychainReply = {readonly type: 'done'; readonly text?: string | undefined} | KeychainTrouble;

export type KeychainChild = {
	/** One at a time. Nothing runs before the first request. */
	readonly ask: (request: KeychainRequest, limit: number) => Promise<KeychainReply>;
	readonly close: () => void;
};

export type KeychainChildOptions = {
	readonly modulePath: string;
	readonly service: string;
	readonly environment: Readonly<Record<string, string | undefined>>;
	/** How long an idle child is kept. */
	readonly idleTime?: number;
};

type Child = ChildProcessByStdio<Writable, Readable, null>;

/** What a keychain needs to be found and to show its dialogue; no key of the user's is passed on. */
const passedOn =
	/^(PATH|HOME|USER|LOGNAME|LANG|LC_.*|TMPDIR|DBUS_SESSION_BUS_ADDRESS|XDG_.*|DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|SystemRoot|USERPROFILE|APPDATA|LOCALAPPDATA|TEMP|TMP)$/i;

const longestReply = 1024 * 1024;

const readReply = (line: Buffer | 'too-long'): KeychainReply => {
	try {
		return replyShape.parse(JSON.parse(line.toString()));
	} catch {
		// Not quoted: whatever it is, it may hold the secret.
		return {type: 'ended', reason: 'its answer made no sense'};
	}
};

const start = ({modulePath, service, environment}: KeychainChildOptions): Child => {
	const child = spawn(process.execPath, ['-e', keychainChildCode, modulePath, service], {
		env: Object.fromEntries(Object.entries(environment).filter(([name]) => passedOn.test(name))),
		stdio: ['pipe', 'pipe', 'ignore'],
		// Control-C in the terminal is ours to handle. On Windows this would open a window.
		detached: process.platform !== 'win32',
		windowsHide: true,
	});
	child.unref();
	for (const pipe of [child.stdin, child.stdout]) if (pipe instanceof Socket) pipe.unref();
	return child;
};

/** Every access to the keychain happens in a process that can be killed, because native code cannot be. */
export const createKeychainChild = (options: KeychainChildOptions): KeychainChild => {
	const {idleTime = 5000} = options;
	let running: Child | undefined;
	let idle: NodeJS.Timeout | undefined;
	let settle: ((reply: KeychainReply) => void) | undefined;

	const end = (): void => {
		running?.kill('SIGKILL');
		running = undefined;
	};

	const open = (): Child => {
		const child = start(options);
		const fail = (reason: string): void => {
			if (running !== child) return;
			running = undefined;
			settle?.({type: 'ended', reason});
		};
		child.once('error', error => fail(error.message));
		child.once('exit', (code, signal) => fail(`it ended with ${signal ?? `code ${code}`}`));
		// Its end is news enough.
		child.stdin.on('error', () => undefined);
		const lines = createLineSplitter(longestReply, line => {
			if (running === child) settle?.(readReply(line));
			return true;
		});
		child.stdout.on('data', lines.push);
		return child;
	};

	return {
		ask: (request, limit) =>
			new Promise(resolve => {
				clearTimeout(idle);
				// The only thing here that keeps the program alive, and only while somebody waits.
				const timer = setTimeout(() => settle?.({type: 'silent', limit}), limit);
				settle = reply => {
					settle = undefined;
					clearTimeout(timer);
					if (reply.type === 'silent' || reply.type === 'ended') end();
					idle = setTimeout(end, idleTime).unref();
					resolve(reply);
				};
				try {
					running ??= open();
					running.stdin.write(`${JSON.stringify(request)}\n`);
				} catch (error) {
					// A machine without free processes or files says so by throwing.
					settle({type: 'ended', reason: describeError(error)});
				}
			}),
		close: () => {
			clearTimeout(idle);
			end();
			settle?.({type: 'ended', reason: 'it was closed'});
		},
	};
};

import type {ChildProcessWithoutNullStreams} from 'node:child_process';
import {randomUUID} from 'node:crypto';
import type {JSONRPCMessage} from '@modelcontextprotocol/client';
import {describeError} from '../../../domain/failure.ts';
import {createLineSplitter} from '../../../support/line-splitter.ts';
import {maxMessageBytes} from '../../../support/message-limit.ts';
import {handOver} from './hand-over.ts';
import {createLineLog} from './line-log.ts';
import {createLongLineTurns} from './long-lines.ts';
import {createPacedInbox} from './paced-inbox.ts';
import {parseMessages} from './parse-messages.ts';
import {endProcessGroup, endProcessTree} from './process-group.ts';
import type {Reaper} from './reaper.ts';
import {createServerFamily, markName, type ServerFamily} from './server-family.ts';
import type {ServerTransport} from './server-transport.ts';
import {type ServerCommand, spawnServer} from './spawn-server.ts';
import {createTextCodec, type TextCodec} from './text-codec.ts';
import {type TransportEnd, TransportError} from './transport-end.ts';

/** A process that dies closes its pipes a moment before its exit code is known, and may leave answers in them. */
const settleTime = 500;
const longestNoise = 10_000;

/** MCP over the standard streams of a process of our own. */
export type StdioTransport = ServerTransport & {
	/** The SDK tells a stdio transport by these two names. */
	readonly pid: () => number | undefined;
	readonly stderr: ServerTransport['printed'];
};

export type StdioTransportOptions = ServerCommand & {
	readonly reaper: Reaper;
	/** A name that TextDecoder knows; UTF-8 without it. */
	readonly encoding?: string;
};

const systemCode = (error: unknown): {readonly systemCode?: string} =>
	error instanceof Error && 'code' in error && typeof error.code === 'string' ? {systemCode: error.code} : {};

/** Node repeats the text that it refuses, and that may be a secret. */
const reasonOf = (error: unknown): string =>
	systemCode(error).systemCode?.startsWith('ERR_INVALID_ARG') === true
		? 'its command, folder, an argument or a variable holds what no program can be started with'
		: describeError(error);

export const createStdioTransport = ({
	reaper,
	encoding = 'utf-8',
	...command
}: StdioTransportOptions): StdioTransport => {
	const log = createLineLog();
	const waitingSends = new Set<(error: Error) => void>();
	let child: ChildProcessWithoutNullStreams | undefined;
	let family: ServerFamily | undefined;
	let codec: TextCodec | undefined;
	let exit: TransportEnd | undefined;
	let ended: TransportEnd | undefined;
	let stopping: Promise<void> | undefined;
	let settling: NodeJS.Timeout | undefined;
	let noise = 0;

	const endProcess = async () => {
		const pid = child?.pid;
		if (child === undefined || pid === undefined) return;
		// Read on without listening: a server that is blocked on a full pipe could not see the end of its input.
		child.stdout.removeAllListeners('data').resume();
		child.stdin.end();
		const ended = process.platform === 'win32' ? endProcessTree(pid) : endProcessGroup(pid);
		await (family?.endOutsiders(ended) ?? ended);
		reaper.remove(pid);
		for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
	};

	const stop = (): Promise<void> => {
		stopping ??= endProcess();
		return stopping;
	};

	const finish = (reason: TransportEnd) => {
		if (ended !== undefined) return;
		ended = reason;
		longLines.end();
		clearTimeout(settling);
		const error = new TransportError(reason);
		for (const reject of waitingSends) reject(error);
		waitingSends.clear();
		transport.onclose?.();
		void stop();
	};

	/** Waits for the exit code, which says more than a closed pipe does. */
	const finishSoon = (reason: TransportEnd) => {
		if (ended !== undefined) return;
		settling ??= setTimeout(() => inbox.whenEmpty(() => finish(exit ?? reason)), settleTime);
	};

	/** Who wants the server to wait. */
	const pauses = new Set<'inbox' | 'long-lines'>();
	const pause = (by: 'inbox' | 'long-lines') => () => {
		pauses.add(by);
		child?.stdout.pause();
	};
	const resume = (by: 'inbox' | 'long-lines') => () => {
		pauses.delete(by);
		if (pauses.size === 0) child?.stdout.resume();
	};

	const inbox = createPacedInbox<JSONRPCMessage>({
		deliver: message => {
			if (ended === undefined) handOver(transport, message);
		},
		pause: pause('inbox'),
		resume: resume('inbox'),
	});

	const readLine = (line: string) => {
		if (line === '') return;
		const messages = parseMessages(line);
		if (messages.length === 0) {
			noise += 1;
			log.push(`[stdout] ${line.slice(0, longestNoise)}`);
		}
		inbox.push(messages);
	};

	// Bytes become text only when a line is whole, so no character is ever split.
	const lines = createLineSplitter(maxMessageBytes, line => {
		if (line === 'too-long') {
			finish({type: 'message-too-long', maxBytes: maxMessageBytes});
			return false;
		}
		readLine(line.toString('utf8').trim());
		return true;
	});

	const longLines = createLongLineTurns({
		held: lines.held,
		pause: pause('long-lines'),
		resume: resume('long-lines'),
	});

	const listen = (started: ChildProcessWithoutNullStreams, reading: TextCodec) => {
		started.stdout.on('data', (chunk: Buffer) => {
			lines.push(reading.toUtf8(chunk));
			longLines.follow(chunk.length);
		});
		const errorText = new TextDecoder(reading.encoding);
		started.stdout.once('end', () => {
			lines.end();
			finishSoon({type: 'output-closed'});
		});
		started.stderr.on('data', (chunk: Buffer) => log.write(errorText.decode(chunk, {stream: true})));
		// A broken stream is followed by its end.
		for (const stream of [started.stdout, started.stderr]) stream.on('error', () => {});
		started.once('exit', (code, signal) => {
			exit = {type: 'exited', code, signal};
			finishSoon(exit);
		});
		// Comes after the last byte of output; a grandchild that keeps the pipes open can hold it back.
		started.once('close', (code, signal) =>
			inbox.whenEmpty(() => finish(exit ?? {type: 'exited', code, signal})),
		);
	};

	const start = (): Promise<void> =>
		new Promise((resolve, reject) => {
			const fail = (error: unknown) => {
				const reason: TransportEnd = {
					type: 'not-started',
					reason: reasonOf(error),
					...systemCode(error),
				};
				finish(reason);
				reject(new TransportError(reason));
			};
			if (ended !== undefined) return reject(new TransportError(ended));
			try {
				const reading = createTextCodec(encoding);
				codec = reading;
				// What its processes have in common wherever they go.
				const run = randomUUID();
				const mark = `${markName}=${run}`;
				const started = spawnServer({
					...command,
					environment: {...command.environment, [markName]: run},
				});
				child = started;
				if (started.pid !== undefined) {
					reaper.add(started.pid, mark);
					const isThere = () => started.exitCode === null && started.signalCode === null;
					family = createServerFamily(started.pid, mark, isThere);
				}
				started.once('error', fail);
				started.stdin?.on('error', () => finishSoon({type: 'input-closed'}));
				started.once('spawn', () => {
					listen(started, reading);
					resolve();
				});
			} catch (error) {
				fail(error);
			}
		});

	const send = (message: JSONRPCMessage): Promise<void> =>
		new Promise((resolve, reject) => {
			if (ended !== undefined || child === undefined || codec === undefined)
				return reject(new TransportError(ended ?? {type: 'not-started', reason: 'nobody has started it'}));
			const line = codec.fromJson(JSON.stringify(message));
			waitingSends.add(reject);
			child.stdin.write(line, error => {
				// A failed write is told by `finish`, with the reason.
				if (error) return finishSoon({type: 'input-closed'});
				waitingSends.delete(reject);
				resolve();
			});
		});

	const transport: StdioTransport = {
		start,
		send,
		close: () => {
			finish({type: 'closed'});
			return stop();
		},
		name: 'stdio',
		pid: () => child?.pid,
		stderr: log.lines,
		printed: log.lines,
		noise: () => noise,
		end: () => ended,
	};
	return transport;
};

import {readFile, realpath, stat} from 'node:fs/promises';
import type {CommandLine} from '../command-line/parse-command-line.ts';
import {
	createServerLock,
	type LockedServers,
	readLock,
	type SaveLock,
} from '../core/approvals/lock/lock-file.ts';
import {describeError} from '../domain/failure.ts';
import type {ServerLockRead} from '../domain/server-lock.ts';
import {verifyLock} from '../headless/servers/verify-lock.ts';
import {verifyServers} from '../headless/servers/verify-servers.ts';
import {withFileLock} from '../support/file-lock.ts';
import {replaceFile} from '../support/replace-file.ts';
import {quoteCommand} from '../support/shell-words.ts';
import {first} from './line-values.ts';
import {reportTarget} from './report-target.ts';
import type {RunCommand} from './server-command-table.ts';
import {trustOf} from './trust-commands.ts';

/** It is committed, so everyone may read it. */
const newFileMode = 0o644;

const saveLock =
	(path: string): SaveLock =>
	async (text, signal) => {
		try {
			const target = await realpath(path).catch(() => path);
			const mode = await stat(target).then(
				found => found.mode & 0o777,
				() => newFileMode,
			);
			const locked = await withFileLock(target, () => replaceFile(target, text, mode), signal);
			if (locked.type === 'held') {
				throw new Error('another program writes it');
			}
			return undefined;
		} catch (error) {
			return {
				code: 'lock-not-written',
				message: `${path} could not be written: ${describeError(error)}.`,
				hint: 'Name a file in a folder that is there and that you may write to.',
			};
		}
	};

const isNotThere = (error: unknown): boolean =>
	error instanceof Error && 'code' in error && error.code === 'ENOENT';

const openLock = async (path: string): Promise<ServerLockRead> => {
	const holding = (servers: LockedServers) => createServerLock(path, servers, saveLock(path));
	const empty = holding(new Map());
	try {
		const read = readLock(path, await readFile(path, 'utf8'));
		return read.type === 'read'
			? {lock: holding(read.servers), isMissing: false}
			: {lock: empty, isMissing: false, damage: read.failure};
	} catch (error) {
		const message = `${path} could not be read: ${describeError(error)}.`;
		return isNotThere(error)
			? {lock: empty, isMissing: true}
			: {lock: empty, isMissing: false, damage: {code: 'bad-lock', message}};
	}
};

/** The same line with more options; what is there already is not repeated. */
const lineWith =
	({command, words, values}: CommandLine) =>
	(...more: readonly string[]): string => {
		const options = [...values].flatMap(([name, given]) =>
			given.length === 0 ? [`--${name}`] : given.flatMap(value => [`--${name}`, value]),
		);
		const added = more.filter(option => !options.includes(option));
		return quoteCommand(['mcp-tui', ...command.split(' '), ...words, ...options, ...added]);
	};

export const verifyCommand: RunCommand = async (given, signal) => {
	const {line, run, output} = given;
	const [name] = line.words;
	const path = first(line, 'lock');
	const [isAccepted, isUpdated] = [line.values.has('accept'), line.values.has('update')];
	const refuse = (message: string, hint: string): number => output.refuse({code: 'bad-input', message, hint});
	if (path === undefined && isUpdated) {
		return refuse(
			'--update writes a lock file, and none is named.',
			'Write one: mcp-tui mcp verify --lock mcp.lock --update\nAccept what is there on this machine: mcp-tui mcp verify --accept',
		);
	}
	if (path !== undefined && isAccepted) {
		return refuse(
			'--accept is about this machine, and --lock about a file.',
			'Write what is there into the file: --update in place of --accept',
		);
	}
	const target = reportTarget(line);
	if (target.type === 'refused') {
		return output.refuse(target.failure);
	}
	const {junit} = target;
	const {pins} = trustOf(given);
	return path === undefined
		? verifyServers({run, output, pins, isAccepted, name, junit}, signal)
		: verifyLock(
				{run, output, pins, isUpdated, name, junit, read: await openLock(path), lineWith: lineWith(line)},
				signal,
			);
};

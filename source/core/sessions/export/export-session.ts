import {Buffer} from 'node:buffer';
import {constants} from 'node:fs';
import {type FileHandle, lstat, open, rm} from 'node:fs/promises';
import type {WriteChecks} from '../../../domain/check.ts';
import type {ExportEnd, ExportFormat} from '../../../domain/session-shelf.ts';
import {loadSession} from '../load-session.ts';
import {previewSession} from '../preview-session.ts';
import {SessionError, systemCode} from '../session-error.ts';
import {toTitle} from '../session-files.ts';
import {toShelfFailure} from '../shelf-failure.ts';
import {createTranscriptReader} from '../transcript-reader.ts';
import {checksText} from './checks-text.ts';
import type {ExportHead, ExportWriter} from './export-writer.ts';
import {htmlWriter} from './html-writer.ts';
import {createJsonWriter} from './json-writer.ts';
import {markdownWriter} from './markdown-writer.ts';
import {clearUnfinishedExports, finishExport, unfinishedExport} from './unfinished-export.ts';

type ExportRequest = {
	readonly sessionId: string;
	/** The log. */
	readonly file: string;
	readonly format: ExportFormat;
	/** Where to write it, in full. */
	readonly path: string;
	readonly mayReplace: boolean;
	/** Where its long results are; undefined where there can be none. */
	readonly results: string | undefined;
	readonly writeChecks: WriteChecks;
	/** Now. */
	readonly at: number;
	readonly openFile?: (path: string) => Promise<ExportFile>;
};

/** The little of a file that an export needs. Passed in, so that a slow or full disk can be rehearsed. */
export type ExportFile = Pick<FileHandle, 'appendFile' | 'sync' | 'close'>;

const openNewFile = (path: string): Promise<ExportFile> => {
	const {O_WRONLY, O_CREAT, O_EXCL, O_APPEND, O_NOFOLLOW} = constants;
	return open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | (O_NOFOLLOW ?? 0), 0o600);
};

/** So much is gathered before it is written. */
const pieceLength = 1024 * 1024;

const writerFor = (format: Exclude<ExportFormat, 'test'>): ExportWriter => {
	switch (format) {
		case 'markdown':
			return markdownWriter;
		case 'html':
			return htmlWriter;
		case 'json':
			return createJsonWriter();
	}
};

const headOf = async (request: ExportRequest, signal: AbortSignal): Promise<ExportHead> => {
	const preview = await previewSession(request.file, signal);
	signal.throwIfAborted();
	if (preview.type !== 'read') {
		const {message = 'it was stopped', hint = ''} = preview.type === 'failed' ? preview.failure : {};
		throw new SessionError('no-session', message, hint);
	}
	const {totals} = preview;
	const [asked] = preview.first.filter(({type}) => type === 'user');
	const title = totals.name ?? toTitle(asked?.text ?? '') ?? request.sessionId;
	return {sessionId: request.sessionId, title, totals};
};

/** Writes the session as it is read, so that it is never in memory as a whole. */
const writeTranscript = async (
	handle: ExportFile,
	request: ExportRequest,
	writer: ExportWriter,
	head: ExportHead,
	signal: AbortSignal,
): Promise<void> => {
	let waiting = writer.begin(head);
	/** Writes follow each other; after each piece of the log the reader waits for them. */
	let work: Promise<unknown> = Promise.resolve();
	let trouble: unknown;
	const stop = new AbortController();
	const flush = (): void => {
		const bytes = Buffer.from(waiting);
		waiting = '';
		work = work
			.then(() => handle.appendFile(bytes))
			.catch(error => {
				trouble ??= error;
				stop.abort();
			});
	};
	const reader = createTranscriptReader(entry => {
		waiting += writer.entry(entry);
		if (waiting.length > pieceLength) {
			flush();
		}
	});
	const loaded = await loadSession(
		request.file,
		{onEvent: reader.take, rest: () => work},
		AbortSignal.any([signal, stop.signal]),
	);
	reader.end();
	waiting += writer.end();
	flush();
	await work;
	signal.throwIfAborted();
	if (trouble !== undefined) {
		throw trouble;
	}
	if (loaded.type !== 'loaded') {
		throw new SessionError('no-session', 'its file could not be read to the end', 'Try again.');
	}
};

const writeTo = async (handle: ExportFile, request: ExportRequest, signal: AbortSignal): Promise<void> => {
	const {format} = request;
	const head = await headOf(request, signal);
	if (format === 'test') {
		await handle.appendFile(Buffer.from(await checksText(request, head, signal)));
	} else {
		await writeTranscript(handle, request, writerFor(format), head, signal);
	}
	await handle.sync();
};

const writeFile = async (request: ExportRequest, target: string, signal: AbortSignal): Promise<void> => {
	const handle = await (request.openFile ?? openNewFile)(target);
	try {
		await writeTo(handle, request, signal).finally(() => handle.close());
		await finishExport(target, request.path, request.mayReplace);
	} catch (error) {
		await rm(target, {force: true}).catch(() => undefined);
		throw error;
	}
};

/** Writes a session into a file for its owner alone. What is there already is replaced only where that is allowed, and whole. */
export const exportSession = async (request: ExportRequest, signal: AbortSignal): Promise<ExportEnd> => {
	const {path, mayReplace} = request;
	try {
		const there = await lstat(path).catch(() => undefined);
		if (there !== undefined && !mayReplace) {
			return {type: 'exists', path};
		}
		if (there !== undefined && !there.isFile()) {
			throw new SessionError('session-not-a-file', `${path} is not a file`, 'Choose another name.');
		}
		await clearUnfinishedExports(path, request.at);
		await writeFile(request, unfinishedExport(path), signal);
		return {type: 'written', path};
	} catch (error) {
		return systemCode(error) === 'EEXIST'
			? {type: 'exists', path}
			: {type: 'failed', failure: toShelfFailure('The session could not be exported', error)};
	}
};

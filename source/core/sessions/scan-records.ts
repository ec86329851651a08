import {Buffer} from 'node:buffer';
import {constants} from 'node:fs';
import {type FileHandle, open} from 'node:fs/promises';
import type {Failure} from '../../domain/failure.ts';
import {createLineSplitter} from '../../support/line-splitter.ts';
import {type DecodedRecord, decodeRecord, longestRecord, recordOpening} from './record.ts';
import {SessionError, systemCode, toReadingFailure} from './session-error.ts';

/** Answers whether to go on. `bytes` is about how many the record has in the file. */
export type VisitRecord = (record: DecodedRecord, line: number, bytes: number) => boolean;

export type ScanEnd =
	| {readonly type: 'ended'}
	| {readonly type: 'stopped'}
	| {readonly type: 'missing'}
	| {readonly type: 'unreadable'; readonly failure: Failure}
	| {readonly type: 'aborted'};

export type ScanPace = {
	/** About how many bytes are read; without it all of them. */
	readonly limit?: number;
	/** Awaited after every piece, so that whoever writes down what was read is not flooded. */
	readonly rest?: () => Promise<unknown>;
};

const chunkSize = 256 * 1024;
const opening = Buffer.from(recordOpening);
/** A record can be full of things that look like the start of another: a bound keeps the search linear. */
const joinAttempts = 8;

const zeros = (line: Buffer): number => {
	let count = 0;
	while (line[count] === 0) {
		count += 1;
	}

	return count;
};

/**
 * Where the second record starts when the line break between two was lost. Only a record that is whole
 * from the start of the line counts as the first: what looks like a record inside another may be forged.
 */
const findJoin = (line: Buffer): number => {
	let at = 0;
	for (let attempt = 0; attempt < joinAttempts; attempt += 1) {
		at = line.indexOf(opening, at + 1);
		if (at === -1) {
			break;
		}

		if (decodeRecord(line.subarray(0, at - 1)).type !== 'damaged') {
			return at;
		}
	}

	return -1;
};

const visitLine = (line: Buffer, number: number, visit: VisitRecord): boolean => {
	const blank = zeros(line);
	if (blank > 0 && !visit({type: 'damaged', reason: 'zeros'}, number, blank)) {
		return false;
	}

	let rest = line.subarray(blank);
	for (let joins = 0; rest.length > 0; joins += 1) {
		const record = decodeRecord(rest);
		const join = record.type === 'damaged' && joins < joinAttempts ? findJoin(rest) : -1;
		if (join === -1) {
			return visit(record, number, rest.length);
		}

		const first = decodeRecord(rest.subarray(0, join - 1));
		if (!visit(first, number, join) || !visit({type: 'damaged', reason: 'joined'}, number, 0)) {
			return false;
		}

		rest = rest.subarray(join);
	}

	return true;
};

const scanHandle = async (
	handle: FileHandle,
	visit: VisitRecord,
	{limit = Number.POSITIVE_INFINITY, rest}: ScanPace,
	signal: AbortSignal,
): Promise<ScanEnd> => {
	if (!(await handle.stat()).isFile()) {
		throw new SessionError('session-not-a-file', 'it is not a regular file', 'Move it away.');
	}

	const splitter = createLineSplitter(longestRecord, (line, number) =>
		line === 'too-long'
			? visit({type: 'damaged', reason: 'too-long'}, number, longestRecord)
			: visitLine(line, number, visit),
	);
	const chunk = Buffer.alloc(chunkSize);
	for (let read = 0; read < limit; ) {
		if (signal.aborted) {
			return {type: 'aborted'};
		}

		const {bytesRead} = await handle.read(chunk, 0, chunk.length, null);
		read += bytesRead;
		const going = bytesRead > 0 ? splitter.push(chunk.subarray(0, bytesRead)) : splitter.end();
		if (!going) {
			return {type: 'stopped'};
		}

		if (bytesRead === 0) {
			return {type: 'ended'};
		}

		await rest?.();
	}

	return {type: 'stopped'};
};

/**
 * Reads a log record by record in bounded memory. Damage is visited like everything else, never thrown.
 */
export const scanRecords = async (
	file: string,
	visit: VisitRecord,
	pace: ScanPace,
	signal: AbortSignal,
): Promise<ScanEnd> => {
	const {O_RDONLY, O_NOFOLLOW, O_NONBLOCK} = constants;
	let handle: FileHandle | undefined;
	try {
		handle = await open(file, O_RDONLY | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0));
		return await scanHandle(handle, visit, pace, signal);
	} catch (error) {
		return systemCode(error) === 'ENOENT'
			? {type: 'missing'}
			: {type: 'unreadable', failure: toReadingFailure(error)};
	} finally {
		await handle?.close();
	}
};

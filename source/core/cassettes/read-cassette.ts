import {constants} from 'node:fs';
import {type FileHandle, open} from 'node:fs/promises';
import {describeError, type Failure} from '../../domain/failure.ts';
import {createLineSplitter} from '../../support/line-splitter.ts';
import {type CassetteRecord, cassetteFormat, largestFile, longestLine} from './cassette-record.ts';
import {type ReadLine, readHeader, readRecord} from './record-shape.ts';

export type Cassette = {
	/** The path, as the user wrote it. */
	readonly file: string;
	readonly records: readonly CassetteRecord[];
	/** Lines of kinds that this version does not know. */
	readonly unknown: number;
	/** Lines that cannot be read: the end of a recording that was killed, for one. */
	readonly damaged: number;
};

export type CassetteRead =
	| {readonly type: 'read'; readonly cassette: Cassette}
	| {readonly type: 'refused'; readonly failure: Failure};

const chunkSize = 256 * 1024;

const refuse = (message: string, hint: string): CassetteRead => ({
	type: 'refused',
	failure: {code: 'bad-cassette', message, hint},
});

const recordHint = 'Record one with: mcp-tui --record <file>';

const problemOf = (file: string, first: string | undefined): CassetteRead | undefined => {
	const header = first === undefined ? undefined : readHeader(first);
	if (header === undefined) return refuse(`${file} is not a cassette.`, recordHint);
	const {format, program} = header;
	if (format <= cassetteFormat) return undefined;
	const writer = program === '' ? 'a later version of mcp-tui' : program;
	return refuse(
		`${file} was recorded by ${writer} in format ${format}; this version reads format ${cassetteFormat}.`,
		'Update mcp-tui to play it.',
	);
};

const readLines = async (
	handle: FileHandle,
	visit: (line: Buffer | 'too-long', number: number) => boolean,
	signal: AbortSignal,
): Promise<void> => {
	const splitter = createLineSplitter(longestLine, visit);
	const chunk = Buffer.alloc(chunkSize);
	for (;;) {
		signal.throwIfAborted();
		const {bytesRead} = await handle.read(chunk, 0, chunk.length, null);
		const isGoingOn = bytesRead > 0 ? splitter.push(chunk.subarray(0, bytesRead)) : splitter.end();
		if (!isGoingOn || bytesRead === 0) return;
	}
};

const read = async (handle: FileHandle, file: string, signal: AbortSignal): Promise<CassetteRead> => {
	const status = await handle.stat();
	if (!status.isFile()) return refuse(`${file} is not a regular file.`, recordHint);
	if (status.size > largestFile) {
		return refuse(`${file} is larger than any cassette that can be played (64 MiB).`, recordHint);
	}
	const records: CassetteRecord[] = [];
	const counts: Record<Exclude<ReadLine['type'], 'record'>, number> = {unknown: 0, damaged: 0};
	let isFirst = true;
	let problem: CassetteRead | undefined;
	await readLines(
		handle,
		line => {
			const text = line === 'too-long' ? undefined : line.toString();
			if (isFirst) {
				isFirst = false;
				problem = problemOf(file, text);
				return problem === undefined;
			}
			const found: ReadLine = text === undefined ? {type: 'damaged'} : readRecord(text);
			if (found.type === 'record') records.push(found.record);
			else counts[found.type] += 1;
			return true;
		},
		signal,
	);
	if (isFirst) return refuse(`${file} is empty.`, recordHint);
	return problem ?? {type: 'read', cassette: {file, records, ...counts}};
};

/** Reads a cassette as far as it can be read. Never throws. */
export const readCassette = async (file: string, signal: AbortSignal): Promise<CassetteRead> => {
	let handle: FileHandle | undefined;
	try {
		// A fifo in place of the file would hang the program.
		handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
		return await read(handle, file, signal);
	} catch (error) {
		return refuse(`The cassette ${file} cannot be read: ${describeError(error)}`, recordHint);
	} finally {
		await handle?.close();
	}
};

const lines = (count: number): string => (count === 1 ? '1 line' : `${count} lines`);

/** What the reader passed over, as a sentence; undefined where that is nothing. */
export const describeGaps = ({file, unknown, damaged}: Cassette): string | undefined => {
	const parts = [
		damaged === 0 ? '' : `${lines(damaged)} cannot be read`,
		unknown === 0 ? '' : `${lines(unknown)} of a kind that this version does not know`,
	].filter(part => part !== '');
	return parts.length === 0
		? undefined
		: `Not everything in ${file} is played: ${parts.join(', ')}. Calls may be missing.`;
};

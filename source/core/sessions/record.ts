import {Buffer} from 'node:buffer';
import type {SessionEvent} from '../../domain/event.ts';
import {isJsonObject, type JsonValue} from '../../domain/json.ts';
import {isTooDeep} from '../../support/json-depth.ts';
import {crc32} from './crc32.ts';
import {isKnownType, isSessionEventShape} from './event-shape.ts';

/*
 * One record is one line of UTF-8 JSON, its keys in this order and without spaces:
 *
 *   {"v":1,"seq":12,"event":{"type":"...","at":0,...},"sum":"cbf43926"}\n
 *
 * `v` is the version of this format, `seq` counts the records of the file from 1, and `sum` is the CRC-32
 * of every byte of the line before `,"sum":`, in eight lower-case hex digits. The sum stands last so that
 * a line that was cut anywhere cannot look whole.
 */

const version = 1;
const closing = /^,"sum":"([0-9a-f]{8})"\}$/;
const closingLength = ',"sum":"00000000"}'.length;

/** The start of every record of this version. */
export const recordOpening = `{"v":${version},"seq":`;

/** Longer lines are neither written nor read, so that no file can exhaust the memory of a reader. */
export const longestRecord = 64 * 1024 * 1024;

/** More than what comes from a server may be nested, which is 500. */
const deepestEvent = 600;

export type DamageReason =
	/** Does not end like a record: cut short, or never one. */
	| 'torn'
	/** Ends like a record, but some byte has changed. */
	| 'checksum'
	/** The sum is right and the content is not a record. */
	| 'malformed'
	| 'too-long'
	/** Zeros in place of data, as left by a power cut. */
	| 'zeros'
	/** The line break after a whole record was lost. */
	| 'joined';

export type DecodedRecord =
	| {readonly type: 'event'; readonly seq: number; readonly event: SessionEvent}
	/** Whole, and written by a newer version of the program. */
	| {readonly type: 'unknown'; readonly seq: number}
	| {readonly type: 'damaged'; readonly reason: DamageReason};

const isCount = (value: JsonValue | undefined): value is number =>
	typeof value === 'number' && Number.isSafeInteger(value) && value >= 1;

/** The whole line, line break included. Throws when the event has no JSON form. */
export const encodeRecord = (seq: number, event: SessionEvent): Uint8Array => {
	const body = Buffer.from(`${recordOpening}${seq},"event":${JSON.stringify(event)}`);
	const sum = crc32(body).toString(16).padStart(8, '0');
	return Buffer.concat([body, Buffer.from(`,"sum":"${sum}"}\n`)]);
};

const damaged = (reason: DamageReason): DecodedRecord => ({type: 'damaged', reason});

/** Reads one line, without its line break. Never throws. */
export const decodeRecord = (line: Uint8Array): DecodedRecord => {
	const bytes = Buffer.from(line.buffer, line.byteOffset, line.byteLength);
	const bodyLength = bytes.length - closingLength;
	const sum = bodyLength > 0 ? closing.exec(bytes.toString('latin1', bodyLength))?.[1] : undefined;
	if (sum === undefined) {
		return damaged('torn');
	}

	if (crc32(bytes.subarray(0, bodyLength)) !== Number.parseInt(sum, 16)) {
		return damaged('checksum');
	}

	let record: JsonValue;
	try {
		record = JSON.parse(bytes.toString()) as JsonValue;
	} catch {
		// The reason is the whole answer: where the parser stopped helps nobody.
		return damaged('malformed');
	}

	if (!isJsonObject(record) || !isCount(record.v) || !isCount(record.seq)) {
		return damaged('malformed');
	}

	const {v, seq, event} = record;
	if (v > version) {
		return {type: 'unknown', seq};
	}

	// Nothing of ours is: whatever walks through such an event or writes it again would end the program.
	if (isTooDeep(event, deepestEvent)) {
		return damaged('malformed');
	}

	if (isSessionEventShape(event)) {
		return {type: 'event', seq, event};
	}

	return isJsonObject(event) && typeof event.type === 'string' && !isKnownType(event.type)
		? {type: 'unknown', seq}
		: damaged('malformed');
};

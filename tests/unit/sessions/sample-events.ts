import {Buffer} from 'node:buffer';
import fc from 'fast-check';
import {crc32} from '../../../source/core/sessions/crc32.ts';
import {encodeRecord} from '../../../source/core/sessions/record.ts';
import type {SessionEvent} from '../../../source/domain/event.ts';
import type {JsonValue} from '../../../source/domain/json.ts';

export const sessionStarted: SessionEvent = {
	type: 'session-started',
	at: 1_700_000_000_000,
	sessionId: 'one',
	version: '0.1.0',
	model: 'test/echo',
	cwd: '/site',
};

export const answer = (text: string, at = 1): SessionEvent => ({
	type: 'answer-streamed',
	at,
	stepId: 's1',
	text,
});

export const answers = (count: number): readonly SessionEvent[] =>
	Array.from({length: count}, (_, index) => answer(`text ${index + 1}`, index + 1));

export const message = (text: string, at = 2): SessionEvent => ({
	type: 'message-accepted',
	at,
	turnId: 't1',
	messageId: 'm1',
	text,
});

/** Any text at all: lone surrogates, controls and line breaks included. */
const anyText = fc.oneof(
	fc.string({unit: 'binary', maxLength: 30}),
	fc.string({unit: fc.integer({min: 0, max: 0xffff}).map(code => String.fromCharCode(code)), maxLength: 10}),
);

export const anyEvent: fc.Arbitrary<SessionEvent> = fc.oneof(
	fc.tuple(anyText, fc.nat()).map(([text, at]) => answer(text, at)),
	fc.tuple(anyText, fc.nat()).map(([text, at]) => message(text, at)),
	fc.tuple(fc.jsonValue(), fc.nat()).map(
		([value, at]): SessionEvent => ({
			type: 'call-succeeded',
			at,
			callId: 'c1',
			// Through JSON, because -0 has no form there.
			result: {content: [], structured: JSON.parse(JSON.stringify(value)) as never},
		}),
	),
	fc.nat().map((at): SessionEvent => ({type: 'turn-finished', at, turnId: 't1'})),
);

/** The bytes of a log that holds these events. */
export const logOf = (events: readonly SessionEvent[], firstSeq = 1): Buffer =>
	Buffer.concat(events.map((event, index) => encodeRecord(firstSeq + index, event)));

/** A line with a right checksum and anything at all in the place of its event. */
export const signedRecord = (event: JsonValue): Buffer => {
	const body = `{"v":1,"seq":1,"event":${JSON.stringify(event)}`;
	return Buffer.from(`${body},"sum":"${crc32(Buffer.from(body)).toString(16).padStart(8, '0')}"}`);
};

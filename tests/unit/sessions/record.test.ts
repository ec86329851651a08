import {Buffer} from 'node:buffer';
import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {crc32} from '../../../source/core/sessions/crc32.ts';
import {decodeRecord, encodeRecord} from '../../../source/core/sessions/record.ts';
import {answer, anyEvent, sessionStarted} from './sample-events.ts';

const signed = (body: string): Buffer =>
	Buffer.from(`${body},"sum":"${crc32(Buffer.from(body)).toString(16).padStart(8, '0')}"}`);

const line = (record: Uint8Array): Uint8Array => record.subarray(0, -1);

describe('the checksum', () => {
	it('is the CRC-32 that zip uses', () => {
		expect(crc32(Buffer.from('123456789'))).toBe(0xcbf43926);
		expect(crc32(Buffer.alloc(0))).toBe(0);
	});
});

describe('a record', () => {
	it('is one line in a fixed form', () => {
		const body = '{"v":1,"seq":7,"event":{"type":"answer-streamed","at":1,"stepId":"s1","text":"a\\nb"}';
		expect(Buffer.from(encodeRecord(7, answer('a\nb'))).toString()).toBe(`${signed(body)}\n`);
	});

	it('gives back any event unchanged', () => {
		fc.assert(
			fc.property(anyEvent, fc.integer({min: 1, max: 2 ** 40}), (event, seq) => {
				const record = encodeRecord(seq, event);
				expect(Buffer.from(record).indexOf('\n')).toBe(record.length - 1);
				expect(decodeRecord(line(record))).toEqual({type: 'event', seq, event});
			}),
		);
	});

	it('is damaged when it is cut anywhere', () => {
		const whole = line(encodeRecord(1, sessionStarted));
		for (let length = 0; length < whole.length; length += 1) {
			expect(decodeRecord(whole.subarray(0, length)), `cut at ${length}`).toMatchObject({type: 'damaged'});
		}
	});

	it('is damaged when any bit of it has flipped', () => {
		const whole = line(encodeRecord(1, sessionStarted));
		for (let bit = 0; bit < whole.length * 8; bit += 1) {
			const flipped = Buffer.from(whole);
			flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
			expect(decodeRecord(flipped), `bit ${bit}`).toMatchObject({type: 'damaged'});
		}
	});
});

describe('reading a line', () => {
	const event = '"event":{"type":"turn-finished","at":1,"turnId":"t"}';
	const rows: readonly (readonly [string, string | Buffer, object])[] = [
		['nothing', '', {type: 'damaged', reason: 'torn'}],
		['text', 'hello', {type: 'damaged', reason: 'torn'}],
		['zeros', Buffer.alloc(400), {type: 'damaged', reason: 'torn'}],
		['a bad sum', `{"v":1,"seq":1,${event},"sum":"00000000"}`, {type: 'damaged', reason: 'checksum'}],
		['broken JSON', signed('{"v":1,"seq":1,"event":{'), {type: 'damaged', reason: 'malformed'}],
		['no number', signed(`{"v":1,${event}`), {type: 'damaged', reason: 'malformed'}],
		['number zero', signed(`{"v":1,"seq":0,${event}`), {type: 'damaged', reason: 'malformed'}],
		['half a number', signed(`{"v":1,"seq":1.5,${event}`), {type: 'damaged', reason: 'malformed'}],
		['no version', signed(`{"seq":1,${event}`), {type: 'damaged', reason: 'malformed'}],
		['no event', signed('{"v":1,"seq":1,"event":null'), {type: 'damaged', reason: 'malformed'}],
		[
			'no time',
			signed('{"v":1,"seq":1,"event":{"type":"turn-finished"}'),
			{type: 'damaged', reason: 'malformed'},
		],
		[
			'nesting without end',
			signed(
				`{"v":1,"seq":1,"event":{"type":"turn-finished","at":1,"turnId":"t","x":${'['.repeat(9000)}${']'.repeat(9000)}}`,
			),
			{type: 'damaged', reason: 'malformed'},
		],
		['no type', signed('{"v":1,"seq":1,"event":{"at":1}'), {type: 'damaged', reason: 'malformed'}],
		[
			'a newer event',
			signed('{"v":1,"seq":9,"event":{"type":"fork-made","at":1}'),
			{type: 'unknown', seq: 9},
		],
		[
			'an inherited name',
			signed('{"v":1,"seq":9,"event":{"type":"constructor","at":1}'),
			{type: 'unknown', seq: 9},
		],
		['a newer version', signed('{"v":2,"seq":9,"items":[]'), {type: 'unknown', seq: 9}],
		['extra fields', signed(`{"v":1,"seq":3,"by":"x",${event}`), {type: 'event', seq: 3}],
	];
	for (const [name, bytes, outcome] of rows) {
		it(`understands ${name}`, () => {
			expect(decodeRecord(Buffer.from(bytes))).toMatchObject(outcome);
		});
	}

	it('never throws', () => {
		fc.assert(
			fc.property(fc.uint8Array({maxLength: 200}), bytes => {
				expect(decodeRecord(bytes).type).toBe('damaged');
			}),
		);
	});
});

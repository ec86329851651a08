import {Buffer} from 'node:buffer';
import {crc32} from '../../source/core/sessions/crc32.ts';
import {encodeRecord} from '../../source/core/sessions/record.ts';
import type {SessionEvent} from '../../source/domain/event.ts';
import {startOf, turnOf} from './shelf-of-sessions.ts';

/** A record with a right sum, whatever is in it. */
const signed = (body: string): Buffer => {
	const sum = crc32(Buffer.from(body)).toString(16).padStart(8, '0');
	return Buffer.from(`${body},"sum":"${sum}"}\n`);
};

const raw = (seq: number, event: string, version = 1): Buffer =>
	signed(`{"v":${version},"seq":${seq},"event":${event}`);

const records = (from: number, events: readonly SessionEvent[]): Buffer =>
	Buffer.concat(events.map((event, index) => encodeRecord(from + index, event)));

const nested = (levels: number): string => `${'{"a":['.repeat(levels)}1${']}'.repeat(levels)}`;

/** Bytes that are the same in every run, line breaks among them. */
const garbage = (length: number): Buffer => {
	let state = 1;
	return Buffer.from(
		Array.from({length}, () => {
			state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
			return state >> 16;
		}),
	);
};

const answer = (text: string): readonly SessionEvent[] => [
	{type: 'message-accepted', at: 2000, turnId: 'p', messageId: 'pm', text: 'poison'},
	{type: 'step-started', at: 2001, turnId: 'p', stepId: 'ps', model: 'demo/x'},
	{type: 'step-finished', at: 2002, stepId: 'ps', reason: 'stop', blocks: [{type: 'text', text}]},
	{type: 'turn-finished', at: 2003, turnId: 'p'},
];

const call = (callId: string, rest: readonly string[]): Buffer =>
	Buffer.concat([
		raw(20, '{"type":"message-accepted","at":20,"turnId":"c","messageId":"cm","text":"call"}'),
		raw(21, '{"type":"step-started","at":21,"turnId":"c","stepId":"cs","model":"demo/x"}'),
		raw(
			22,
			`{"type":"step-finished","at":22,"stepId":"cs","reason":"tool-calls","blocks":[{"type":"tool-call","callId":"${callId}","modelName":"x__y","arguments":{}}]}`,
		),
		raw(
			23,
			`{"type":"call-requested","at":23,"stepId":"cs","callId":"${callId}","server":"x","tool":"y","modelName":"x__y","arguments":{}}`,
		),
		raw(24, `{"type":"call-started","at":24,"callId":"${callId}"}`),
		...rest.map((event, index) => raw(25 + index, event)),
	]);

const succeeded = (result: string, callId = 'cc'): string =>
	`{"type":"call-succeeded","at":25,"callId":"${callId}","result":${result}}`;

type Poison = {
	readonly log: () => Buffer;
	/** What is said about it. */
	readonly said?: RegExp;
};

/** What stands between a good turn before it and a good turn behind it. */
const poisons: Readonly<Record<string, Poison>> = {
	'a torn line': {
		log: () => Buffer.from('{"v":1,"seq":8,"event":{"type":"mess\n'),
		said: /Skipped 1 damaged line of/,
	},
	'bytes without sense': {
		log: () => Buffer.concat([garbage(1_000_000), Buffer.from('\n')]),
		said: /Skipped [\d,]+ damaged lines of/,
	},
	'an answer of 50 MB in one line': {
		log: () => records(20, answer('word '.repeat(10_000_000))),
	},
	'a torn line of 100 MB': {
		log: () => Buffer.concat([Buffer.alloc(100_000_000, 'x'), Buffer.from('\n')]),
		said: /Skipped 1 damaged line of/,
	},
	'JSON nested without end': {
		log: () =>
			Buffer.concat([
				call('cc', [succeeded(`{"content":[],"structured":${nested(20_000)}}`)]),
				raw(
					40,
					`{"type":"step-finished","at":40,"stepId":"s","reason":"stop","blocks":[],"raw":${nested(9000)}}`,
				),
			]),
		said: /Skipped 2 damaged lines of/,
	},
	'a text that is JSON nested without end': {
		log: () =>
			call('cc', [
				succeeded(JSON.stringify({content: [{type: 'text', text: '['.repeat(90_000) + ']'.repeat(90_000)}]})),
			]),
	},
	'a result of 100,000 pieces': {
		log: () =>
			call('cc', [
				succeeded(
					JSON.stringify({
						content: Array.from({length: 100_000}, () => ({type: 'link', uri: 'a:b', name: 'n'})),
					}),
				),
			]),
	},
	'wrong types': {
		log: () =>
			Buffer.concat(
				[
					'{"type":"message-accepted","at":"now","turnId":7,"messageId":null,"text":[]}',
					'{"type":"step-finished","at":1,"stepId":"s","reason":"because","blocks":{}}',
					'{"type":"call-succeeded","at":1,"callId":"c","result":"yes"}',
					'"text"',
					'null',
					'[]',
					'7',
				].map((event, index) => raw(20 + index, event)),
			),
		said: /Skipped 7 damaged lines of/,
	},
	'records of a later version': {
		log: () =>
			Buffer.concat([
				raw(20, '{"type":"hologram-shown","at":1}'),
				raw(21, '{"type":"message-accepted","at":1}', 2),
				raw(22, '[]', 1e15),
			]),
		said: /Skipped 3 records .*newer/,
	},
	'the same records twice': {
		log: () =>
			Buffer.concat([
				records(1, [startOf('x'), ...turnOf('again', 'r', 'a')]),
				records(1, turnOf('again', 'r', 'a')),
			]),
	},
	'events in no order': {
		log: () => records(20, [...turnOf('backwards', 'r', 'a'), ...answer('b')].toReversed()),
	},
	'names of inherited members': {
		log: () =>
			Buffer.concat([
				call('__proto__', [succeeded('{"content":[{"type":"text","text":"p"}]}', '__proto__')]),
				call('constructor', [succeeded('{"content":[],"structured":{"__proto__":{"a":1}}}', 'constructor')]),
			]),
	},
	'impossible times and numbers': {
		log: () =>
			Buffer.concat([
				raw(20, '{"type":"message-accepted","at":1e308,"turnId":"t9","messageId":"m9","text":"late"}'),
				raw(21, '{"type":"turn-finished","at":-1e300,"turnId":"t9"}'),
				raw(
					22,
					'{"type":"usage-counted","at":-5,"usage":{"inputTokens":-1e300,"outputTokens":1e308,"cost":1e308}}',
				),
				raw(9e15, '{"type":"turn-interrupted","at":1e20,"turnId":"t9"}'),
			]),
	},
	'names of megabytes': {
		log: () => {
			const long = JSON.stringify('\u001b]0;name\u0007 '.repeat(200_000));
			return Buffer.concat([
				raw(20, `{"type":"session-renamed","at":20,"name":${long}}`),
				raw(21, `{"type":"model-changed","at":21,"model":${long}}`),
				raw(22, `{"type":"message-accepted","at":22,"turnId":"t9","messageId":"m9","text":${long}}`),
				raw(
					23,
					`{"type":"turn-failed","at":23,"turnId":"t9","failure":{"code":"x","message":${long},"hint":${long}}}`,
				),
			]);
		},
	},
	'300,000 small records': {
		log: () =>
			Buffer.concat(
				Array.from({length: 300_000}, (_, index) =>
					encodeRecord(100 + index, {type: 'answer-streamed', stepId: 's', text: '* ', at: 100}),
				),
			),
	},
};

/** Logs that no program of ours would write: what is wrong is between two good turns, or at the end. */
export const poisonousSessions: Readonly<Record<string, Poison>> = {
	...Object.fromEntries(
		Object.entries(poisons).map(([name, {log, ...rest}]) => [
			name,
			{
				...rest,
				log: () =>
					Buffer.concat([
						records(1, [startOf('x'), ...turnOf('a good question', 'found', 'A good answer.')]),
						log(),
						records(900_000, turnOf('a last question', 'found', 'A last answer.', 9000)),
					]),
			},
		]),
	),
	'a record that was cut at the end': {
		log: () => {
			const events = [startOf('x'), ...turnOf('a question', 'found', 'A last answer.'), ...answer('cut')];
			return records(1, events).subarray(0, -10);
		},
		said: /Skipped 1 damaged line of/,
	},
};

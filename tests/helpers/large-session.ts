import {closeSync, openSync, writeSync} from 'node:fs';
import {encodeRecord} from '../../source/core/sessions/record.ts';
import type {SessionFact} from '../../source/domain/event.ts';

const resultLength = 60_000;
const firstMoment = Date.UTC(2026, 0, 1);

/** One turn: a question, a call with a long result, an answer. */
const turnFacts = (turn: number): readonly SessionFact[] => {
	const [turnId, stepId, callId] = [`t${turn}`, `s${turn}`, `c${turn}`];
	return [
		{
			type: 'message-accepted',
			turnId,
			messageId: `m${turn}`,
			text: `Question ${turn}: what does the file say?`,
		},
		{type: 'step-started', turnId, stepId, model: 'demo/large'},
		{
			type: 'step-finished',
			stepId,
			reason: 'tool-calls',
			blocks: [{type: 'tool-call', callId, modelName: 'files__read', arguments: {path: `${turn}.txt`}}],
			usage: {inputTokens: 10, outputTokens: 1, cost: 0.5},
		},
		{
			type: 'call-requested',
			stepId,
			callId,
			server: 'files',
			tool: 'read',
			modelName: 'files__read',
			arguments: {path: `${turn}.txt`},
		},
		{type: 'call-started', callId},
		{
			type: 'call-succeeded',
			callId,
			result: {content: [{type: 'text', text: `${turn} `.repeat(resultLength / 4)}]},
		},
		{type: 'step-started', turnId, stepId: `${stepId}b`, model: 'demo/large'},
		{type: 'answer-streamed', stepId: `${stepId}b`, text: `Answer ${turn}.`},
		{
			type: 'step-finished',
			stepId: `${stepId}b`,
			reason: 'stop',
			blocks: [{type: 'text', text: `Answer ${turn}.`}],
		},
		{type: 'turn-finished', turnId},
	];
};

/** Writes the log of a session of at least so many bytes; gives how many turns it has. */
export const writeLargeSession = (file: string, sessionId: string, bytes: number): number => {
	const handle = openSync(file, 'wx', 0o600);
	let seq = 0;
	let written = 0;
	let turn = 0;
	const append = (facts: readonly SessionFact[]): void => {
		const records = facts.map(fact => {
			seq += 1;
			return encodeRecord(seq, {...fact, at: firstMoment + seq});
		});
		for (const record of records) {
			written += writeSync(handle, record);
		}
	};
	append([
		{type: 'session-started', sessionId, version: '0.1.0', model: 'demo/large', cwd: '/'},
		{type: 'session-renamed', name: 'A very long session'},
	]);
	while (written < bytes) {
		turn += 1;
		append(turnFacts(turn));
	}
	closeSync(handle);
	return turn;
};

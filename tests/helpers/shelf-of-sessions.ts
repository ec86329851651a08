import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {writeCheckFile} from '../../source/core/checks/write-check-file.ts';
import {encodeRecord} from '../../source/core/sessions/record.ts';
import {createSessionShelf, type ShelfDeps} from '../../source/core/sessions/session-shelf.ts';
import type {SessionEvent} from '../../source/domain/event.ts';
import type {SessionShelf} from '../../source/domain/session-shelf.ts';

/** A turn in which a tool was used, as a log holds it. */
export const turnOf = (
	question: string,
	result: string,
	answer: string,
	at = 1000,
): readonly SessionEvent[] => [
	{type: 'message-accepted', at, turnId: `t${at}`, messageId: `m${at}`, text: question},
	{type: 'step-started', at: at + 1, turnId: `t${at}`, stepId: `s${at}`, model: 'test/echo'},
	{
		type: 'call-requested',
		at: at + 2,
		stepId: `s${at}`,
		callId: `c${at}`,
		server: 'files',
		tool: 'read',
		modelName: 'files__read',
		arguments: {path: 'notes.txt'},
	},
	{type: 'call-started', at: at + 3, callId: `c${at}`},
	{type: 'call-succeeded', at: at + 503, callId: `c${at}`, result: {content: [{type: 'text', text: result}]}},
	{
		type: 'step-finished',
		at: at + 600,
		stepId: `s${at}`,
		reason: 'stop',
		blocks: [{type: 'text', text: answer}],
		usage: {inputTokens: 100, outputTokens: 20, cost: 0.5},
	},
	{type: 'turn-finished', at: at + 700, turnId: `t${at}`},
];

export const startOf = (sessionId: string, at = 900): SessionEvent => ({
	type: 'session-started',
	at,
	sessionId,
	version: '0.1.0',
	model: 'test/echo',
	cwd: '/site',
});

export const bytesOf = (events: readonly SessionEvent[]): Buffer =>
	Buffer.concat(events.map((event, index) => encodeRecord(index + 1, event)));

/** Sessions in a folder of their own, and the shelf they stand on. */
export const createShelf = (dataFolder: string, deps: Partial<ShelfDeps> = {}) => {
	const folder = join(dataFolder, 'sessions');
	mkdirSync(folder, {recursive: true});
	let count = 0;
	const shelf: SessionShelf = createSessionShelf({
		dataFolder,
		cwd: dataFolder,
		now: () => 5000,
		newSessionId: () => `copy-${++count}`,
		redact: text => text,
		writeChecks: writeCheckFile,
		...deps,
	});
	return {
		folder,
		shelf,
		put(sessionId: string, events: readonly SessionEvent[]): string {
			const file = join(folder, `${sessionId}.jsonl`);
			writeFileSync(file, bytesOf([startOf(sessionId), ...events]), {mode: 0o600});
			return file;
		},
	};
};

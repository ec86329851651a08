import type {SessionEvent} from '../../domain/event.ts';
import type {Failure} from '../../domain/failure.ts';
import type {DamageReason} from './record.ts';
import {type ScanPace, scanRecords} from './scan-records.ts';

type DamagedLine = {readonly line: number; readonly reason: DamageReason};

export type LoadReport = {
	readonly events: number;
	readonly damaged: number;
	readonly damage: Readonly<Partial<Record<DamageReason, number>>>;
	/** Where the first damaged lines are. */
	readonly firstDamaged: readonly DamagedLine[];
	/** Whole records that only a newer version understands. */
	readonly unknown: number;
	/** Records that the numbering says must have been there. */
	readonly missing: number;
	/** Records that came after one with the same or a higher number. They are passed on all the same. */
	readonly outOfOrder: number;
};

export type SessionLoad =
	| {readonly type: 'loaded'; readonly report: LoadReport}
	| {readonly type: 'missing'}
	/** The report covers what came before. */
	| {readonly type: 'unreadable'; readonly failure: Failure; readonly report: LoadReport}
	| {readonly type: 'aborted'};

/** `bytes` is about how many the event has in the file. */
type OnEvent = (event: SessionEvent, bytes: number) => void;

/** One that needs time for what it has heard. */
type SlowListener = Required<Pick<ScanPace, 'rest'>> & {readonly onEvent: OnEvent};

const positionsKept = 20;

/**
 * Passes on the events of a session in the order of the file. Damaged lines are skipped and counted, and
 * the file is never changed. Memory is bounded by the longest line allowed, not by the file.
 */
export const loadSession = async (
	file: string,
	listener: OnEvent | SlowListener,
	signal: AbortSignal,
): Promise<SessionLoad> => {
	const {onEvent, ...pace}: Partial<SlowListener> & Pick<SlowListener, 'onEvent'> =
		typeof listener === 'function' ? {onEvent: listener} : listener;
	const damage: Partial<Record<DamageReason, number>> = {};
	const firstDamaged: DamagedLine[] = [];
	let events = 0;
	let damaged = 0;
	let unknown = 0;
	let missing = 0;
	let outOfOrder = 0;
	let highest = 0;

	const follow = (seq: number): void => {
		if (seq <= highest) {
			outOfOrder += 1;
			return;
		}

		missing += seq - highest - 1;
		highest = seq;
	};

	const end = await scanRecords(
		file,
		(record, line, bytes) => {
			switch (record.type) {
				case 'event':
					follow(record.seq);
					events += 1;
					onEvent(record.event, bytes);
					break;
				case 'unknown':
					follow(record.seq);
					unknown += 1;
					break;
				case 'damaged':
					damaged += 1;
					damage[record.reason] = (damage[record.reason] ?? 0) + 1;
					if (firstDamaged.length < positionsKept) {
						firstDamaged.push({line, reason: record.reason});
					}

					break;
			}

			return true;
		},
		pace,
		signal,
	);

	const report: LoadReport = {events, damaged, damage, firstDamaged, unknown, missing, outOfOrder};
	switch (end.type) {
		case 'ended':
		case 'stopped':
			return {type: 'loaded', report};
		case 'unreadable':
			return {...end, report};
		case 'missing':
		case 'aborted':
			return end;
	}
};

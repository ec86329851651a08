import {expect} from 'vitest';
import {type LoadReport, loadSession} from '../../../source/core/sessions/load-session.ts';
import type {SessionEvent} from '../../../source/domain/event.ts';

export type LoadedLog = {readonly events: readonly SessionEvent[]; readonly report: LoadReport};

export const readLog = async (file: string): Promise<LoadedLog> => {
	const events: SessionEvent[] = [];
	const load = await loadSession(file, event => events.push(event), new AbortController().signal);
	if (load.type !== 'loaded') {
		return expect.fail(`the log is ${load.type}`);
	}

	return {events, report: load.report};
};

export const cleanReport = (events: number): LoadReport => ({
	events,
	damaged: 0,
	damage: {},
	firstDamaged: [],
	unknown: 0,
	missing: 0,
	outOfOrder: 0,
});

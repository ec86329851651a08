import type {ServerStatus} from '../../domain/server.ts';
import {countOf} from '../../support/count-of.ts';
import type {Tone} from '../pager/line.ts';

export type ServerWords = {readonly mark: string; readonly tone: Tone; readonly text: string};

/** How a server is, and how many tools it has as far as that is known. */
export const serverWords = (
	name: string,
	statuses: ReadonlyMap<string, ServerStatus>,
	/** Every server there is, also those that the command line left out. */
	configured: readonly string[],
): ServerWords => {
	const status = statuses.get(name);
	switch (status?.type) {
		case undefined:
			return configured.includes(name)
				? {mark: '○', tone: 'dim', text: 'left out of this run'}
				: {mark: '?', tone: 'warn', text: 'not in your configuration now'};
		case 'disabled':
			return {mark: '○', tone: 'dim', text: 'not in use now'};
		case 'idle':
			return {mark: '○', tone: 'dim', text: 'not started yet'};
		case 'connecting':
			return {mark: '…', tone: 'accent', text: 'connecting'};
		case 'ready':
			return {mark: '✔', tone: 'good', text: `ready, ${countOf(status.toolCount, 'tool')}`};
		case 'ready-but-list-failed':
			return {mark: '!', tone: 'warn', text: 'connected, but did not list its tools'};
		case 'needs-sign-in':
			return {mark: '!', tone: 'warn', text: 'needs you to sign in'};
		case 'reconnecting':
			return {mark: '…', tone: 'warn', text: 'trying to reach it again'};
		case 'failed':
			return {mark: '✘', tone: 'bad', text: 'failed'};
	}
};

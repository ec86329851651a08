import type {SessionChoice} from './app/open-session.ts';
import type {BenchParts} from './compose-bench.ts';
import type {SessionWish} from './compose-options.ts';
import type {WriteChecks} from './domain/check.ts';
import type {SessionShelf} from './domain/session-shelf.ts';
import {redactor} from './program-redactor.ts';

/**
 * Sorts by time, and two started in the same second still differ. It is no secret, so chance of any kind will do: to
 * load `node:crypto` for it would delay the first frame.
 */
const newSessionId = (): string => {
	const stamp = new Date().toISOString().replaceAll(/[-:]/g, '').replace('T', '-').slice(0, 15);
	const chance = Math.floor(Math.random() * 0x1_00_00_00);
	return `${stamp}-${chance.toString(16).padStart(6, '0')}`;
};

/** The same wish with the ids that it needs. */
export const toSessionChoice = (wish: SessionWish): SessionChoice => {
	switch (wish.type) {
		case 'none':
			return {type: 'none'};
		case 'new':
			return {type: 'new', sessionId: newSessionId()};
		case 'last':
		case 'resume': {
			const {isFork, ...choice} = wish;
			return isFork === true ? {...choice, forkAs: newSessionId()} : choice;
		}
	}
};

/** Files of tests are written by a part of the program that is loaded for that. */
export const writeChecks: WriteChecks = async (...given) => {
	const {writeCheckFile} = await import('./core/checks/write-check-file.ts');
	return writeCheckFile(...given);
};

/** Every session of this computer, and the one that this chat writes. It is loaded when it is first asked for something. */
export const composeSessions = ({
	app,
	surroundings,
	cwd,
}: Pick<BenchParts, 'app' | 'surroundings' | 'cwd'>): SessionShelf => {
	let opening: Promise<SessionShelf> | undefined;
	const shelf = (): Promise<SessionShelf> => {
		opening ??= import('./core/sessions/session-shelf.ts').then(({createSessionShelf}) =>
			createSessionShelf({
				dataFolder: surroundings.folders.data,
				cwd,
				now: Date.now,
				newSessionId,
				redact: redactor.redact,
				writeChecks,
				current: {
					sessionId: app.getState().sessionId,
					flush: app.flush,
					rename: name => app.report({type: 'session-renamed', name}),
				},
			}),
		);
		return opening;
	};
	return {
		list: async signal => (await shelf()).list(signal),
		find: async (named, least) => (await shelf()).find(named, least),
		search: async (query, listener, signal) => (await shelf()).search(query, listener, signal),
		preview: async (sessionId, signal) => (await shelf()).preview(sessionId, signal),
		rename: async (sessionId, name) => (await shelf()).rename(sessionId, name),
		fork: async (sessionId, point, signal) => (await shelf()).fork(sessionId, point, signal),
		remove: async sessionId => (await shelf()).remove(sessionId),
		export: async (request, signal) => (await shelf()).export(request, signal),
		whyNotOpen: async sessionId => (await shelf()).whyNotOpen(sessionId),
	};
};

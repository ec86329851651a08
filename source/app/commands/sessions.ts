import type {SessionShelf} from '../../domain/session-shelf.ts';
import {isBusy} from '../../state/is-busy.ts';
import {alignColumns} from '../../support/align-columns.ts';
import {sanitise, sanitiseLine} from '../../support/sanitise.ts';
import {failureText} from '../failure-text.ts';
import type {Command, CommandHost} from './command.ts';

const notKept = 'No session is kept here.';
const listedSessions = 10;

/** `now` after a command says that what runs may be stopped. */
const readArgument = (argument: string): {readonly id: string; readonly isNow: boolean} => {
	const words = argument.split(/\s+/).filter(word => word !== '');
	return {id: words.filter(word => word !== 'now').join(' '), isNow: words.includes('now')};
};

/** Whether to go on; if not, the user is told why. */
const mayLeave = ({getState, say}: CommandHost, command: string, isNow: boolean): boolean => {
	if (isNow || !isBusy(getState())) {
		return true;
	}
	say(`Something is still running here. Wait for it, or type /${command} now to stop it.`, 'warning');
	return false;
};

export const newSession: Command = {
	name: 'new',
	aliases: ['clear'],
	argument: '[now]',
	summary: 'leave this session and begin a new one; it stays among the sessions',
	run(argument, host) {
		const {id, isNow} = readArgument(argument);
		if (id !== '') {
			host.say('/new takes nothing after it but "now".', 'warning');
		} else if (mayLeave(host, 'new', isNow)) {
			host.moveTo({type: 'new'});
		}
	},
};

/** The whole id of the session that the user named; if there is none, they are told. */
const findNamed = async (
	named: string,
	{say}: CommandHost,
	shelf: SessionShelf,
): Promise<string | undefined> => {
	const found = await shelf.find(named);
	if (found.type === 'found') {
		return found.sessionId;
	}
	say(sanitise(failureText(found.failure)), 'warning');
	return undefined;
};

const open = async (named: string, host: CommandHost, shelf: SessionShelf, isNow: boolean): Promise<void> => {
	const sessionId = await findNamed(named, host, shelf);
	if (sessionId === undefined) {
		return;
	}
	const failure = await shelf.whyNotOpen(sessionId);
	if (failure !== undefined) {
		const canFork = failure.code === 'session-in-use' && sessionId !== host.getState().sessionId;
		const instead = canFork ? `\n/fork ${sessionId} goes on in a copy of it.` : '';
		host.say(`${sanitise(failureText(failure))}${instead}`, 'warning');
	} else if (mayLeave(host, `resume ${sessionId}`, isNow)) {
		host.moveTo({type: 'resume', sessionId});
	}
};

const tellSessions = async (host: CommandHost, shelf: SessionShelf, signal: AbortSignal): Promise<void> => {
	const list = await shelf.list(signal);
	if (list.type === 'unreadable') {
		host.say(failureText(list.failure), 'warning');
	} else if (list.type === 'listed') {
		const rows = list.sessions
			.slice(0, listedSessions)
			.map(
				({sessionId, title}) =>
					[sanitiseLine(sessionId), sanitiseLine(title ?? '(nothing was said)')] as const,
			);
		const more = list.sessions.length - rows.length;
		host.say(
			rows.length === 0
				? 'There is no session yet.'
				: [
						...alignColumns(rows),
						...(more > 0 ? [`and ${more} more: mcp-tui sessions list`] : []),
						'/resume and an id goes on with one of them.',
					].join('\n'),
		);
	}
};

export const resume: Command = {
	name: 'resume',
	aliases: ['sessions'],
	argument: '[id] [now]',
	summary: 'choose among all sessions, or go on with one of them',
	async run(argument, host, signal) {
		const shelf = host.sessions();
		const {id, isNow} = readArgument(argument);
		if (shelf === undefined) {
			host.say(notKept, 'warning');
		} else if (id === '') {
			await tellSessions(host, shelf, signal);
		} else {
			await open(id, host, shelf, isNow);
		}
	},
};

export const fork: Command = {
	name: 'fork',
	aliases: [],
	argument: '[id] [now]',
	summary: 'go on in a copy of this session, or of another one; the original stays as it is',
	async run(argument, host, signal) {
		const shelf = host.sessions();
		const {id, isNow} = readArgument(argument);
		const own = host.getState().sessionId;
		if (shelf === undefined || (id === '' && own === '')) {
			host.say(notKept, 'warning');
			return;
		}
		const from = id === '' ? own : await findNamed(id, host, shelf);
		if (from === undefined || !mayLeave(host, id === '' ? 'fork' : `fork ${id}`, isNow)) {
			return;
		}
		const end = await shelf.fork(from, undefined, signal);
		if (signal.aborted) {
			return;
		}
		if (end.type === 'failed') {
			host.say(sanitise(failureText(end.failure)), 'warning');
		} else {
			host.moveTo({type: 'resume', sessionId: end.sessionId});
		}
	},
};

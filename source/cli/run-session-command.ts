import type {CommandLine} from '../command-line/parse-command-line.ts';
import {writeChecks} from '../compose-sessions.ts';
import {ownFolders} from '../compose-settings.ts';
import {createSessionShelf} from '../core/sessions/session-shelf.ts';
import {exportFormats} from '../domain/session-shelf.ts';
import {createCommandOutput} from '../headless/command-output.ts';
import {
	deleteOneSession,
	exportOneSession,
	findInSessions,
	listAllSessions,
	showSession,
} from '../headless/session-commands.ts';
import {redactor} from '../program-redactor.ts';
import {askPerson} from './ask-person.ts';
import {first} from './line-values.ts';
import {redactedStreams} from './redacted-streams.ts';
import {watchForEnd} from './watch-for-end.ts';

/** Runs a command that looks after sessions: no server, no model, no keychain. */
export const runSessionCommand = async (line: CommandLine): Promise<number> => {
	const output = createCommandOutput(redactedStreams(), line.values.has('json'), process.stderr.columns);
	const stop = new AbortController();
	const ending = watchForEnd(() => stop.abort());
	const {signal} = stop;
	const shelf = createSessionShelf({
		dataFolder: ownFolders().data,
		cwd: process.cwd(),
		now: Date.now,
		newSessionId: () => '',
		redact: redactor.redact,
		writeChecks,
	});
	const run = {shelf, output};
	const [id = ''] = line.words;
	const isYes = line.values.has('yes');
	const command = async (): Promise<number> => {
		switch (line.command) {
			case 'sessions list':
				return listAllSessions(run, signal);
			case 'sessions show':
				return showSession(run, id, signal);
			case 'sessions search':
				return findInSessions(run, line.words.join(' '), signal);
			case 'sessions export': {
				const format = exportFormats.find(each => each === first(line, 'format')) ?? 'markdown';
				return exportOneSession(run, {id, format, path: first(line, 'output'), mayReplace: isYes}, signal);
			}
			case 'sessions delete':
				return deleteOneSession(run, {id, isYes, ask: question => askPerson(question, signal)}, signal);
			default:
				throw new Error(`Nothing runs the command ${line.command}.`);
		}
	};
	const code = await command();
	const lost = await ending.lostInTheEnd();
	return lost === undefined ? code : output.fail(lost);
};

import {exportPath} from '../../domain/export-path.ts';
import {type ExportFormat, exportFormats, type SessionShelf} from '../../domain/session-shelf.ts';
import {nearest} from '../../support/nearest.ts';
import {sanitise, sanitiseLine} from '../../support/sanitise.ts';
import {failureText} from '../failure-text.ts';
import type {Command, CommandHost} from './command.ts';

type Wish =
	| {readonly type: 'read'; readonly format: ExportFormat; readonly path?: string}
	| {readonly type: 'unknown'; readonly word: string};

/** The ends of names that tell what is to be written. */
const endings: readonly (readonly [RegExp, ExportFormat])[] = [
	[/\.(?:md|markdown)$/i, 'markdown'],
	[/\.json$/i, 'json'],
	[/\.html?$/i, 'html'],
	[/\.ya?ml$/i, 'test'],
];

/** `/export html`, `/export html notes.html`, or `/export notes.html` alone. */
const readWish = (argument: string): Wish => {
	const [, word = '', rest = ''] = /^(\S*)\s*(.*)$/s.exec(argument) ?? [];
	const format = exportFormats.find(each => each === word);
	if (format !== undefined || argument === '') {
		return {type: 'read', format: format ?? 'markdown', ...(rest === '' ? {} : {path: rest})};
	}
	const told = endings.find(([ending]) => ending.test(argument))?.[1];
	return told === undefined ? {type: 'unknown', word} : {type: 'read', format: told, path: argument};
};

const quote = (path: string): string =>
	/^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;

/** What to do with a file that was just written. */
const nextStep = (format: ExportFormat, path: string): string =>
	format === 'test' ? `\nRun its tests with: mcp-tui test ${quote(path)}` : '';

const write = async (
	{format, path}: Wish & {type: 'read'},
	{getState, say}: CommandHost,
	shelf: SessionShelf,
	signal: AbortSignal,
): Promise<void> => {
	const {sessionId} = getState();
	const list = path === undefined ? await shelf.list(signal) : undefined;
	const listed = list?.type === 'listed' ? list.sessions : [];
	const session = listed.find(each => each.sessionId === sessionId);
	const {modified = 0} = session ?? {};
	const usual = session ?? {sessionId, file: '', size: 0, modified, isEmpty: true};
	const end = await shelf.export(
		{sessionId, format, path: path ?? exportPath(usual, format), mayReplace: false},
		signal,
	);
	if (signal.aborted) {
		return;
	}
	switch (end.type) {
		case 'written':
			say(`Written: ${sanitiseLine(end.path)}${nextStep(format, sanitiseLine(end.path))}`);
			break;
		case 'exists':
			say(`${sanitiseLine(end.path)} exists already. Name another file: /export ${format} <file>`, 'warning');
			break;
		case 'failed':
			// A session has no file before its first message.
			if (end.failure.code === 'no-session' && ![...getState().items].some(({type}) => type === 'user')) {
				say('There is nothing to export yet. Send a message first.', 'warning');
				break;
			}
			say(sanitise(failureText(end.failure)), 'warning');
	}
};

export const exportSession: Command = {
	name: 'export',
	aliases: [],
	argument: '[format] [file]',
	summary: 'write this session into a file: markdown, json, html, or its tool calls as a test',
	choices: () => exportFormats,
	async run(argument, host, signal) {
		const shelf = host.sessions();
		const wish = readWish(argument);
		if (shelf === undefined || host.getState().sessionId === '') {
			host.say('No session is kept here.', 'warning');
		} else if (wish.type === 'unknown') {
			const near = nearest(wish.word, exportFormats);
			const guess = near === undefined ? '' : ` Did you mean ${near}?`;
			host.say(
				`/export writes ${exportFormats.join(', ')}, and a file after that; "${sanitiseLine(wish.word)}" is none of them.${guess}`,
				'warning',
			);
		} else {
			await write(wish, host, shelf, signal);
		}
	},
};

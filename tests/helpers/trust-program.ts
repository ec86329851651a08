import {mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect} from 'vitest';
import type {DemoStep} from '../../source/core/models/demo/demo-script.ts';
import {guardMilliseconds} from '../../source/ui/guard-time.ts';
import {writeDemoScript} from './demo-script-file.ts';
import {startTerminal, type Terminal, type TerminalOptions} from './terminal.ts';
import type {TestHome} from './test-home.ts';
import {waitUntil} from './wait-until.ts';

export const configFile = ({settings}: TestHome): string => join(settings, 'config.json');

/** Puts the user's own configuration in its place. */
export const writeConfig = (home: TestHome, config: object): void => {
	mkdirSync(home.settings, {recursive: true});
	writeFileSync(configFile(home), JSON.stringify(config, undefined, '\t'));
};

type SaidCall = {readonly tool: string; readonly arguments?: Readonly<Record<string, string>>};

/**
 * A model that does on a word what a table says: each list is one answer with calls. In the end it says `done: `
 * and what it was told by the last of them. Gives the name to use with --model.
 */
export const writeWords = (
	{folder}: TestHome,
	words: Readonly<Record<string, readonly (SaidCall | readonly SaidCall[])[]>>,
): string =>
	writeDemoScript(join(folder, 'model'), {
		pace: 0,
		turns: Object.entries(words).map(([word, answers]) => ({
			match: `^${word}$`,
			steps: [
				...answers.map(
					(calls): DemoStep => ({
						calls: [calls].flat().map(({tool, arguments: args = {}}) => ({tool, arguments: args})),
					}),
				),
				{say: 'done: {{result}}'},
			],
		})),
	});

/** The chat, ready to be written to. */
export const openChat = async (home: TestHome, options: TerminalOptions = {}): Promise<Terminal> => {
	const terminal = startTerminal({home: home.folder, cols: 110, rows: 40, ...options});
	await terminal.waitFor('? keys');
	return terminal;
};

/** Keys that come sooner than the guard allows after a question has appeared are taken for typing. */
const patience = 2 * guardMilliseconds;

/** Waits for a question as long as a person would before they answer it, and gives what is on the screen. */
export const seeQuestion = async (terminal: Terminal, question: string | RegExp): Promise<string> => {
	await terminal.waitFor(question);
	const seenAt = performance.now();
	await waitUntil(() => performance.now() - seenAt > patience);
	return terminal.screen().join('\n');
};

/** Answers a question with one key, and gives what was on the screen. */
export const answerWith = async (
	terminal: Terminal,
	question: string | RegExp,
	key: string,
): Promise<string> => {
	const seen = await seeQuestion(terminal, question);
	terminal.press(key);
	return seen;
};

/** Everything that was ever shown and has stayed, without its line breaks: a narrow window breaks sentences anywhere. */
export const shownIn = (terminal: Terminal): string =>
	terminal
		.scrollback()
		.map(line => line.trim())
		.join(' ')
		.replaceAll(/\s+/g, ' ');

/** Leaves the chat and waits until it is gone. */
export const leave = async (terminal: Terminal): Promise<void> => {
	await terminal.waitForStable();
	terminal.press('ctrl+d');
	expect(await terminal.exit).toEqual({code: 0, signal: undefined});
	await terminal.dispose();
};

/** The texts of all files below a folder, by their paths. */
export const textsBelow = (folder: string): ReadonlyMap<string, string> =>
	new Map(
		readdirSync(folder, {recursive: true, withFileTypes: true})
			.filter(entry => entry.isFile())
			.map(entry => {
				const path = join(entry.parentPath, entry.name);
				return [path, readFileSync(path, 'utf8')];
			}),
	);

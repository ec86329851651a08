import {expect} from 'vitest';
import {parseCommandLine} from '../../../source/command-line/parse-command-line.ts';
import {argumentsIn, type Command, commandsOf, isNeverRun} from '../../helpers/docs-snippets.ts';
import type {DocsWorld, Ran} from '../../helpers/docs-world.ts';

export type PageStory = {
	/** What ends otherwise than well, as it should. */
	readonly ends?: Readonly<Record<string, number>>;
	/** What is piped into a command. */
	readonly stdin?: Readonly<Record<string, string>>;
	/** What stands for something of this test: ports, folders. */
	readonly replaced?: Readonly<Record<string, string>>;
	/** Called before a command, for what a reader would have done by then. */
	readonly before?: Readonly<Record<string, () => Promise<void> | void>>;
};

/** Times and versions differ from run to run. */
const lasting = (text: string): string =>
	text
		.replaceAll(/\d+ ms/g, 'n ms')
		.replaceAll(/mcp-tui\/[\d.]+/g, 'mcp-tui/n')
		.trimEnd();

const replaceAll = (text: string, replaced: Readonly<Record<string, string>>): string =>
	Object.entries(replaced).reduce((changed, [from, to]) => changed.replaceAll(from, to), text);

/** The chat, where a line is nothing but a start of it. */
const chatArguments = (line: string): readonly string[] | undefined => {
	const [words, ...others] = argumentsIn(line);
	if (words === undefined || others.length > 0 || !line.startsWith('mcp-tui')) return undefined;
	const read = parseCommandLine(words);
	const isChat =
		read.type === 'parsed' && ['', 'demo'].includes(read.line.command) && !read.line.values.has('print');
	return isChat ? words : undefined;
};

const isServed = (line: string): boolean => /^mcp-tui serve .*--(?:http|rest)/.test(line);

const runCommand = async (world: DocsWorld, command: Command, story: PageStory): Promise<Ran | undefined> => {
	const line = replaceAll(command.text, story.replaced ?? {});
	if (isServed(line)) return void (await world.start(line, 'Ctrl+C'));
	const chat = chatArguments(line);
	if (chat !== undefined) return void (await world.openChat(chat));
	return world.run(line, story.stdin?.[command.text]);
};

/** Does what a page says, from top to bottom, on one machine. */
export const runPage = async (page: string, world: DocsWorld, story: PageStory = {}): Promise<void> => {
	const commands = commandsOf(page).filter(({text}) => !isNeverRun(text));
	for (const command of commands) {
		const {text} = command;
		await story.before?.[text]?.();
		const ran = await runCommand(world, command, story);
		if (ran === undefined) continue;
		const told = `${text}\n${ran.stdout}${ran.stderr}`;
		expect([told, ran.code]).toEqual([told, story.ends?.[text] ?? 0]);
		if (command.shown !== undefined) {
			expect(lasting(ran.stdout + ran.stderr)).toBe(lasting(replaceAll(command.shown, story.replaced ?? {})));
		}
	}
	// A word about a command that is gone is no longer true.
	const named = [story.ends, story.stdin, story.before].flatMap(part => Object.keys(part ?? {}));
	expect(named.filter(name => !commands.some(({text}) => text === name))).toEqual([]);
};

import {describe, expect, it} from 'vitest';
import type {CommandSpec} from '../../../source/command-line/command-spec.ts';
import {commands} from '../../../source/command-line/command-table.ts';
import {helpText} from '../../../source/command-line/help-text.ts';
import {manual} from '../../../source/command-line/manual/manual.ts';
import {parseCommandLine} from '../../../source/command-line/parse-command-line.ts';
import {splitCommandLine} from '../../../source/support/shell-words.ts';

const shown = commands.filter(({isHidden}) => isHidden !== true);
const names = shown.map(({name}) => name);

/** The programs of an example: what stands between pipes, and without where the output goes. */
const programsOf = (line: string): readonly (readonly string[])[] =>
	line
		.split('\n')
		.flatMap(each => each.split(/ \| (?=[a-z])/))
		.map(each => each.replace(/ >>? \S+$/, ''))
		.map(each => splitCommandLine(each) ?? []);

/** Every example, with its own calls of this program as they are parsed. */
const examples = shown.flatMap(({name}) =>
	(manual[name]?.examples ?? []).map(({line}) => ({
		name,
		line,
		calls: programsOf(line).flatMap(([program, ...words]) => (program === 'mcp-tui' ? [words] : [])),
	})),
);

/** An option that is named in running text. */
const named = /(?<![\w-])--[a-z][a-z-]+|(?<![\w-])-[a-zA-Z](?![\w-])/g;

const isOptionOf = (command: CommandSpec, option: string): boolean => {
	const parsed = parseCommandLine([...command.name.split(' ').filter(word => word !== ''), option]);
	return parsed.type === 'parsed' || !parsed.message.includes('There is no option');
};

describe('the help of a command', () => {
	it('there is a page for each, and none for what is no command', () => {
		expect(Object.keys(manual).toSorted()).toEqual(names.toSorted());
	});

	it.each(names)('of "%s" has an example that the program understands', name => {
		const own = examples.filter(example => example.name === name);
		expect(own.flatMap(({calls}) => calls).length).toBeGreaterThan(0);
		for (const words of own.flatMap(({calls}) => calls)) {
			expect(parseCommandLine(words)).toMatchObject({type: 'parsed'});
		}
	});

	it('shows the command itself in at least one example', () => {
		const isShown = ({name, isGroup}: CommandSpec): boolean =>
			isGroup === true ||
			examples.some(
				example =>
					example.name === name &&
					example.calls.some(words => {
						const parsed = parseCommandLine(words);
						return parsed.type === 'parsed' && parsed.line.command === name;
					}),
			);
		expect(shown.filter(command => !isShown(command)).map(({name}) => name)).toEqual([]);
	});

	it.each(shown)('of "$name" names no option in its text that it does not take', command => {
		const {about = [], exits = []} = manual[command.name] ?? {};
		const text = [...about, ...exits.map(([, meaning]) => meaning)]
			.join('\n')
			// What another command takes is named with that command.
			.replaceAll(/(?:mcp-tui|sessions export)(?: [a-z-]+)* --[a-z-]+/g, '');
		const foreign = [...text.matchAll(named)].map(([option]) => option);
		expect(foreign.filter(option => !isOptionOf(command, option))).toEqual([]);
	});

	it.each(names)('of "%s" fits into 80 columns, and ends with a line break', name => {
		const help = helpText(name);
		expect(help.endsWith('\n')).toBe(true);
		expect(help.split('\n').filter(line => line.length > 80)).toEqual([]);
		expect(help.split('\n').filter(line => /\s$/.test(line))).toEqual([]);
	});

	it.each(names)('of "%s" has its usage, options, examples and exit codes', name => {
		const help = helpText(name);
		for (const title of [
			'Usage',
			name === '' ? 'Options of the chat' : 'Options',
			'Examples',
			'Exit codes',
		]) {
			expect(help).toMatch(new RegExp(`^${title}$`, 'm'));
		}
	});

	it('says nothing of what only scripts call', () => {
		expect(names.map(name => helpText(name)).join('')).not.toContain('completion names');
	});
});

describe('a word of which there are a few', () => {
	it('is refused with the nearest when it is another', () => {
		expect(parseCommandLine(['completion', 'fihs'])).toEqual({
			type: 'refused',
			message:
				'<shell> cannot be "fihs"; did you mean fish? Choose bash, zsh, fish. Try mcp-tui completion --help.',
		});
	});
});

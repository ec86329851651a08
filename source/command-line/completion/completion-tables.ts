import type {CommandSpec, WordSpec} from '../command-spec.ts';
import {commands, commandsUnder} from '../command-table.ts';
import {type OptionSpec, options} from '../option-table.ts';

/** Something that a shell offers, and what it is. */
export type Offered = {readonly text: string; readonly summary: string};

/**
 * What can stand somewhere, in words that the scripts understand: `words act plan`, `names servers`, `file`, `folder`,
 * `any`.
 */
type Offer = string;

type OfferedOption = {
	/** `--mode`, and its short form where there is one. */
	readonly flags: readonly string[];
	readonly offer: Offer;
	/** Values follow until the next option, where no words do. */
	readonly isList: boolean;
};

/** Everything that a script of completion has to know, whatever its language. */
export type CompletionTables = {
	/** As they are typed first. */
	readonly first: readonly Offered[];
	/** What may follow a first word. */
	readonly second: readonly {readonly after: string; readonly offered: readonly Offered[]}[];
	readonly commands: readonly string[];
	/** The options of each command. The chat is the one without a name. */
	readonly options: readonly {readonly command: string; readonly offered: readonly Offered[]}[];
	/** Options that are followed by something. */
	readonly values: readonly OfferedOption[];
	/** Words of commands, counted from 0; a list stands for all that come after it. */
	readonly words: readonly {
		readonly command: string;
		readonly index: number;
		readonly isList: boolean;
		readonly offer: Offer;
	}[];
	/** Commands that take words, so that options do not swallow them. */
	readonly withWords: readonly string[];
};

const offerOf = ({choices, completes}: Pick<OptionSpec & WordSpec, 'choices' | 'completes'>): Offer => {
	if (choices !== undefined) {
		return `words ${choices.join(' ')}`;
	}
	if (completes === undefined) {
		return 'any';
	}
	return completes === 'file' || completes === 'folder' ? completes : `names ${completes}`;
};

const flagsOf = ({name, short}: OptionSpec): readonly string[] => [
	`--${name}`,
	...(short === undefined ? [] : [`-${short}`]),
];

const optionsOf = (command: CommandSpec): readonly Offered[] =>
	options
		.filter(({name, hasNoEffect}) => hasNoEffect !== true && command.options.some(option => option === name))
		.flatMap(option => flagsOf(option).map(text => ({text, summary: option.summary})));

const isFirst = ({name}: CommandSpec): boolean => name !== '' && !name.includes(' ');

/** Reads the tables of commands and options. */
export const completionTables = (): CompletionTables => {
	const shown = commands.filter(({isHidden}) => isHidden !== true);
	const first = shown.filter(isFirst);
	return {
		first: first.map(({name, summary}) => ({text: name, summary})),
		second: first.flatMap(({name}) => {
			const under = commandsUnder(name);
			const offered = under.map(each => ({text: each.name.slice(name.length + 1), summary: each.summary}));
			return offered.length === 0 ? [] : [{after: name, offered}];
		}),
		commands: shown.map(({name}) => name).filter(name => name !== ''),
		options: shown.map(command => ({command: command.name, offered: optionsOf(command)})),
		values: options.flatMap(option =>
			option.value === undefined || option.isInline === true
				? []
				: [{flags: flagsOf(option), offer: offerOf(option), isList: option.isList === true}],
		),
		words: shown.flatMap(({name, words}) =>
			words.flatMap((word, index) => {
				const offer = offerOf(word);
				return offer === 'any' ? [] : [{command: name, index, isList: word.isList === true, offer}];
			}),
		),
		withWords: shown.filter(({words}) => words.length > 0).map(({name}) => name),
	};
};

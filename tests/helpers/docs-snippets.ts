import {readdirSync, readFileSync} from 'node:fs';
import {join, resolve} from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/** The pages that a person reads: the README and everything in docs. */
export const docsPages: readonly string[] = [
	'README.md',
	...readdirSync(join(root, 'docs'))
		.filter(file => file.endsWith('.md'))
		.map(file => `docs/${file}`)
		.toSorted(),
];

export const readPage = (page: string): string => readFileSync(join(root, page), 'utf8');

export type Block = {
	readonly page: string;
	/** The line of its first fence, from 1 on. */
	readonly line: number;
	/** What stands behind its first fence. */
	readonly language: string;
	readonly text: string;
};

/** Every fenced block of a page. */
export const blocksOf = (page: string): readonly Block[] => {
	const content = readPage(page);
	return [...content.matchAll(/^( *)```(.*)\n([\s\S]*?)^\1```$/gm)].map(match => ({
		page,
		line: content.slice(0, match.index).split('\n').length,
		language: match[2] ?? '',
		text: match[3] ?? '',
	}));
};

export const placeOf = ({page, line}: Block): string => `${page}:${line}`;

export type Command = {
	readonly page: string;
	/** As it is written, without a comment behind it. */
	readonly text: string;
	/** What has to come out, where the page shows it. */
	readonly shown?: string;
};

/** What no test of the documentation runs, and why. The words are those of a page, up to `*`. */
const neverRun: Readonly<Record<string, string>> = {
	'npx mcp-tui': 'fetches the published package',
	'npm ci && npm start': 'installs the dependencies, as CI does before this test',
	'npm ci && npm run check': 'is what runs this test',
	'npm run bench*': 'measures, for minutes',
	'node bench/run.mjs*': 'measures, for minutes',
	'npm run nodes*': 'fetches other versions of Node',
	'npm run gallery*': 'takes every picture, for minutes',
	'npx @modelcontextprotocol/inspector *':
		'is no dependency, and needs a newer Node than the oldest that we support',
};

export const isNeverRun = (text: string): boolean =>
	Object.keys(neverRun).some(name =>
		name.endsWith('*') ? text.startsWith(name.slice(0, -1)) : name === text,
	);

/** A comment stands behind two blanks, or alone. */
const withoutComment = (line: string): string => line.replace(/(?:^|\s{2,})#.*$/, '').trimEnd();

/** The commands of `sh` blocks, and those of `console` blocks with what follows them. */
export const commandsOf = (page: string): readonly Command[] =>
	blocksOf(page).flatMap(({language, text}): readonly Command[] => {
		if (language === 'sh') {
			return text
				.split('\n')
				.map(withoutComment)
				.filter(line => line !== '')
				.map(line => ({page, text: line}));
		}
		if (language !== 'console') return [];
		return text
			.split(/^\$ /m)
			.slice(1)
			.map(part => {
				const [line = '', ...shown] = part.split('\n');
				return {page, text: line, shown: shown.join('\n').trimEnd()};
			});
	});

/** Words as a shell splits them, without what it would fill in. */
const wordsOf = (text: string): readonly string[] =>
	[...text.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) =>
		word.replaceAll(/"([^"]*)"|'([^']*)'/g, (_, double?: string, single?: string) => double ?? single ?? ''),
	);

/** `sessions list|show` are two commands. */
const alternativesOf = (words: readonly string[]): readonly (readonly string[])[] =>
	words.reduce<readonly (readonly string[])[]>(
		(lines, word) =>
			(/^[\w-]+(?:\|[\w-]+)+$/.test(word) ? word.split('|') : [word]).flatMap(each =>
				lines.map(line => [...line, each]),
			),
		[[]],
	);

/** The arguments of every `mcp-tui ...` in a text of commands: variables, pipes and other programs are passed over. */
export const argumentsIn = (text: string): readonly (readonly string[])[] =>
	text
		.split(/\s(?:&&|\||>)\s/)
		.map(wordsOf)
		.flatMap(words => {
			const at = words.indexOf('mcp-tui');
			const isOurs = at >= 0 && words.slice(0, at).every(word => /^(?:\w+=.*|npx|-y)$/.test(word));
			return isOurs ? alternativesOf(words.slice(at + 1)) : [];
		});

/** Every command in the middle of a sentence. */
export const inlineCommandsOf = (page: string): readonly string[] => {
	const prose = readPage(page).replaceAll(/^( *)```[\s\S]*?^\1```$/gm, '');
	return [...prose.matchAll(/`([^`]+)`/g)]
		.map(([, text = '']) => text.replaceAll(/\s+/g, ' '))
		.filter(text => /(?:^|\s)mcp-tui(?:\s|$)/.test(text) && /^(?:\w+=\S+ |npx (?:-y )?)*mcp-tui/.test(text));
};

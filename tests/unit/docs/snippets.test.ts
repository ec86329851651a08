import {existsSync, readFileSync} from 'node:fs';
import {basename, dirname, join, resolve} from 'node:path';
import {describe, expect, it} from 'vitest';
import {parse} from 'yaml';
import {parseCommandLine} from '../../../source/command-line/parse-command-line.ts';
import {readCheckFile} from '../../../source/core/checks/read-check-file.ts';
import {readAgentFile} from '../../../source/core/config/agent/read-agent.ts';
import {readConfig} from '../../../source/core/config/read-config.ts';
import {readDemoScript} from '../../../source/core/models/demo/read-demo-script.ts';
import {
	argumentsIn,
	type Block,
	blocksOf,
	commandsOf,
	docsPages,
	inlineCommandsOf,
	isNeverRun,
	placeOf,
	readPage,
} from '../../helpers/docs-snippets.ts';

const root = resolve(import.meta.dirname, '../../..');

/** Blocks that nothing can read but a person, and why they are right nevertheless. */
const forPeople: Readonly<Record<string, string>> = {
	'README.md': 'the help of the program, which readme.test.ts compares',
	'docs/architecture.md': 'the map and the ways through it',
	'docs/performance.md': 'what benchmarks print',
	'docs/screen.md': 'a talk line by line, as tests/e2e/lines.test.ts has it',
};

const environment = {HOME: '/home/ada', TRACKER_TOKEN: 'one', TOKEN: 'two', WORK_KEY: 'three'};
const secrets = () => 'a-secret-of-the-reader';

const readJson = ({text}: Block): readonly string[] =>
	readConfig('config.json', text, environment, {secrets, providerSecrets: secrets, cwd: '/home/ada'})
		.problems;

const readYaml = async ({text}: Block): Promise<readonly string[]> => {
	const keys = Object.keys(parse(text));
	if (keys.includes('turns')) {
		await readDemoScript(text);
		return [];
	}
	if (keys.includes('tests')) {
		const read = await readCheckFile('a.test.yaml', text);
		return read.type === 'read' ? [] : read.problems;
	}
	const agent = await readAgentFile('/home/ada/agent.yaml', {
		env: environment,
		readText: async () => text,
		cwd: '/home/ada',
	});
	return [...agent.warnings, ...(agent.type === 'read' ? [] : agent.problems)];
};

/** What is wrong with a block. `undefined` is for those that no reader claims. */
const complaintsAbout = async (block: Block): Promise<readonly string[] | undefined> => {
	switch (block.language) {
		case 'json':
		case 'jsonc':
			return readJson(block);
		case 'yaml':
			return readYaml(block);
		// tests/e2e/docs runs them.
		case 'sh':
		case 'console':
			return [];
		// tests/integration/toolbox/documented-tool.test.ts compiles and uses them.
		case 'ts':
			return block.page === 'docs/toolbox.md' ? [] : undefined;
		case 'text': {
			const isOfHelp = block.page === 'README.md';
			const hasCommands = !isOfHelp && /^(?:\$ |mcp-tui |npm |npx )/m.test(block.text);
			return forPeople[block.page] === undefined || hasCommands ? undefined : [];
		}
		default:
			return undefined;
	}
};

describe.each(docsPages)('%s', page => {
	it('has only blocks that something reads or runs, and nothing to complain about', async () => {
		const blocks = await Promise.all(
			blocksOf(page).map(async block => [placeOf(block), await complaintsAbout(block)] as const),
		);
		expect(blocks.filter(([, complaints]) => complaints === undefined).map(([place]) => place)).toEqual([]);
		expect(blocks.filter(([, complaints]) => complaints?.length !== 0)).toEqual([]);
	});

	it('has a test that runs its commands, if it has any', () => {
		const isRun = commandsOf(page).some(({text}) => !isNeverRun(text));
		const test = `tests/e2e/docs/${basename(page, '.md').toLowerCase()}.test.ts`;
		expect(isRun && !existsSync(join(root, test)) ? `${test} is missing` : '').toBe('');
	});

	it('names only commands and options that there are', () => {
		const lines = [...commandsOf(page).map(({text}) => text), ...inlineCommandsOf(page)];
		const refused = lines
			.flatMap(argumentsIn)
			// Names in angle brackets stand for what the reader puts there.
			.map(words => words.map(word => word.replaceAll(/[<>]/g, '')))
			.map(words => [words.join(' '), parseCommandLine(words)] as const)
			// A command that is only named needs no more words.
			.filter(([, read]) => read.type === 'refused' && !/ needs (?:<|a command)/.test(read.message));
		expect(refused).toEqual([]);
	});

	it('links only to pages and headings that exist', () => {
		const anchorsOf = (file: string): readonly string[] =>
			[...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
				title
					.toLowerCase()
					.replaceAll(/[^\p{L}\p{N} -]/gu, '')
					.replaceAll(' ', '-'),
			);
		const links = [...readPage(page).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)];
		const broken = links.filter(([, to = '', anchor]) => {
			const file = to === '' ? join(root, page) : resolve(root, dirname(page), to);
			return !existsSync(file) || (anchor !== undefined && !anchorsOf(file).includes(anchor));
		});
		expect(broken.map(([link]) => link)).toEqual([]);
	});

	it('names only files of tests that exist', () => {
		const named = [...readPage(page).matchAll(/`(tests\/[^`*{]+\.tsx?)`/g)].map(([, file = '']) => file);
		expect(named.filter(file => !existsSync(join(root, file)))).toEqual([]);
	});
});

import {execFileSync} from 'node:child_process';
import {chmodSync, existsSync, mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, afterEach, beforeAll, describe, expect, it} from 'vitest';
import type {SessionEvent} from '../../source/domain/event.ts';
import {canTest, whyNotInstalled} from '../helpers/debian-packages.ts';
import {findByEnvironment} from '../helpers/processes.ts';
import {bytesOf, startOf} from '../helpers/shelf-of-sessions.ts';
import {builtProgram, disposeTerminals, startTerminal} from '../helpers/terminal.ts';
import {createTestHome, type TestHome} from '../helpers/test-home.ts';

let home: TestHome;
let env: Readonly<Record<string, string>>;

const hostile = [
	'$(touch pwned)',
	'`touch pwned`',
	';touch pwned',
	'two words',
	'a\u001b[2Jb',
	'-rf',
	"it's",
];

beforeAll(() => {
	home = createTestHome();
	const folder = (name: string): string => {
		mkdirSync(join(home.folder, name), {recursive: true});
		return join(home.folder, name);
	};
	const bin = folder('bin');
	writeFileSync(join(bin, 'mcp-tui'), `#!/bin/sh\nexec '${process.execPath}' '${builtProgram}' "$@"\n`);
	chmodSync(join(bin, 'mcp-tui'), 0o755);
	env = {...home.env, PATH: `${bin}:${home.env.PATH}`};
	folder('.mcp-tui/sessions');
	writeFileSync(join(home.settings, 'sessions', '20261117-093012-4f2a9c.jsonl'), '');
	writeFileSync(
		join(home.settings, 'sessions', '20251117-093012-4f2a9c.jsonl'),
		bytesOf([
			{...startOf('20251117-093012-4f2a9c'), model: 'work/large'} as SessionEvent,
			{
				type: 'message-accepted',
				at: 901,
				turnId: 't',
				messageId: 'm',
				text: 'Mend the $(touch pwned) \u001b[2Jgate',
			},
		]),
	);
	folder('.mcp-tui/pins');
	writeFileSync(
		join(home.settings, 'pins', 'a.json'),
		JSON.stringify({server: 'echo', tools: {'': {}, say: {}, 'say-again': {}, '$(touch pwned)': {}}}),
	);
	writeFileSync(join(home.settings, 'pins', 'b.json'), JSON.stringify({server: 'earth', tools: {turn: {}}}));
	writeFileSync(join(home.settings, 'pins', 'c.json'), '{');
	// Whoever asks for names must start none of these.
	const entry = {command: 'sh', args: ['-c', 'touch pwned']};
	const reference = `\${command:touch pwned}`;
	const names = ['echo', 'earth', ...hostile];
	writeFileSync(
		join(home.settings, 'config.json'),
		JSON.stringify({
			mcpServers: Object.fromEntries(names.map(name => [name, entry])),
			assistants: {reviewer: {instructions: 'Review.'}},
			providers: {work: {baseUrl: 'http://127.0.0.1:1', apiKey: reference}},
		}),
	);
	writeFileSync(join(home.folder, '.mcp.json'), JSON.stringify({mcpServers: {ours: entry}}));
	writeFileSync(join(home.folder, 'agent one.yaml'), '');
	folder('attic');
});

afterEach(disposeTerminals);

afterAll(() => home.remove());

const run = (file: string, args: readonly string[]): string =>
	execFileSync(file, args, {cwd: home.folder, env, encoding: 'utf8'});

const saveScript = (shell: string, name: string): string => {
	const file = join(home.folder, name);
	writeFileSync(file, run('mcp-tui', ['completion', shell]));
	return file;
};

/** The line up to the cursor, and everything that is offered there. */
const expected: readonly (readonly [readonly string[], readonly string[]])[] = [
	[['mc'], ['mcp']],
	[
		['mcp', 'a'],
		['add', 'add-json'],
	],
	[
		['mcp', 'get', 'e'],
		['earth', 'echo'],
	],
	[
		['mcp', 'get', ''],
		['earth', 'echo', 'ours'],
	],
	[['mcp', 'get', 'echo', ''], []],
	[['--mod'], ['--mode', '--model']],
	[
		['--mode', ''],
		['act', 'plan'],
	],
	[['--output-format', 'j'], ['json']],
	[['--mode', 'plan', '--appr'], ['--approval']],
	[
		['mcp', 'add', '--tr'],
		['--transport', '--trust-project'],
	],
	[['mcp', 'list', '--mode'], []],
	[['--agent', 'ag'], ['agent one.yaml']],
	[['serve', '--root', 'at'], ['attic']],
	[['--server', 'echo', 'ea'], ['earth']],
	[['call', '--mcp-config', 'x.json', 'ea'], ['earth']],
	[['-r', '2026'], ['20261117-093012-4f2a9c']],
	[
		['sessions', 'delete', ''],
		['20251117-093012-4f2a9c', '20261117-093012-4f2a9c'],
	],
	[['--assistant', ''], ['reviewer']],
	[
		['-m', 'wo'],
		['work', 'work/large'],
	],
	[
		['call', 'echo', ''],
		['say', 'say-again'],
	],
	[['call', '--json', 'earth', ''], ['turn']],
	[
		['policy', 'test', 'toolbox', 'read'],
		['read-file', 'read-result'],
	],
	[['call', 'ours', ''], []],
	[['mcp', 'import', 'cursor', 'vs'], ['vscode']],
	[
		['completion', ''],
		['bash', 'fish', 'zsh'],
	],
	[['nothing', ''], []],
];

const asOffered = (text: string): readonly string[] =>
	text
		.split('\n')
		.filter(line => line !== '')
		.map(line => line.replace(/\t.*/, '').replace(/\/$/, '').replaceAll('\\ ', ' '))
		.toSorted();

describe('the names that a shell may ask for', () => {
	it('come from files only, and none is more than a plain word', () => {
		expect(run('mcp-tui', ['completion', 'names', 'servers'])).toBe('echo\nearth\nours\n');
		expect(run('mcp-tui', ['completion', 'names', 'sessions'])).toBe(
			'20261117-093012-4f2a9c\n20251117-093012-4f2a9c\tMend the $(touch pwned) gate\n',
		);
		expect(run('mcp-tui', ['completion', 'names', 'secrets'])).toBe('');
		expect(existsSync(join(home.folder, 'pwned'))).toBe(false);
		expect(findByEnvironment('HOME', home.folder)).toEqual([]);
	});
});

describe('bash', () => {
	it('offers commands, options, values, files and names', () => {
		const script = saveScript('bash', 'mcp-tui.bash');
		const quote = (word: string): string => `'${word}'`;
		const driver = [
			`source '${script}'`,
			'complete -p mcp-tui >/dev/null || exit 1',
			'offer() { COMP_WORDS=(mcp-tui "$@"); COMP_CWORD=$#; COMPREPLY=(); _mcp_tui;',
			// biome-ignore lint/suspicious/noTemplateCurlyInString: the shell's own.
			'for each in "${COMPREPLY[@]}"; do printf "%s\\n" "$each"; done; printf "\\f"; }',
			...expected.map(([words]) => `offer ${words.map(quote).join(' ')}`),
			// As bash parts it, and as it does where = was taken out of COMP_WORDBREAKS.
			'offer --mode = p',
			'offer --mode=p',
			// As bash asks when it only lists: then titles are beside the ids.
			'COMP_TYPE=63; offer sessions delete ""',
		];
		const answers = run('bash', ['--noprofile', '--norc', '-c', driver.join('\n')]).split('\f');
		expect(answers.slice(0, expected.length).map(asOffered)).toEqual(expected.map(([, offered]) => offered));
		expect(answers.slice(expected.length).flatMap(asOffered)).toEqual([
			'plan',
			'--mode=plan',
			'20251117-093012-4f2a9c  Mend the $(touch pwned) gate',
			'20261117-093012-4f2a9c',
		]);
		expect(existsSync(join(home.folder, 'pwned'))).toBe(false);
	});
});

/** There is a prompt with nothing typed. */
const isReady = (screen: readonly string[]): boolean => screen.some(line => line.trim() === 'ready>');

const hasZsh = canTest('zsh', whyNotInstalled({programs: ['zsh'], packages: ['zsh']}));

describe.runIf(hasZsh)('zsh', () => {
	it('offers commands, options, values, files and names', async () => {
		mkdirSync(join(home.folder, '.zfunc'));
		saveScript('zsh', '.zfunc/_mcp-tui');
		run('zsh', ['-n', join(home.folder, '.zfunc/_mcp-tui')]);
		const terminal = startTerminal({
			command: ['zsh', '-f', '-i'],
			home: home.folder,
			env: {...env, ZDOTDIR: home.folder},
			cols: 100,
		});
		const setup =
			"PS1='ready> '; unsetopt list_ambiguous; fpath=(~/.zfunc $fpath); autoload -Uz compinit; compinit -u -D";
		await terminal.waitFor(/[#%] $/m);
		await terminal.submit(setup);
		const complete = async (typed: string, wanted: string | RegExp): Promise<void> => {
			await terminal.waitFor(isReady);
			terminal.type(`${typed}\t`);
			await terminal.waitFor(wanted);
			// Not ctrl+c: while something is still being completed it would end that, and not the line.
			terminal.press('ctrl+u');
		};
		// What is told of an option, and that only the next word is filled in where there is but one.
		await complete('mcp-tui mcp remo', 'mcp-tui mcp remove');
		await complete('mcp-tui mcp a', /add-json +-- add servers from JSON/);
		await complete('mcp-tui mcp get ec', 'mcp get echo');
		await complete('mcp-tui call echo ', /say +say-again/);
		await complete('mcp-tui sessions delete 2', /20251117-093012-4f2a9c {2}Mend the \$\(touch pwned\) gate/);
		await complete('mcp-tui --mod', /--mode +-- act: all tools/);
		await complete('mcp-tui --output-format s', '--output-format stream-json');
		await complete('mcp-tui --mode=p', '--mode=plan');
		await complete('mcp-tui --agent ag', String.raw`--agent agent\ one.yaml`);
		await complete('mcp-tui serve --root at', '--root attic/');
		await complete('mcp-tui completion ', /bash +fish +zsh/);
		await terminal.waitFor(isReady);
		expect(existsSync(join(home.folder, 'pwned'))).toBe(false);
	});
});

const hasFish = canTest('fish', whyNotInstalled({programs: ['fish'], packages: ['fish']}));

describe.runIf(hasFish)('fish', () => {
	it('offers commands, options, values, files and names', () => {
		const script = saveScript('fish', 'mcp-tui.fish');
		const quote = (word: string): string => `'${word}'`;
		const line = (words: readonly string[]): string => ['mcp-tui', ...words].join(' ');
		const driver = [
			`source '${script}'`,
			...[...expected.map(([words]) => words), ['--mode=p']].map(
				words => `complete -C ${quote(line(words))}; printf '\\f'`,
			),
		];
		const answers = run('fish', ['--no-config', '-c', driver.join('\n')]).split('\f');
		// Where nothing begins as was typed, fish offers what is like it.
		const beginning = (answer: string, index: number): readonly string[] =>
			asOffered(answer).filter(each => each.startsWith(expected[index]?.[0].at(-1) ?? ''));
		expect(answers.slice(0, expected.length).map(beginning)).toEqual(expected.map(([, offered]) => offered));
		expect(asOffered(answers[expected.length] ?? '')).toEqual(['--mode=plan']);
		expect(existsSync(join(home.folder, 'pwned'))).toBe(false);
	});
});

import {mkdtemp, readFile, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {serverCommands} from '../../../source/cli/server-command-table.ts';
import {parseCommandLine} from '../../../source/command-line/parse-command-line.ts';
import {createChangeConfig} from '../../../source/core/config/change-config.ts';
import type {JsonValue} from '../../../source/domain/json.ts';
import {splitCommandLine} from '../../../source/support/shell-words.ts';
import {createFakeRun, createRecorder, signal} from '../headless/servers/fake-run.ts';
import {pastedLines} from './pasted-lines.ts';

let folder = '';

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'mcp-tui-pasted-'));
});

afterEach(() => rm(folder, {recursive: true, force: true}));

const writtenTo = async (file: string): Promise<Record<string, JsonValue>> => {
	const text = await readFile(join(folder, file), 'utf8').catch(() => '{}');
	return JSON.parse(text).mcpServers ?? {};
};

/** Runs a line as this program would, with its name in place of the other program's. */
const paste = async (line: string) => {
	const [, ...argv] = splitCommandLine(line) ?? [];
	const parsed = parseCommandLine(argv);
	if (parsed.type === 'refused') {
		return {code: 42, said: parsed.message, entries: []};
	}
	const recorder = createRecorder();
	const run = createFakeRun({changeConfig: createChangeConfig({folder, cwd: folder, env: {}})});
	const command = serverCommands[parsed.line.command];
	// Only what these commands use of a run is there.
	const given = {line: parsed.line, run, output: recorder.output} as unknown as Parameters<
		NonNullable<typeof command>
	>[0];
	const code = await command?.(given, signal);
	const entries = {...(await writtenTo('config.json')), ...(await writtenTo('.mcp.json'))};
	return {code, said: recorder.err(), entries: Object.values(entries)};
};

describe('a line of the documentation of another program', () => {
	it('there are enough of them', () => {
		expect(pastedLines.length).toBeGreaterThanOrEqual(60);
	});

	it.each(pastedLines)('%s becomes an entry that says the same', async (line, entry) => {
		const {code, said, entries} = await paste(line);
		expect({code, said: code === 0 ? '' : said, entries}).toEqual({code: 0, said: '', entries: [entry]});
	});
});

describe('a line that cannot work as it is pasted', () => {
	it.each([
		[
			'x mcp add web example.com/mcp -H "Authorization: Bearer canary"',
			'"example.com/mcp" is neither a URL nor a command that is there.',
			"mcp-tui mcp add web https://example.com/mcp -H 'Authorization: Bearer $" + "{WEB_TOKEN}'",
		],
		[
			'x mcp add --transport http web example.com',
			'"example.com" is neither a URL nor a command that is there.',
			'mcp-tui mcp add web https://example.com',
		],
		[
			'x mcp add local localhost:8080/mcp',
			'"localhost:8080/mcp" is neither a URL nor a command that is there.',
			'mcp-tui mcp add local http://localhost:8080/mcp',
		],
		[
			'x mcp add local -s project -t sse 127.0.0.1:8080/sse',
			'"127.0.0.1:8080/sse" is neither a URL nor a command that is there.',
			'mcp-tui mcp add -s project -t sse local http://127.0.0.1:8080/sse',
		],
		[
			'x mcp add files -e LOG=debug -- @modelcontextprotocol/server-filesystem@latest .',
			'"@modelcontextprotocol/server-filesystem@latest" is not a command but a package.',
			'mcp-tui mcp add files -e LOG=debug -- npx -y @modelcontextprotocol/server-filesystem@latest .',
		],
		[
			'x mcp add db -e A=1 -- B=2 C=3 no-such-program run',
			'"B=..." is not a command but a variable.',
			'mcp-tui mcp add db -e A=1 -e B=2 -e C=3 -- no-such-program run',
		],
		[
			'x mcp add db B=2',
			'"B=..." is not a command but a variable.',
			"mcp-tui mcp add db -e B=2 -- '<command>'",
		],
		[
			`x mcp add both "no-such-program | tee log"`,
			'The command is one text that only a shell can run',
			"mcp-tui mcp add both -- sh -c 'no-such-program | tee log'",
		],
		[
			'x mcp add web https://a.example/mcp extra',
			'A URL takes no arguments, but 1 was given.',
			"mcp-tui mcp add web -- '<command>' https://a.example/mcp extra",
		],
	])('%s is refused with the line to paste', async (line, reason, instead) => {
		const {code, said, entries} = await paste(line);
		expect([code, entries]).toEqual([42, []]);
		expect(said).toContain(reason);
		expect(said).toContain(`\n  ${instead}\n`);
		expect(said).not.toContain('canary');
	});

	it.each([
		['x mcp add https://mcp.example.com/mcp', 'Say mcp-tui mcp add example https://mcp.example.com/mcp.'],
		[
			'x mcp add x --bearer-token-env-var=TOKEN --client-id=me npx',
			'--bearer-token-env-var and --client-id are for',
		],
		['x mcp add x https://a.example/mcp --banana', 'There is no option --banana for mcp add.'],
		['x mcp add x https://a.example/mcp --timeout soon', 'timeout: '],
		['x mcp add x -e TOKEN -- npx srv', "-e 'TOKEN=$" + "{TOKEN}'"],
		['x mcp add x http://far.example/mcp', 'plain http to another machine'],
	])('%s is refused with %s', async (line, sentence) => {
		const {code, said, entries} = await paste(line);
		expect([code, entries]).toEqual([42, []]);
		expect(said).toContain(sentence);
	});

	it.each([
		['x mcp add x no-such-program -y', 'the command "no-such-program" is not on your PATH'],
		['x mcp add x /no/such/file', 'there is no file /no/such/file'],
		['x mcp add x /etc/passwd', '/etc/passwd may not be executed'],
		['x mcp add x https://a.example/mcp --trust', '--trust has no effect'],
		['x mcp add x -- node /path/to/index.js', 'args.0 still is a placeholder: /path/to/index.js'],
	])('%s is added with a warning', async (line, sentence) => {
		const {code, said, entries} = await paste(line);
		expect([code, entries.length]).toEqual([0, 1]);
		expect(said).toContain(sentence);
	});

	it('a command that is there is added without a warning', async () => {
		const {said} = await paste('x mcp add x node server.mjs');
		expect(said).toBe('See whether it works: mcp-tui mcp test x\n');
	});
});

describe('an option of mcp add', () => {
	it.each([
		[
			'x mcp add db npx -y srv --url postgres://db --timeout 5',
			['-y', 'srv', '--url', 'postgres://db', '--timeout', '5'],
		],
		['x mcp add db npx -y srv -s user --type pg', ['-y', 'srv', '--type', 'pg']],
		['x mcp add db --timeout 5 npx -- -y srv --timeout 9', ['-y', 'srv', '--timeout', '9']],
		['x mcp add --args "a b" --name db --command npx', ['a', 'b']],
	])('%s leaves the server what is the server’s', async (line, args) => {
		const {code, entries} = await paste(line);
		expect(code).toBe(0);
		expect(entries).toMatchObject([{command: 'npx', args}]);
	});

	it.each([
		'--transport http --header "X-Team: a" --timeout 9 web https://a.example/mcp',
		'web --transport http --header "X-Team: a" --timeout 9 https://a.example/mcp',
		'web https://a.example/mcp --transport http --header "X-Team: a" --timeout 9',
		'web https://a.example/mcp --timeout=9 -H "X-Team: a" -t http',
	])('may stand before or after the words: %s', async options => {
		const {entries} = await paste(`x mcp add ${options}`);
		expect(entries).toEqual([
			{type: 'http', url: 'https://a.example/mcp', headers: {'X-Team': 'a'}, timeout: 9},
		]);
	});
});

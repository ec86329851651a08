import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {serverFile} from '../../helpers/mcp-servers.ts';
import {createEnds, createStoryHome, openStory, type Story} from '../../helpers/story.ts';
import {publishedServer} from '../../integration/mcp/published/published-server.ts';

const {whenOver, end} = createEnds();
const home = createStoryHome(whenOver);
const inHome = (...names: readonly string[]): string => join(home.folder, ...names);
const read = (...names: readonly string[]): string => readFileSync(inHome(...names), 'utf8');

/** Stands in for npx where there is no network: notes its arguments and runs the installed package. */
const writeNpx = (): void => {
	const cases = ['filesystem', 'memory'].map(name => {
		const packageName = `@modelcontextprotocol/server-${name}`;
		const [program] = publishedServer(name, packageName).args;
		return `${packageName}) program='${program}';;`;
	});
	mkdirSync(inHome('bin'));
	writeFileSync(
		inHome('bin', 'npx'),
		[
			'#!/bin/sh',
			`echo "$*" >> '${inHome('npx.log')}'`,
			`case "$2" in ${cases.join(' ')} esac`,
			'shift 2',
			`exec '${process.execPath}' "$program" "$@"`,
		].join('\n'),
		{mode: 0o755},
	);
};

const secret = 'k-swordfish-1';
const words = 'Käse, 東京 🦜';

let story: Story;

beforeAll(async () => {
	writeNpx();
	for (const folder of ['books', 'utf-8', 'utf-16le']) mkdirSync(inHome(folder));
	writeFileSync(inHome('books', 'ledger.txt'), 'three apples, two pears\n');
	writeFileSync(inHome('.env'), 'REGION=north\nAPI_KEY=of-the-file\n');
	story = await openStory(home, whenOver, {
		env: {PATH: `${inHome('bin')}:${process.env.PATH}`, MY_API_KEY: secret},
		tools: `
  - type: mcp
    server: @modelcontextprotocol/server-filesystem
    args: [${inHome('books')}]
  - name: memory
    type: mcp
    command: npx
    args: ["-y", "@modelcontextprotocol/server-memory"]
    env: {MEMORY_FILE_PATH: ${inHome('memory.jsonl')}}
  - name: recorder
    type: mcp
    command: ${process.execPath}
    args: [${serverFile('recorder')}, ${inHome('utf-8')}]
    env: {API_KEY: "\${MY_API_KEY}"}
    envFile: ".env"
    config: {allowed_directories: ["/workspace/data"]}
    encoding: "utf-8"
  - name: wide recorder
    type: mcp
    command: ${process.execPath}
    args: [${serverFile('recorder')}, ${inHome('utf-16le')}, utf16le]
    encoding: utf-16le
`,
		needs: ['server-filesystem__read_text_file', 'memory__read_graph', 'recorder__say', 'wide-recorder__say'],
		words: {
			ledger: ['server-filesystem__read_text_file', {path: inHome('books', 'ledger.txt')}],
			remember: [
				'memory__create_entities',
				{entities: [{name: 'Ada', entityType: 'person', observations: ['likes pears']}]},
			],
			graph: ['memory__read_graph'],
			keys: ['recorder__keys', {names: ['API_KEY', 'REGION', 'MY_API_KEY']}],
			speak: ['recorder__say', {text: words}],
			wide: ['wide-recorder__say', {text: words}],
		},
	});
});
afterAll(end);

describe('operations US1: standard servers', () => {
	it('a package alone is run by npx, and its tool answers (US1.1)', async () => {
		const {shown, result} = await story.tell('ledger');
		expect(shown).toMatch(/✔ server-filesystem read_text_file .*three apples, two pears/);
		expect(result).toContain('three apples, two pears');
		expect(read('npx.log').split('\n')).toContain(
			`-y @modelcontextprotocol/server-filesystem ${inHome('books')}`,
		);
	});

	it('a command is started with its arguments (US1.2)', async () => {
		const {shown} = await story.tell('remember');
		expect(shown).toMatch(/✔ memory create_entities/);
		expect(read('npx.log').split('\n')).toContain('-y @modelcontextprotocol/server-memory');
		expect(read('memory.jsonl')).toContain('likes pears');
	});

	it('a structured response is read as the protocol has it (US1.3)', async () => {
		await story.tell('remember');
		const {shown, result} = await story.tell('graph');
		const graph =
			'{"entities":[{"name":"Ada","entityType":"person","observations":["likes pears"]}],"relations":[]}';
		expect(shown).toMatch(/✔ memory read_graph/);
		expect(shown).toContain(graph);
		const [block] = JSON.parse(result);
		expect(JSON.parse(block.text)).toEqual(JSON.parse(graph));
	});
});

describe('operations US2: configuration of servers', () => {
	it('variables are filled in and passed on, and never shown (US2.1)', async () => {
		const {shown, result} = await story.tell('keys');
		expect(shown).toContain(`API_KEY has ${secret.length} letters`);
		expect(JSON.parse(read('utf-8', 'started.json')).env).toMatchObject({API_KEY: secret});
		// What it was not given it does not get.
		expect(shown).toContain('MY_API_KEY has 0 letters');
		expect(`${result} ${story.terminal.raw()}`).not.toContain(secret);
	});

	it('the config object reaches the server with the handshake (US2.2)', () => {
		const config = {allowed_directories: ['/workspace/data']};
		expect(JSON.parse(read('utf-8', 'handshake.json'))).toMatchObject({
			_meta: {'mcp-tui/config': config},
			capabilities: {experimental: {'mcp-tui/config': config}},
		});
	});

	it('variables of a file are passed on, unless the entry has its own (US2.3)', async () => {
		const {shown} = await story.tell('keys');
		expect(shown).toContain('REGION has 5 letters');
		expect(JSON.parse(read('utf-8', 'started.json')).env).toMatchObject({REGION: 'north', API_KEY: secret});
	});

	it('both streams are in the encoding of the entry (US2.4)', async () => {
		expect((await story.tell('speak')).shown).toContain(`heard: ${words}`);
		expect((await story.tell('wide')).shown).toContain(`heard: ${words}`);
		for (const encoding of ['utf-8', 'utf-16le'] as const)
			expect(readFileSync(inHome(encoding, 'input')).includes(Buffer.from(words, encoding))).toBe(true);
	});
});

import {readFileSync} from 'node:fs';
import {describe, expect, it} from 'vitest';
import {oldestNode} from '../../../../source/cli/program-facts.ts';
import type {DiagnosisStep} from '../../../../source/domain/server-ports.ts';
import {diagnoseProgram} from '../../../../source/headless/doctor/diagnose-program.ts';
import type {ProgramFacts} from '../../../../source/headless/doctor/program-facts.ts';
import {createFakeRun, createRecorder, signal, stdioServer} from '../servers/fake-run.ts';

const gibibyte = 1024 ** 3;

const facts: ProgramFacts = {
	version: '1.2.3',
	file: '/usr/lib/mcp-tui/dist/mcp-tui.cjs',
	nodeVersion: '22.1.0',
	nodeFile: '/usr/bin/node',
	oldestNode: '20.18.1',
	system: 'linux x64',
	isTerminal: true,
	terminal: 'xterm-256color',
	columns: 80,
	rows: 24,
	colours: '256 colours',
	images: 'blocks',
	isColourRefused: false,
	language: 'C.UTF-8',
	editor: {type: 'found', command: 'vi'},
	folders: [
		{what: 'settings', path: '/c', state: {type: 'writable', mode: '700', free: 5 * gibibyte}},
		{what: 'data', path: '/d', state: {type: 'absent'}},
		{what: 'cache', path: '/e', state: {type: 'writable', mode: '700'}},
	],
	sessions: {type: 'listed', count: 3, bytes: 2 * 1024 * 1024, damaged: []},
	hasKeyring: true,
	keychainTrouble: undefined,
	secretPlace: 'the keychain',
	keys: [{title: 'Anthropic', source: 'ANTHROPIC_API_KEY'}],
	withoutKey: ['OpenAI'],
	configFiles: [{path: '/c/config.json', exists: true}],
};

type Refused = Parameters<typeof createFakeRun>[0];

const look = async (
	more: Partial<ProgramFacts>,
	other: Refused = {},
	problems: readonly string[] = [],
	isJson = false,
) => {
	const {output, out} = createRecorder(isJson);
	const run = {...createFakeRun({configs: () => [stdioServer('good')], ...other}), problems};
	return {code: await diagnoseProgram(run, {...facts, ...more}, output, signal), text: out()};
};

/** Without the spaces that align it, and the line breaks that make it fit. */
const flat = (text: string): string => text.replaceAll(/\s+/g, ' ');

describe('the doctor of the whole program', () => {
	it('has nothing to complain of on a good machine', async () => {
		const {code, text} = await look({});
		expect(code).toBe(0);
		expect(text).not.toMatch(/[!✘]/);
		expect(flat(text)).toContain('✔ mcp-tui 1.2.3, /usr/lib/mcp-tui/dist/mcp-tui.cjs');
		expect(flat(text)).toContain('✔ terminal xterm-256color, 80 columns, 24 rows');
		expect(flat(text)).toContain('✔ settings /c, 700, 5.0 GiB free');
		expect(flat(text)).toContain('✔ data /d, made when it is needed');
		expect(flat(text)).toContain('✔ sessions 3 sessions, 2.0 MiB');
		expect(flat(text)).toContain('✔ secrets kept in the keychain');
		expect(flat(text)).toContain('✔ keys Anthropic (ANTHROPIC_API_KEY); none for OpenAI');
		expect(text.endsWith('Nothing is wrong.\n')).toBe(true);
	});

	it.each<[Partial<ProgramFacts>, string]>([
		[{nodeVersion: '20.9.0'}, 'It is older than 20.18.1'],
		[{isTerminal: false}, 'mcp-tui -p'],
		[{terminal: 'dumb'}, 'TERM is dumb'],
		[{columns: 30}, '30 columns'],
		[{language: 'C'}, 'is not UTF-8'],
		[{isColourRefused: true}, 'NO_COLOR'],
		[{keychainTrouble: {problem: 'it is locked', hint: 'Unlock it.'}}, 'it is locked; secrets are forgotten'],
		[
			{folders: [{what: 'cache', path: '/e', state: {type: 'unusable', why: 'EROFS'}}]},
			'/e cannot be written (EROFS): each start takes longer',
		],
		[
			{folders: [{what: 'data', path: "/it's", state: {type: 'writable', mode: '755'}}]},
			`chmod 700 '/it'\\''s'`,
		],
		[
			{folders: [{what: 'data', path: '/d', state: {type: 'writable', mode: '700', free: 12 * 1024 * 1024}}]},
			'/d, only 12 MiB are free',
		],
		[
			{sessions: {type: 'listed', count: 9, bytes: 1, damaged: ['a', 'b', 'c', 'd']}},
			'4 damaged: a, b, c and 1 more',
		],
	])('warns about %o, and nothing is wrong', async (more, sentence) => {
		const {code, text} = await look(more);
		expect(code).toBe(0);
		expect(flat(text)).toContain(sentence);
		expect(text).toMatch(/^ {2}! /m);
		expect(text).toContain('Nothing is wrong. 1 line with ! is worth a look.');
	});

	it.each<[Partial<ProgramFacts>, string]>([
		[{hasKeyring: false}, '- native part @napi-rs/keyring is not installed'],
		[{editor: {type: 'none', why: 'Set EDITOR.'}}, '- editor ctrl+g has nothing to open Set EDITOR.'],
		[{configFiles: [{path: '/c.json', exists: false}]}, '- configuration there is no /c.json yet'],
		[{keys: []}, '- keys no key of a provider is set'],
	])('names what is missing and may be: %o', async (more, sentence) => {
		const {code, text} = await look(more);
		expect(code).toBe(0);
		expect(flat(text)).toContain(sentence);
		expect(text).not.toMatch(/[!✘]/);
	});

	it.each<[Partial<ProgramFacts>, string]>([
		[
			{folders: [{what: 'data', path: '/d', state: {type: 'unusable', why: 'EACCES'}}]},
			'✘ data /d cannot be written (EACCES): sessions cannot be saved Make it writable for you',
		],
		[
			{sessions: {type: 'unreadable', why: 'no permission for /d'}},
			'✘ sessions no permission for /d Make the folder readable',
		],
	])('fails on %o, with what to do', async (more, sentence) => {
		const {code, text} = await look(more);
		expect(code).toBe(1);
		expect(flat(text)).toContain(sentence);
		expect(text).toContain('1 line with ✘ says what is wrong.');
	});

	it('names each mistake of a file in a line of its own', async () => {
		const {code, text} = await look({}, {}, ['/c.json:1:2  x: no', '/c.json:9:1  y: no']);
		expect(code).toBe(1);
		expect(text).toMatch(
			/✘ configuration +\/c\.json:1:2 {2}x: no\n +✘ configuration +\/c\.json:9:1 {2}y: no\n +Correct/,
		);
	});

	it('shows one folder once where everything is in it', async () => {
		const {text} = await look({
			folders: [
				{what: 'settings', path: '/m', state: {type: 'writable', mode: '700'}},
				{what: 'data', path: '/m', state: {type: 'writable', mode: '700'}},
			],
		});
		expect(text.match(/\/m, 700/g)).toHaveLength(1);
	});

	it('names the encrypted file, and says how to set a first key', async () => {
		const {code, text} = await look({secretPlace: 'the encrypted file /d/secrets.enc', keys: []});
		expect(code).toBe(0);
		expect(flat(text)).toContain('✔ secrets kept in the encrypted file /d/secrets.enc');
		expect(flat(text)).toContain('mcp-tui keys set anthropic');
	});

	it('does not send a key to a place that cannot keep it', async () => {
		const keychainTrouble = {problem: 'it is locked', hint: 'Unlock it.'};
		expect((await look({keys: [], keychainTrouble})).text).not.toContain('keys set');
	});

	it('aligns everything, within the window', async () => {
		const long = 'word '.repeat(60).trim();
		const {text} = await look({keychainTrouble: {problem: long, hint: long}, columns: 72});
		const lines = text.split('\n');
		expect(lines.filter(line => line.length > 72)).toEqual([]);
		const columns = lines
			.filter(line => /^ {2}[✔!-] [^ ]/.test(line))
			.map(line => (/^( {2}. [\w-]+(?: part)? +)/.exec(line)?.[1] ?? '').length);
		expect(new Set(columns.slice(0, 10)).size).toBe(1);
	});

	it('reads what others wrote without obeying it', async () => {
		const {text} = await look({}, {}, ['/c.json:1:2  \u001b]0;mine\u0007x\u001b[2J']);
		expect(text).not.toContain('\u001b');
	});

	it('gives scripts every step and every server', async () => {
		const {code, text} = await look({hasKeyring: false}, {}, ['/c.json:1:2  x: no'], true);
		expect(code).toBe(1);
		const parsed: {ok: boolean; version: string; steps: DiagnosisStep[]; servers: {server: string}[]} =
			JSON.parse(text);
		expect(parsed).toMatchObject({ok: false, version: '1.2.3', servers: [{server: 'good', ok: true}]});
		expect(parsed.steps).toContainEqual(
			expect.objectContaining({name: 'configuration', outcome: 'failed', detail: '/c.json:1:2  x: no'}),
		);
	});

	it('asks for the Node that the package asks for', () => {
		const {engines} = JSON.parse(
			readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'),
		) as {engines: {node: string}};
		expect(engines.node).toBe(`>=${oldestNode}`);
	});
});

describe('the servers, for the doctor of the whole program', () => {
	const servers = (given: Refused) => look({}, given);

	it('each is one line when it works, and what fails is told with its fix', async () => {
		const {code, text} = await servers({
			configs: () => [stdioServer('good'), stdioServer('bad'), stdioServer('off', {disabled: true})],
			async *diagnose({name}) {
				yield {name: 'command', outcome: 'ok', detail: '/bin/node'};
				if (name === 'bad') {
					yield {name: 'handshake', outcome: 'failed', detail: 'no answer', hint: 'Raise "timeout".'};
					yield {name: 'lists', outcome: 'skipped', detail: ''};
				} else {
					yield {name: 'output', outcome: 'warning', detail: '2 lines', hint: 'Use stderr.'};
					yield {name: 'lists', outcome: 'ok', detail: '3 tools'};
					yield {name: 'close', outcome: 'ok', detail: '4 ms'};
				}
			},
		});
		expect(code).toBe(1);
		expect(text).toContain(
			[
				'servers',
				'  ✔ good  3 tools',
				'  ! good  output: 2 lines',
				'          Use stderr.',
				'  ✘ bad   handshake: no answer',
				'          Raise "timeout".',
				'  - off   disabled',
				'',
			].join('\n'),
		);
	});

	it('does not count one as broken that only waits for trust', async () => {
		const {code, text} = await servers({
			refused: [{name: 'web', problems: ['/p/.mcp.json  not trusted yet'], isUntrusted: true}],
		});
		expect(code).toBe(0);
		expect(flat(text)).toContain('- web trust: /p/.mcp.json not trusted yet');
		expect(flat(text)).toContain('Start mcp-tui here to look at it, or add --trust-project.');
		expect(text).not.toContain('Correct');
	});

	it('fails on an entry that is wrong', async () => {
		const problems = ['/c.json:1:2  x: no'];
		const {code, text} = await look({}, {refused: [{name: 'x', problems}]}, problems);
		expect(code).toBe(1);
		expect(flat(text)).toContain('✘ x configuration: /c.json:1:2 x: no');
		expect(text.match(/x: no/g)).toHaveLength(1);
	});
});

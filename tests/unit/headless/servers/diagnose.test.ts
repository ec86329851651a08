import {describe, expect, it} from 'vitest';
import type {DiagnosisStep} from '../../../../source/domain/server-ports.ts';
import {diagnoseProgram, type ProgramFacts} from '../../../../source/headless/servers/diagnose-program.ts';
import {diagnoseServers} from '../../../../source/headless/servers/diagnose-servers.ts';
import {createFakeRun, createRecorder, signal, stdioServer} from './fake-run.ts';

const steps: readonly DiagnosisStep[] = [
	{name: 'command', outcome: 'ok', detail: '/bin/node'},
	{name: 'output', outcome: 'warning', detail: '2 lines', hint: 'Use stderr.'},
	{name: 'handshake', outcome: 'failed', detail: 'no answer', hint: 'Raise "timeout".'},
	{name: 'lists', outcome: 'skipped', detail: ''},
	{name: 'close', outcome: 'skipped', detail: ''},
];

const run = (refused: Parameters<typeof createFakeRun>[0] = {}) =>
	createFakeRun({
		configs: () => [stdioServer('good'), stdioServer('bad'), stdioServer('off', {disabled: true})],
		async *diagnose({name}) {
			if (name === 'bad') yield* steps;
			else yield {name: 'command', outcome: 'ok', detail: '/bin/node'};
		},
		...refused,
	});

describe('mcp doctor', () => {
	it('tells each step with its outcome and the fix, and ends with 1', async () => {
		const {output, out} = createRecorder();
		expect(await diagnoseServers({run: run(), output, name: 'bad'}, signal)).toBe(1);
		expect(out()).toBe(
			[
				'bad  stdio  node echo.mjs',
				'  ✔ command: /bin/node',
				'  ! output: 2 lines',
				'      Use stderr.',
				'  ✘ handshake: no answer',
				'      Raise "timeout".',
				'  - not tried: lists, close',
				'',
			].join('\n'),
		);
	});

	it('looks at every server that is enabled, and at entries that cannot be used', async () => {
		const refused = [{name: 'wrong', problems: ['a.json:1:1  no']}];
		const {output, json} = createRecorder(true);
		expect(await diagnoseServers({run: run({refused}), output, name: undefined}, signal)).toBe(1);
		expect(json()).toMatchObject([
			{server: 'good', ok: true},
			{server: 'bad', ok: false, steps},
			{server: 'wrong', ok: false, steps: [{outcome: 'failed', detail: 'a.json:1:1  no'}]},
		]);
	});

	it('ends with 0 when all is well, and with 42 for a server that nobody knows', async () => {
		const {output} = createRecorder();
		expect(await diagnoseServers({run: run(), output, name: 'good'}, signal)).toBe(0);
		expect(await diagnoseServers({run: run(), output, name: 'goood'}, signal)).toBe(42);
	});
});

const facts: ProgramFacts = {
	version: '1.2.3',
	nodeVersion: '20.0.0',
	isTerminal: true,
	terminal: 'xterm-256color',
	columns: 100,
	colour: true,
	language: 'C.UTF-8',
	keychainTrouble: undefined,
	secretPlace: 'the keychain',
	keys: [{title: 'Anthropic', source: 'ANTHROPIC_API_KEY'}],
	configFiles: [{path: '/c.json', exists: true}],
};

describe('the doctor of the whole program', () => {
	const look = async (more: Partial<ProgramFacts>, refused: Parameters<typeof createFakeRun>[0] = {}) => {
		const {output, out} = createRecorder();
		const fine = createFakeRun({configs: () => [stdioServer('good')], ...refused});
		return {code: await diagnoseProgram(fine, {...facts, ...more}, output, signal), text: out()};
	};

	it('has nothing to complain of on a good machine', async () => {
		const {code, text} = await look({});
		expect(code).toBe(0);
		expect(text).not.toMatch(/[!✘]/);
		expect(text).toContain('✔ configuration: 1 server in /c.json');
		expect(text).toContain('✔ secrets: kept in the keychain');
		expect(text).toContain('✔ keys: Anthropic (ANTHROPIC_API_KEY)');
	});

	it.each<[Partial<ProgramFacts>, string]>([
		[{isTerminal: false}, 'mcp-tui -p'],
		[{terminal: 'dumb'}, 'TERM is dumb'],
		[{columns: 20}, '20 columns'],
		[{language: 'C'}, 'is not UTF-8'],
		[{colour: false}, 'NO_COLOR'],
		[{keychainTrouble: {problem: 'it is locked', hint: 'Unlock it.'}}, 'it is locked; secrets are forgotten'],
		[{configFiles: [{path: '/c.json', exists: false}]}, 'there is no /c.json'],
	])('warns about %o', async (more, sentence) => {
		const {code, text} = await look(more);
		expect(code).toBe(0);
		expect(text).toContain(sentence);
	});

	it('names the encrypted file, and says how to set a first key', async () => {
		const {code, text} = await look({secretPlace: 'the encrypted file /d/secrets.enc', keys: []});
		expect(code).toBe(0);
		expect(text).toContain('✔ secrets: kept in the encrypted file /d/secrets.enc');
		expect(text).toContain('- keys: no key of a provider is set');
		expect(text).toContain('mcp-tui keys set anthropic');
	});

	it('does not send a key to a place that cannot keep it', async () => {
		const keychainTrouble = {problem: 'it is locked', hint: 'Unlock it.'};
		expect((await look({keys: [], keychainTrouble})).text).not.toContain('keys set');
	});

	it('does not count a server as broken that only waits for trust', async () => {
		const {code, text} = await look(
			{},
			{refused: [{name: 'web', problems: ['/p/.mcp.json  not trusted yet'], isUntrusted: true}]},
		);
		expect(code).toBe(0);
		expect(text).toContain('- trust: /p/.mcp.json  not trusted yet');
		expect(text).toContain('Start mcp-tui here to look at it, or add --trust-project.');
		expect(text).not.toContain('Correct');
	});

	it('fails on a configuration that is wrong', async () => {
		const {code, text} = await look({}, {refused: [{name: 'x', problems: ['/c.json:1:2  x: no']}]});
		expect(code).toBe(1);
		expect(text).toContain('/c.json:1:2  x: no');
	});
});

import {describe, expect, it} from 'vitest';
import type {Assistant} from '../../../../source/domain/assistant.ts';
import {listAssistants} from '../../../../source/headless/assistants/list-assistants.ts';
import {showAssistant} from '../../../../source/headless/assistants/show-assistant.ts';
import {createRecorder} from '../servers/fake-run.ts';

const writer: Assistant = {
	name: 'writer',
	description: 'Writes letters',
	instructions: 'You write.\nWell.',
	model: 'anthropic/claude-x',
	servers: ['files', 'mail'],
	excludeTools: ['mail__send'],
	toolApproval: 'trusted-only',
	trustedTools: ['files__read'],
	source: '/home/ada/config.json',
};

const plain: Assistant = {name: 'plain', excludeTools: [], trustedTools: []};

const refused = [
	{name: 'bad', file: '/home/ada/config.json', problems: ['/home/ada/config.json:3:5  assistants.bad: no']},
];

const show = (name: string, isJson = false) => {
	const recorder = createRecorder(isJson);
	const code = showAssistant({
		assistants: [writer, plain],
		refused,
		name,
		complete: async assistant => ({type: 'assistant', assistant}),
		output: recorder.output,
	});
	return {...recorder, code};
};

const list = async (more: Partial<Parameters<typeof listAssistants>[0]> = {}, isJson = false) => {
	const recorder = createRecorder(isJson);
	const code = await listAssistants({
		assistants: [writer, plain],
		refused,
		warnings: [],
		complete: async assistant => ({type: 'assistant', assistant}),
		output: recorder.output,
		...more,
	});
	return {...recorder, code};
};

describe('assistants list', () => {
	it('shows what each uses, and why one cannot be used', async () => {
		const {code, out} = await list();
		expect(code).toBe(0);
		expect(out()).toBe(
			[
				'writer  Writes letters  (anthropic/claude-x; files, mail; trusted-only)',
				'plain   (all servers)',
				'bad     (cannot be used)',
				'    /home/ada/config.json:3:5  assistants.bad: no',
				'',
			].join('\n'),
		);
	});

	it('warns about servers that do not exist and about misspelt keys, below the assistant', async () => {
		const line = 'config.json:5:23  assistants.writer.servers[0]: there is no server "file"';
		const slip = 'config.json:6:3  assistants.writer.modle: unknown key; did you mean model?';
		const warnings = [
			{line, assistant: 'writer'},
			{line: 'config.json:9:1  about something else'},
			{line: slip, assistant: 'writer'},
		];
		const {out} = await list({warnings, refused: []});
		expect(out().split('\n').slice(1, 4)).toEqual([`    ${line}`, `    ${slip}`, 'plain   (all servers)']);
		const {json} = await list({warnings, refused: []}, true);
		expect(json()).toMatchObject([{name: 'writer', warnings: [line, slip]}, {name: 'plain'}]);
	});

	it('shows one whose instructions cannot be read as one that cannot be used', async () => {
		const failure = {
			code: 'bad-assistant',
			message: 'There is no file /x.md.',
			hint: 'It is named in /c.json.',
		};
		const complete = async (assistant: Assistant) =>
			assistant.name === 'writer'
				? ({type: 'refused', failure} as const)
				: ({type: 'assistant', assistant} as const);
		const {out} = await list({complete, refused: []});
		expect(out()).toBe(
			[
				'plain   (all servers)',
				'writer  (cannot be used)',
				'    There is no file /x.md.',
				'    It is named in /c.json.',
				'',
			].join('\n'),
		);
		const {json} = await list({complete, refused: []}, true);
		expect(json()).toMatchObject([{name: 'plain'}, {name: 'writer', status: 'invalid'}]);
	});

	it('says how to add one where there is none', async () => {
		const {code, out, err} = await list({assistants: [], refused: []});
		expect(code).toBe(0);
		expect(out()).toBe('');
		expect(err()).toContain('"assistants": {"writer":');
	});

	it('prints them for scripts', async () => {
		const {out} = await list({assistants: [plain]}, true);
		expect(JSON.parse(out())).toEqual([
			{name: 'plain', excludeTools: [], trustedTools: []},
			{
				name: 'bad',
				source: '/home/ada/config.json',
				status: 'invalid',
				problems: ['/home/ada/config.json:3:5  assistants.bad: no'],
			},
		]);
	});
});

describe('assistants show', () => {
	it('shows everything about one', async () => {
		const {code, out} = show('writer');
		expect(await code).toBe(0);
		expect(out()).toBe(
			[
				'writer',
				'  description    Writes letters',
				'  model          anthropic/claude-x',
				'  servers        files, mail',
				'  without        mail__send',
				'  approval       trusted-only',
				'  trusted tools  files__read',
				'  source         /home/ada/config.json',
				'',
				'Its instructions:',
				'You write.',
				'Well.',
				'',
			].join('\n'),
		);
	});

	it('prints it for scripts, with its instructions', async () => {
		const {code, out} = show('writer', true);
		expect(await code).toBe(0);
		expect(JSON.parse(out())).toMatchObject({name: 'writer', instructions: 'You write.\nWell.'});
	});

	it('suggests the nearest name', async () => {
		const {code, err} = show('writr');
		expect(await code).toBe(42);
		expect(err()).toBe('There is no assistant "writr"; did you mean writer?\nmcp-tui assistants list\n');
	});

	it('says what it names that is not there', async () => {
		const line = 'config.json:5:23  assistants.plain.servers[0]: there is no server "nosuch"';
		for (const isJson of [false, true]) {
			const recorder = createRecorder(isJson);
			await showAssistant({
				assistants: [plain],
				refused,
				name: 'plain',
				complete: async assistant => ({type: 'assistant', assistant}),
				warnings: [
					{line, assistant: 'plain'},
					{line: 'about another', assistant: 'writer'},
				],
				output: recorder.output,
			});
			expect(recorder.out()).toContain(isJson ? JSON.stringify(line) : `warning: ${line}`);
			expect(recorder.out()).not.toContain('about another');
		}
	});

	it('says what is wrong with one that cannot be used', async () => {
		const {code, err} = show('bad');
		expect(await code).toBe(42);
		expect(err()).toBe(
			'The assistant "bad" cannot be used:\n/home/ada/config.json:3:5  assistants.bad: no\nCorrect it there; nothing else is affected.\n',
		);
	});

	it('says why its instructions cannot be read', async () => {
		const {output, err} = createRecorder();
		const code = await showAssistant({
			assistants: [plain],
			refused: [],
			name: 'plain',
			complete: async () => ({type: 'refused', failure: {code: 'bad-assistant', message: 'No file.'}}),
			output,
		});
		expect(code).toBe(42);
		expect(err()).toBe('No file.\n');
	});
});

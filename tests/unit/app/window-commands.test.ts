import {describe, expect, it} from 'vitest';
import type {AppDeps} from '../../../source/app/app-deps.ts';
import type {ServerStatus} from '../../../source/domain/server.ts';
import {createAppHarness} from '../../helpers/app-harness.ts';
import {createFakeOffers, textResource} from '../../helpers/fake-offers.ts';
import {createFakeServers, readyStatus} from '../../helpers/fake-servers.ts';
import {type ScriptedModel, says, scriptModel} from '../../helpers/scripted-model.ts';
import {waitUntil} from '../../helpers/wait-until.ts';

type Options = Omit<Partial<AppDeps>, 'model' | 'servers'> & {
	readonly model?: ScriptedModel;
	readonly servers?: ReturnType<typeof createFakeServers>;
};

const start = (options: Options = {}) => {
	const statuses = new Map<string, ServerStatus>([
		['files', readyStatus()],
		['web', {type: 'failed', stderr: [], failure: {code: 'x', message: 'It is gone.', hint: 'Start it.'}}],
	]);
	const harness = createAppHarness({servers: createFakeServers({statuses}), ...options});
	const copied: string[] = [];
	const opened: string[] = [];
	const attach = () =>
		harness.app.attachFrontEnd({
			copy(text) {
				copied.push(text);
				return 'Copied.';
			},
			open: view => opened.push(view),
			putDraft: () => undefined,
		});
	const said = async (text: string): Promise<string> => {
		const before = harness.app.getState().noticeCount;
		harness.app.submit(text);
		await harness.until(({noticeCount}) => noticeCount > before);
		const last = harness.app.getState().items.at(-1);
		return last?.type === 'notice' ? last.text : '';
	};
	return {...harness, attach, said, copied, opened};
};

const fenced = ['Look:', '```ts', 'const a = 1;', '```', 'and', '~~~', 'b', '```', '~~~'].join('\n');

describe('/copy', () => {
	it('copies the last answer, its last block of code, or an earlier answer', async () => {
		const {app, attach, said, copied} = start({model: scriptModel(says('First.'), says(fenced))});
		attach();
		for (const text of ['one', 'two']) {
			app.submit(text);
			await app.settled();
		}
		for (const command of ['/copy', '/copy code', '/copy 2']) {
			expect(await said(command)).toBe('Copied.');
		}
		expect(copied).toEqual([fenced, 'b\n```', 'First.']);
		expect(await said('/copy 3')).toBe('There are 2 answers; /copy 1 is the last.');
		expect(await said('/copy all')).toContain('/copy takes code');
	});

	it('says so when there is nothing to copy, or nowhere to copy to', async () => {
		const {app, said} = start({model: scriptModel(says('First.'))});
		expect(await said('/copy')).toBe('There is no answer to copy yet.');
		app.submit('one');
		await app.settled();
		expect(await said('/copy code')).toBe('There is no block of code in the answers.');
		expect(await said('/copy')).toContain('no window');
	});
});

describe('/theme', () => {
	it('changes the theme and keeps it', async () => {
		const kept: string[] = [];
		const {app, said} = start({
			keepTheme: async theme => {
				kept.push(theme);
				return undefined;
			},
		});
		expect(await said('/theme light')).toBe('Theme light.');
		expect(app.getState().theme).toBe('light');
		expect(kept).toEqual(['light']);
		expect(await said('/theme')).toContain('› light');
	});

	it('marks the theme in use, whoever chose it', async () => {
		expect(await start().said('/theme')).toContain('› auto');
		const {said} = start({configuredTheme: () => 'dark'});
		expect(await said('/theme')).toContain('› dark');
		await said('/theme light');
		expect(await said('/theme')).toContain('› light');
	});

	it('says which there are, and when it cannot be kept', async () => {
		const {said} = start({keepTheme: async () => ({code: 'x', message: 'The file is locked.'})});
		expect(await said('/theme ligth')).toContain('did you mean light?');
		expect(await said('/theme dark')).toBe('Theme dark, until the program ends. The file is locked.');
	});
});

describe('what servers offer', () => {
	it('is listed as it is typed', async () => {
		const prompt = {server: 'files', prompt: 'review', description: 'Reviews.'};
		const offers = createFakeOffers({
			resources: [textResource('files', 'note://1', '')],
			prompts: [{...prompt, arguments: [{name: 'branch', description: '', required: true}]}],
		});
		const {said} = start({offers});
		expect(await said('/prompts')).toContain('/files:review branch=  Reviews.');
		expect(await said('/resources note')).toContain('@files:note://1');
		expect(await said('/resources nothing')).toContain('None of the resources has "nothing" in it');
	});

	it('includes skills, each as a message names it', async () => {
		const skill = {uri: 'skill://tidy/SKILL.md', name: 'tidy', description: 'Tidies up.', fileCount: 1};
		const offers = createFakeOffers({
			listSkills: async server => ({
				type: 'fetched',
				value: {skills: server === 'files' ? [skill] : []},
				raw: {},
			}),
		});
		const {said} = start({offers});
		expect(await said('/skills')).toBe(
			[
				'@files:skill://tidy/SKILL.md  tidy · Tidies up.',
				'',
				'Put one into a message to send its instructions along.',
			].join('\n'),
		);
		expect(await said('/skills cook')).toContain('None of the skills has "cook" in it');
	});

	it('says which skills could not be listed, and why', async () => {
		const failure = {code: 'skills-not-listed', message: 'No.', hint: 'Its tools work without them.'};
		const {app, said} = start({
			offers: createFakeOffers({listSkills: async () => ({type: 'failed', failure})}),
		});
		expect(await said('/skills')).toBe('No.\nIts tools work without them.');
		expect(app.getState().noticeCount).toBe(1);
	});

	it('may be nothing', async () => {
		const {said} = start({offers: createFakeOffers()});
		expect(await said('/prompts')).toBe('No server offers prompts.\n/mcp shows the servers.');
	});

	it('is not called nothing where a list could not be read', async () => {
		const failure = {code: 'x', message: 'The index is broken.'};
		const statuses = new Map([['files', readyStatus({unreadable: {prompts: failure, templates: failure}})]]);
		const resources = [textResource('files', 'note://1', '')];
		const {said} = start({
			offers: createFakeOffers({resources}),
			servers: createFakeServers({statuses}),
		});
		expect(await said('/prompts')).toBe(
			'No prompts could be read yet.\n! The index is broken.\n/mcp shows the servers.',
		);
		expect(await said('/resources')).toContain('! The index is broken.');
		expect(await said('/mcp')).toContain('! connected, 1 tool, prompts unreadable, templates unreadable');
		expect(await said('/doctor')).toContain('prompts unreadable, templates unreadable. The index is broken.');
	});
});

describe('the other commands', () => {
	it('open what the window has', () => {
		const {app, attach, opened} = start();
		attach();
		app.submit('/details');
		app.submit('/keys');
		app.submit('/setup');
		expect(opened).toEqual(['details', 'keys', 'setup']);
	});

	it('say which configuration files there are, and what is in use', async () => {
		const {said} = start({
			configFiles: async () => ['/home/ada/config.json', '/work/.mcp.json (of this project)'],
		});
		expect(await said('/config')).toBe(
			[
				'/home/ada/config.json',
				'/work/.mcp.json (of this project)',
				'',
				'model      test/model (/model)',
				'assistant  none (/assistant)',
				'approvals  always-ask (/approvals)',
				'mode       act (/mode)',
				'theme      auto (/theme)',
				'',
				'Edit your file in any editor: what you save is read at once.',
			].join('\n'),
		);
		expect(await start().said('/settings')).toContain('No configuration file is used here.');
	});

	it('say what is wrong', async () => {
		const {said} = start({
			checkUp: async () => [{name: 'secrets', outcome: 'warning', detail: 'No keychain.', hint: 'Start it.'}],
		});
		const text = await said('/doctor');
		expect(text).toMatch(/! secrets +No keychain\./);
		expect(text).toMatch(/✔ files +ready/);
		expect(text).toMatch(/✘ web +It is gone\.\n +Start it\./);
	});
});

describe('/traffic', () => {
	it('opens the traffic where there is a workbench, and says so where there is none', async () => {
		const {app, said} = start();
		expect(await said('/traffic')).toContain('no window');
		const opened: string[] = [];
		app.attachFrontEnd({
			copy: () => '',
			open: () => undefined,
			putDraft: () => undefined,
			openPart: part => opened.push(part),
		});
		app.submit('/traffic');
		await waitUntil(() => opened.length > 0);
		expect(opened).toEqual(['traffic']);
	});
});

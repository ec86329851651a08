import {mkdirSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {serverFile} from '../../helpers/mcp-servers.ts';
import {createEnds, createStoryHome, openStory, type Story} from '../../helpers/story.ts';
import {publishedServer} from '../../integration/mcp/published/published-server.ts';

const {whenOver, end} = createEnds();
const home = createStoryHome(whenOver);
const files = publishedServer('files', '@modelcontextprotocol/server-filesystem', [home.folder]);

let story: Story;

beforeAll(async () => {
	mkdirSync(join(home.folder, 'kept'));
	const local = (name: string, ...args: readonly string[]): string => `
    type: mcp
    command: ${process.execPath}
    args: [${[serverFile(name), ...args].join(', ')}]`;
	story = await openStory(home, whenOver, {
		tools: `
  - name: lost
    type: mcp
    command: /nowhere/bin/lost-server
  - name: crash ${local('crash-mid-call')}
  - name: recorder ${local('recorder', join(home.folder, 'kept'))}
  - name: slow ${local('slow')}
    request_timeout: 3
  - name: files
    type: mcp
    command: ${files.command}
    args: [${files.args.join(', ')}]
`,
		needs: ['crash__crash', 'recorder__broken', 'slow__hang', 'files__read_text_file'],
		words: {
			crash: ['crash__crash'],
			again: ['crash__pid'],
			refused: ['recorder__broken'],
			missing: ['files__read_text_file', {path: join(home.folder, 'missing.txt')}],
			hang: ['slow__hang'],
			work: ['recorder__say', {text: 'still here'}],
		},
	});
});
afterAll(end);

/** The agent goes on with what it has. */
const expectRest = async (): Promise<void> => {
	expect((await story.tell('work')).shown).toContain('✔ recorder say');
};

describe('operations US5: failures', () => {
	it('a command that does not exist is named, with what to do (US5.1)', async () => {
		const {terminal} = story;
		await terminal.waitFor('1 failed, /mcp says why');
		await terminal.submit('/mcp');
		await terminal.waitFor(
			/Server "lost" could not be started:[\s│]+"\/nowhere\/bin\/lost-server" was not found/,
		);
		await terminal.waitFor('There is no file /nowhere/bin/lost-server');
		terminal.press('q');
		await terminal.waitFor('message, or / for commands');
		await expectRest();
	});

	it('a server that crashes in a call is reported as gone, and starts again with the next (US5.2)', async () => {
		const {shown, result} = await story.tell('crash');
		const sentence = 'Server "crash" exited with code 7 while tool "crash" was running.';
		expect(shown).toMatch(/✘ crash crash/);
		expect(shown).toContain(`${sentence} Its last output: segmentation fault, sort of`);
		expect(JSON.parse(result)[0].text).toContain(sentence);
		expect((await story.tell('again')).shown).toMatch(/✔ crash pid/);
	});

	it('an error of a server is told to the person and to the model, as an error (US5.3)', async () => {
		const refused = await story.tell('refused');
		expect(refused.shown).toMatch(
			/✘ recorder broken .*with MCP error -32603: the index of tools\/call is broken/,
		);
		expect([refused.result, refused.isError]).toEqual([
			expect.stringContaining('the index of tools/call is broken'),
			true,
		]);
		const missing = await story.tell('missing');
		expect(missing.shown).toMatch(/✘ files read_text_file .* ENOENT: no such file or directory/);
		expect([missing.result, missing.isError]).toEqual([expect.stringContaining('ENOENT'), true]);
		await expectRest();
	});

	it('a call is given up after its request_timeout, with the limit in the error (US5.4)', async () => {
		const {shown, result, isError} = await story.tell('hang');
		const sentence = 'Tool "hang" of server "slow" did not answer within 3 s.';
		expect(shown).toMatch(/✘ slow hang/);
		expect(shown).toContain(sentence);
		expect(shown).toContain('Raise "requestTimeout"');
		expect([result, isError]).toEqual([expect.stringContaining('did not answer within 3 s.'), true]);
		await expectRest();
	});
});

import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {serverFile} from '../../helpers/mcp-servers.ts';
import {createEnds, createStoryHome, openStory, type Story} from '../../helpers/story.ts';
import {textsBelow} from '../../helpers/trust-program.ts';
import {waitUntil} from '../../helpers/wait-until.ts';
import {publishedServer} from '../../integration/mcp/published/published-server.ts';

const {whenOver, end} = createEnds();
const home = createStoryHome(whenOver);
const everything = publishedServer('everything', '@modelcontextprotocol/server-everything', ['stdio']);

let story: Story;

/** Waits until a piece of a result is in the session, as the program has understood it. */
const waitForKept = (content: object): Promise<void> =>
	waitUntil(() => {
		const text = JSON.stringify(content);
		return [...textsBelow(join(home.settings, 'sessions')).values()].some(kept => kept.includes(text));
	});

/** What the person sees when they look for a tool. */
const seeTools = async (name: string): Promise<string> => {
	const {terminal} = story;
	terminal.type(`#${name}`);
	await terminal.waitFor(new RegExp(`› #\\S+${name}`));
	const seen = terminal.screen().join('\n');
	terminal.press('ctrl+u');
	await terminal.waitFor('message, or / for commands');
	return seen;
};

beforeAll(async () => {
	const local = (name: string, ...args: readonly string[]): string => `
    type: mcp
    command: ${process.execPath}
    args: [${[serverFile(name), ...args].join(', ')}]`;
	story = await openStory(home, whenOver, {
		tools: `
  - name: everything
    type: mcp
    command: ${everything.command}
    args: [${everything.args.join(', ')}]
    load_prompts: true
  - name: content ${local('content')}
  - name: paging ${local('paging', 'pages')}
    load_tools: true
  - name: quiet ${local('offers', 'pages')}
    load_tools: false
    load_prompts: false
  - name: recorder ${local('recorder', home.folder)}
  - name: changing ${local('changing')}
`,
		needs: ['everything__echo', 'content__audio', 'paging__first-of-0', 'recorder__say', 'changing__grow'],
		words: {
			text: ['everything__echo', {message: 'a plain text'}],
			image: ['everything__get-tiny-image'],
			audio: ['content__audio'],
			several: ['content__text'],
			embedded: ['content__resource'],
			link: ['everything__get-resource-links', {count: 1}],
			odd: ['recorder__look-up-all-items-'],
			grow: ['changing__grow', {name: 'fresh'}],
		},
	});
});
afterAll(end);

describe('operations US3: responses', () => {
	it('text reaches the person and the model (US3.1)', async () => {
		const {shown, result} = await story.tell('text');
		expect(shown).toMatch(/✔ everything echo .* Echo: a plain text/);
		expect(JSON.parse(result)).toEqual([{type: 'text', text: 'Echo: a plain text'}]);
	});

	it('an image reaches the model as an image and is described to the person (US3.2)', async () => {
		const {shown, result} = await story.tell('image');
		expect(shown).toMatch(/image · image\/png · \d/);
		expect(JSON.parse(result)).toContainEqual({
			type: 'image',
			source: {type: 'base64', media_type: 'image/png', data: expect.stringMatching(/^iVBORw0KGgo/)},
		});
	});

	it('audio is kept as audio, and a model that cannot hear is told of it (US3.3)', async () => {
		const {shown, result} = await story.tell('audio');
		expect(shown).toContain('audio · audio/wav · 3 B');
		expect(result).toContain('[audio audio/wav, 3 bytes: not shown to the model]');
		await waitForKept({type: 'audio', mimeType: 'audio/wav', data: 'c25k'});
	});

	it('several pieces stay in their order (US3.4)', async () => {
		const {shown, result} = await story.tell('several');
		expect(shown).toMatch(/✔ content text .* one two /);
		expect(JSON.parse(result)).toEqual([
			{type: 'text', text: 'one'},
			{type: 'text', text: 'two'},
		]);
		const mixed = await story.tell('image');
		expect(JSON.parse(mixed.result).map(({type}: {type: string}) => type)).toEqual(['text', 'image', 'text']);
		expect(mixed.shown).toMatch(
			/Here's the image you requested: .*image\/png.* The image above is the MCP logo\./,
		);
	});

	it('resources and links are kept with their bytes and addresses (US3.5)', async () => {
		const embedded = await story.tell('embedded');
		expect(embedded.shown).toMatch(/resource · file:\/\/\/a\.txt · text\/plain · 6 B inside /);
		expect(embedded.shown).toContain('resource · file:///a.bin · 2 B');
		expect(embedded.result).toContain('[resource file:///a.bin, 2 bytes: not shown to the model]');
		await waitForKept({type: 'resource', uri: 'file:///a.bin', blob: 'AAE='});
		const link = await story.tell('link');
		expect(link.shown).toContain('link · Blob Resource 1 · demo://resource/dynamic/blob/1 · text/plain');
		expect(link.result).toContain('[link Blob Resource 1: demo://resource/dynamic/blob/1]');
	});
});

describe('operations US4: discovery', () => {
	it('every tool of a server is found, to the last page, and none where that is not wanted (US4.1)', async () => {
		const pages = [0, 1, 2, 3, 4].flatMap(page => [`paging__first-of-${page}`, `paging__second-of-${page}`]);
		expect(story.offered().filter(name => name.startsWith('paging__'))).toEqual(pages);
		expect(story.offered().filter(name => name.startsWith('quiet__'))).toEqual([]);
		expect(await seeTools('second-of')).toContain('#paging.second-of-4');
	});

	it('prompts of servers can be used, where they are wanted (US4.2)', async () => {
		const {terminal, model} = story;
		terminal.type('/prompt');
		await terminal.waitFor('/everything:simple-prompt');
		expect(terminal.screen().join('\n')).not.toContain('quiet:');
		terminal.press('ctrl+u');
		await terminal.waitFor('message, or / for commands');
		await story.tell('/everything:simple-prompt');
		expect(JSON.stringify(model.requests.at(-1)?.body.messages.at(-1))).toContain(
			'This is a simple prompt without arguments.',
		);
	});

	it('a name with special characters is normalised for the model, and the server is asked for its own (US4.3)', async () => {
		expect(story.offered()).toContain('recorder__look-up-all-items-');
		const {shown} = await story.tell('odd');
		expect(shown).toMatch(/✔ recorder look up\/all items! .* all items were looked up/);
	});

	it('a server that says that its tools have changed is asked for them again (US4.4)', async () => {
		expect(story.offered()).not.toContain('changing__fresh');
		await story.tell('grow');
		// The server has said so before it answered: the very next request of the model has the tool.
		expect(story.offered()).toContain('changing__fresh');
		expect(await seeTools('fresh')).toContain('#changing.fresh');
	});
});

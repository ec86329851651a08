import {describe, expect, it} from 'vitest';
import type {Catalogue} from '../../../../source/app/catalogue.ts';
import type {Fetched, PromptResult} from '../../../../source/domain/catalogue.ts';
import {createPromptsSection} from '../../../../source/ui/offers/prompts-section.ts';
import {openBench} from '../../../helpers/ui-bench.ts';
import {cities, createSlowCatalogue, greet} from '../../../helpers/ui-catalogue.ts';
import {unsafeLines} from '../../../helpers/ui-text.ts';
import {waitUntil} from '../../../helpers/wait-until.ts';

const yields = (text: string): Fetched<PromptResult> => ({
	type: 'fetched',
	value: {
		messages: [
			{role: 'user', content: {type: 'text', text}},
			{role: 'assistant', content: {type: 'image', mimeType: 'image/png', data: 'aW1n'}},
		],
	},
	raw: {messages: []},
});

const setUp = async (more: Partial<Catalogue> = {}, columns = 80) => {
	const asked: unknown[] = [];
	const slow = createSlowCatalogue({
		prompts: () => [cities, greet],
		getPrompt: async ({prompt}, args) => {
			asked.push([prompt, args]);
			return yields(`go to ${args.city ?? 'nowhere'}`);
		},
		...more,
	});
	const bench = await openBench({
		create: createPromptsSection,
		catalogue: slow.catalogue,
		size: {columns, rows: 24},
	});
	return {...bench, ...slow, asked};
};

describe('the prompts', () => {
	it('are listed with what they are for and what they take, and their servers are started', async () => {
		const {text, connects} = await setUp();
		expect(connects).toHaveLength(1);
		expect(text()).toContain('2 prompts');
		expect(text()).toContain('/travel:plan-trip');
		expect(text()).toContain('Plans a trip');
		expect(text()).toMatch(/city\s+required/);
		expect(text()).toContain('Where to');
		expect(text()).toMatch(/mood\s+optional/);
	});

	it('are filled in with what the server suggests, and show what they say', async () => {
		const {text, press, type, clock, completions, asked} = await setUp();
		press('enter');
		type('Pa');
		clock.advance(200);
		expect(completions.at(-1)?.about).toContain('"value":"Pa"');
		completions.at(-1)?.answer(['Paris', 'Padua']);
		await waitUntil(() => text().includes('Paris'));
		press('tab', 'enter', 'enter');
		await waitUntil(() => text().includes('go to Paris'));
		expect(asked).toEqual([['plan-trip', {city: 'Paris'}]]);
		expect(text()).toContain('user');
		expect(text()).toContain('[image · image/png');
		press('tab', 'tab');
		expect(text()).toContain('Filled in');
	});

	it('need what is required', async () => {
		const {text, press, asked} = await setUp();
		press('enter', 'enter');
		expect(text()).toContain('city is needed');
		press('esc');
		expect(text()).toContain('2 prompts');
		expect(asked).toEqual([]);
	});

	it('go into the draft as they are typed, with their values', async () => {
		const {press, type, drafts, screen} = await setUp();
		press('i');
		type('New York');
		press('enter', 'enter');
		expect(drafts).toEqual(['/travel:plan-trip city="New York"']);
		await screen.closed;
	});

	it('are sent with the values that were looked at', async () => {
		const {press, type, text, fake, screen} = await setUp();
		press('enter');
		type('Rome');
		press('enter', 'enter');
		await waitUntil(() => text().includes('go to Rome'));
		press('s');
		expect(fake.submitted).toEqual(['/travel:plan-trip city=Rome']);
		await screen.closed;
	});

	it('are asked for at once where they take nothing', async () => {
		const {press, text, asked} = await setUp();
		press('down', 'enter');
		await waitUntil(() => text().includes('go to nowhere'));
		expect(asked).toEqual([['greet', {}]]);
	});

	it('say why they cannot be had', async () => {
		const {press, text} = await setUp({
			getPrompt: async () => ({
				type: 'failed',
				failure: {code: 'refused', message: 'The server is full.', hint: 'Try later.'},
			}),
		});
		press('down', 'enter');
		await waitUntil(() => text().includes('The server is full.'));
		expect(text()).toContain('Try later.');
	});

	it('say that servers are starting, and that there are none', async () => {
		const {text, connects} = await setUp({prompts: () => []});
		expect(text()).toContain('Starting servers');
		connects[0]?.answer(undefined);
		await waitUntil(() => text().includes('No server offers prompts.'));
	});

	it('let no text of a server act on the terminal', async () => {
		const evil = '\u001b]0;owned\u0007\u202e\u001b[2J\nnext';
		const prompt = {
			server: 'bad',
			prompt: evil,
			title: evil,
			description: evil,
			arguments: [{name: evil, description: evil, required: false}],
		};
		const {screen, press, text, drafts} = await setUp({
			prompts: () => [prompt, {...prompt, arguments: []}],
			getPrompt: async () => yields(evil),
		});
		const look = () => expect(unsafeLines(screen.draw({columns: 120, rows: 24}).lines)).toEqual([]);
		look();
		press('enter');
		look();
		press('esc', 'down', 'enter');
		await waitUntil(() => text().includes('assistant'));
		look();
		press('i');
		expect(drafts).toEqual([]);
		expect(text()).toContain('cannot hold');
	});
});

import {describe, expect, it} from 'vitest';
import {createResourceWatches} from '../../../../source/app/resource-watches.ts';
import type {Fetched, ResourceTemplate} from '../../../../source/domain/catalogue.ts';
import type {ToolContent} from '../../../../source/domain/tool.ts';
import {createResourcesSection} from '../../../../source/ui/offers/resources-section.ts';
import {openBench} from '../../../helpers/ui-bench.ts';
import {createSlowCatalogue, resourceOf} from '../../../helpers/ui-catalogue.ts';
import {unsafeLines} from '../../../helpers/ui-text.ts';
import {waitUntil} from '../../../helpers/wait-until.ts';

const template: ResourceTemplate = {
	server: 'notes',
	uriTemplate: 'note://{name}',
	name: 'any note',
	description: 'A note by its name',
};
const done: Fetched<undefined> = {type: 'fetched', value: undefined, raw: {}};

const text = (value: string, uri = 'note://a'): ToolContent => ({type: 'resource', uri, text: value});

const setUp = async (
	contents: (uri: string) => readonly ToolContent[] = () => [text('plain words')],
	watched: Fetched<undefined> = done,
) => {
	const read: string[] = [];
	const asked: string[] = [];
	const slow = createSlowCatalogue({
		resources: () => [resourceOf('note://a', {size: 2048, mimeType: 'text/plain'}), resourceOf('note://b')],
		templates: () => [template],
	});
	const watches = createResourceWatches({
		servers: () => ({
			watchResource: async (_, uri) => {
				asked.push(`watch ${uri}`);
				return watched;
			},
			unwatchResource: async (_, uri) => {
				asked.push(`unwatch ${uri}`);
				return done;
			},
		}),
		now: () => 0,
	});
	const bench = await openBench({
		create: createResourcesSection,
		catalogue: {
			...slow.catalogue,
			readResource: async (_, uri) => {
				read.push(uri);
				return {type: 'fetched', value: contents(uri), raw: {contents: []}};
			},
		},
		ports: {watches},
	});
	bench.text();
	return {...bench, ...slow, watches, read, asked};
};

describe('the resources', () => {
	it('are listed with templates, and read when one rests on them', async () => {
		const {text: shown, clock, read} = await setUp();
		expect(shown()).toContain('2 resources, 1 template');
		expect(shown()).toContain('any note');
		expect(read).toEqual([]);
		clock.advance(300);
		await waitUntil(() => shown().includes('plain words'));
		expect(read).toEqual(['note://a']);
	});

	it('say what they are', async () => {
		const {text: shown, clock, press} = await setUp();
		clock.advance(300);
		await waitUntil(() => shown().includes('plain words'));
		press('tab', 'tab');
		expect(shown()).toContain('2.0 KB');
		expect(shown()).toContain('text/plain');
	});

	it('are a tree where they are JSON, and named where they are no text', async () => {
		const {
			text: shown,
			clock,
			press,
		} = await setUp(uri =>
			uri === 'note://a'
				? [text('{"colour": "green"}')]
				: [{type: 'resource', uri, mimeType: 'image/png', blob: 'aW1n'}],
		);
		clock.advance(300);
		await waitUntil(() => shown().includes('colour'));
		press('down');
		shown();
		clock.advance(300);
		await waitUntil(() => shown().includes('[resource · note://b · image/png'));
	});

	it('go into the draft, and their address into the clipboard', async () => {
		const {press, drafts, window, screen} = await setUp();
		press('y', 'i');
		expect(window.copied).toEqual(['note://a']);
		expect(drafts).toEqual(['@notes:note://a ']);
		await screen.closed;
	});

	it('are made from templates with what the server suggests', async () => {
		const {press, type, clock, completions, text: shown, drafts} = await setUp(uri => [text(`read ${uri}`)]);
		press('end', 'enter');
		type('sh');
		clock.advance(200);
		completions.at(-1)?.answer(['shopping']);
		await waitUntil(() => shown().includes('shopping'));
		press('tab');
		expect(shown()).toContain('@notes:note://shopping');
		press('enter');
		await waitUntil(() => shown().includes('read note://shopping'));
		press('i');
		expect(drafts).toEqual(['@notes:note://shopping ']);
	});

	it('are watched: a change is shown with its time, and read again', async () => {
		let version = 1;
		const {press, clock, text: shown, watches, asked, read} = await setUp(() => [text(`version ${version}`)]);
		clock.advance(300);
		await waitUntil(() => shown().includes('version 1'));
		press('w');
		await waitUntil(() => shown().includes('is watched'));
		expect(shown()).toContain('1 watched');
		version = 2;
		watches.heard('notes', 'note://a');
		clock.advance(300);
		await waitUntil(() => shown().includes('version 2'));
		expect(shown()).toMatch(/● a .*changed \d\d:\d\d:\d\d/);
		expect(read).toEqual(['note://a', 'note://a']);
		press('w');
		await waitUntil(() => shown().includes('no longer watched'));
		expect(asked).toEqual(['watch note://a', 'unwatch note://a']);
	});

	it('are read once for many changes', async () => {
		const {press, clock, text: shown, watches, read} = await setUp();
		clock.advance(300);
		await waitUntil(() => shown().includes('plain words'));
		press('w');
		await waitUntil(() => shown().includes('is watched'));
		for (let count = 0; count < 50; count += 1) {
			watches.heard('notes', 'note://a');
		}
		clock.advance(300);
		await waitUntil(() => read.length === 2);
		clock.advance(300);
		expect(read).toHaveLength(2);
	});

	it('say why they cannot be watched', async () => {
		const {press, text: shown} = await setUp(undefined, {
			type: 'failed',
			failure: {code: 'no', message: 'It reports no changes.', hint: 'Read it again.'},
		});
		press('w');
		await waitUntil(() => shown().includes('It reports no changes. Read it again.'));
		expect(shown()).not.toContain('1 watched');
	});

	it('stay watched when the window closes', async () => {
		const {press, text: shown, watches, screen, asked} = await setUp();
		press('w');
		await waitUntil(() => shown().includes('is watched'));
		press('q');
		await screen.closed;
		expect(watches.count()).toBe(1);
		expect(asked).toEqual(['watch note://a']);
	});

	it('let no text of a server act on the terminal', async () => {
		const evil = '\u001b]0;owned\u0007\u202e\u001b[2J';
		const slow = createSlowCatalogue({
			resources: () => [resourceOf(`x://${evil}`, {name: evil, description: evil, mimeType: evil})],
			templates: () => [{...template, uriTemplate: `y://${evil}/{z}`, name: evil, description: evil}],
		});
		const {
			screen,
			press,
			clock,
			text: shown,
		} = await openBench({
			create: createResourcesSection,
			catalogue: {
				...slow.catalogue,
				readResource: async () => ({type: 'fetched', value: [text(`got ${evil}`)], raw: {}}),
			},
		});
		const look = () => expect(unsafeLines(screen.draw({columns: 120, rows: 24}).lines)).toEqual([]);
		look();
		clock.advance(300);
		await waitUntil(() => shown().includes('got'));
		look();
		press('tab', 'tab');
		look();
		press('end', 'enter');
		look();
	});
});

import {describe, expect, it} from 'vitest';
import type {SavedCall} from '../../../../source/domain/tool-desk.ts';
import {noDesk} from '../../../../source/ui/tools/no-desk.ts';
import {succeededWith} from '../../../helpers/fake-servers.ts';
import {offer, openTrying, pressSeen} from '../../../helpers/ui-tools.ts';
import {waitUntil} from '../../../helpers/wait-until.ts';

describe('trying a tool in the workbench', () => {
	it('goes from a form over a look at everything to the result', async () => {
		const {clock, opened, text, type, press, sent} = await openTrying();
		press('enter');
		expect(text()).toContain('Try files read');
		type('a.txt');
		press('ctrl+s');
		expect(text()).toContain('This is sent:');
		expect(text()).toContain('path: "a.txt"');
		press('enter');
		expect(sent).toEqual([]);
		pressSeen(opened, 'enter');
		await waitUntil(() => text().includes('succeeded'));
		expect(sent).toEqual([{path: 'a.txt'}]);
		expect(text()).toMatch(/found:? +1/);
		// An esc that was meant to break it off does not close what came of it.
		press('esc');
		expect(text()).toContain('succeeded');
		clock.advance(400);
		press('esc');
		expect(text()).toContain('3 tools of 2 servers');
	});

	it.each([120, 80, 60, 40])('names the way out and cuts no key short, at %i columns', async columns => {
		const {press, lines} = await openTrying({size: {columns, rows: 24}});
		press('enter');
		expect(lines().at(-1)).toMatch(/^enter next · .*esc close$/);
		press('ctrl+t');
		expect(lines().at(-1)).toMatch(/^enter done · .*esc back$/);
	});

	it('keeps what was filled in for who comes back to the tool', async () => {
		const {text, type, press} = await openTrying();
		press('enter');
		type('half-typed');
		press('esc', 'down', 'enter');
		expect(text()).not.toContain('half-typed');
		press('esc', 'up', 'enter');
		expect(text()).toContain('Try files read');
		expect(text()).toContain('half-typed');
	});

	it('takes JSON in place of the form, nested values included, and goes back to the form', async () => {
		const {opened, text, press, sent, screen} = await openTrying();
		press('t');
		press('ctrl+t');
		expect(text()).toContain('"path"');
		for (let count = 0; count < 30; count += 1) {
			press('delete');
		}
		screen.onPaste('{"path": "b", "options": {"depth": 2');
		expect(text()).toContain('✘ line 1');
		screen.onPaste('}}');
		press('ctrl+t');
		expect(text()).toContain('form');
		press('ctrl+s');
		pressSeen(opened, 'enter');
		await waitUntil(() => text().includes('succeeded'));
		expect(sent).toEqual([{path: 'b', options: {depth: 2}}]);
	});

	it('has the default of a required argument in the form, and in what is sent when JSON leaves it out', async () => {
		const properties = {type: {enum: ['png', 'jpeg'], default: 'png'}, path: {type: 'string'}};
		const inputSchema = {type: 'object', properties, required: ['type']};
		const {opened, text, press, sent, screen} = await openTrying({
			tools: [offer('files', 'shoot', {inputSchema})],
		});
		press('t', 'ctrl+s');
		expect(text()).toContain('type: "png"');
		press('esc', 't', 'ctrl+t');
		for (let count = 0; count < 60; count += 1) {
			press('delete');
		}
		screen.onPaste('{"path": "b"}');
		press('enter');
		expect(text()).toContain('type: "png"');
		pressSeen(opened, 'enter');
		await waitUntil(() => text().includes('succeeded'));
		expect(sent).toEqual([{path: 'b', type: 'png'}]);
	});

	it('goes from the JSON one step back to the form, with what was written', async () => {
		const {text, type, press, screen} = await openTrying();
		press('t');
		type('a.txt');
		press('ctrl+t', 'esc');
		expect(text()).toContain('form, * is needed');
		expect(text()).toContain('a.txt');
		press('ctrl+t');
		for (let count = 0; count < 30; count += 1) {
			press('delete');
		}
		screen.onPaste('{"path": "b.txt"');
		press('esc');
		expect(text()).toContain('This is not JSON yet. esc again goes back without it.');
		screen.onPaste('}');
		press('esc');
		expect(text()).toContain('b.txt');
		press('ctrl+t', 'delete', 'esc', 'esc');
		expect(text()).toContain('form, * is needed');
		expect(text()).toContain('b.txt');
		press('esc');
		expect(text()).toContain('3 tools of 2 servers');
	});

	it('is written as JSON from the first key on, with what is there so far', async () => {
		const properties = {count: {type: 'integer'}, kind: {enum: ['a', 'b']}, path: {type: 'string'}};
		const inputSchema = {type: 'object', properties, required: ['count', 'kind', 'path']};
		const {text, type, press} = await openTrying({tools: [offer('files', 'count', {inputSchema})]});
		press('enter', 'ctrl+t');
		expect(text()).toContain('valid JSON');
		press('esc');
		type('12x');
		press('ctrl+t');
		expect(text()).toContain('"count": "12x"');
	});

	it('sends nothing that the tool does not take, and says why', async () => {
		const {opened, text, type, press, sent} = await openTrying({
			explorer: {check: async () => ({code: 'bad', message: 'path must be absolute'})},
		});
		press('enter');
		type('a');
		press('ctrl+s');
		pressSeen(opened, 'enter');
		await waitUntil(() => text().includes('✘ path must be absolute'));
		expect(sent).toEqual([]);
	});

	it('wants a yes of its own where something speaks against it', async () => {
		const {opened, text, type, press, sent} = await openTrying({
			explorer: {doubts: () => ['Its definition is not the one that you have accepted.']},
		});
		press('enter');
		type('a');
		press('ctrl+s');
		expect(text()).toContain('▲ Its definition is not the one');
		pressSeen(opened, 'enter');
		expect(sent).toEqual([]);
		pressSeen(opened, 'y');
		await waitUntil(() => text().includes('succeeded'));
		expect(sent).toHaveLength(1);
	});

	it('says as long as it is true that nothing can run now, and does not offer to run it', async () => {
		let why: string | undefined = 'The model is at work.';
		const {opened, text, type, press, sent} = await openTrying({explorer: {whyNotNow: () => why}});
		press('enter');
		expect(text()).toContain('▲ The model is at work.');
		type('a');
		expect(text()).toContain('▲ The model is at work.');
		press('ctrl+s');
		expect(text()).toContain('▲ The model is at work.');
		expect(text()).not.toContain('enter run it');
		pressSeen(opened, 'enter');
		expect(text()).toContain('This is sent:');
		expect(sent).toEqual([]);
		why = undefined;
		expect(text()).not.toContain('The model is at work.');
		expect(text()).toContain('enter run it');
		pressSeen(opened, 'enter');
		await waitUntil(() => text().includes('succeeded'));
		expect(sent).toEqual([{path: 'a'}]);
	});

	it('shows progress and the time, and esc breaks it off', async () => {
		const {opened, text, type, press, clock} = await openTrying({
			explorer: {
				run: (_tool, _args, {onProgress}, signal) =>
					new Promise(resolve => {
						onProgress({progress: 5, total: 10, message: 'half\u001b[2J way'});
						signal.addEventListener('abort', () => resolve({type: 'cancelled', sent: true}));
					}),
			},
		});
		press('enter');
		type('a');
		press('ctrl+s');
		pressSeen(opened, 'enter');
		await waitUntil(() => text().includes('running'));
		clock.advance(3000);
		expect(text()).toContain('5 of 10  half');
		expect(text()).toContain('██████████░░░░░░░░░░');
		expect(text()).toContain('3.0 s');
		press('esc');
		await waitUntil(() => text().includes('broken off: the server may have acted'));
	});

	it('lists its keys on what came of it, and goes back to that', async () => {
		const {opened, text, type, press} = await openTrying();
		press('enter');
		type('a');
		press('ctrl+s');
		pressSeen(opened, 'enter');
		await waitUntil(() => text().includes('succeeded'));
		expect(text()).toContain('? keys');
		press('?');
		expect(text()).toContain('put the result into the draft, quoted');
		press('esc');
		expect(text()).toContain('✔ succeeded');
	});

	it('shows an error in full', async () => {
		const {opened, text, type, press} = await openTrying({
			report: {
				type: 'failed',
				failure: {code: 'tool-error', message: 'no such file', hint: 'Look elsewhere.'},
			},
		});
		press('enter');
		type('a');
		press('ctrl+s');
		pressSeen(opened, 'enter');
		await waitUntil(() => text().includes('✘ failed'));
		expect(text()).toContain('no such file');
		expect(text()).toContain('Look elsewhere.');
	});

	it('puts the result into the draft, quoted', async () => {
		const {opened, text, type, press, drafts} = await openTrying({report: succeededWith('one\ntwo')});
		press('enter');
		type('a');
		press('ctrl+s');
		pressSeen(opened, 'enter');
		await waitUntil(() => text().includes('succeeded'));
		press('i');
		expect(drafts).toEqual(['files read returned:\n> one\n> two\n']);
	});

	it('copies the call for other programs, and saves it by a name', async () => {
		const saved: SavedCall[] = [];
		const {opened, text, type, press, window} = await openTrying({
			desk: {
				tries: {
					...noDesk.tries,
					async save(_, name, args) {
						saved.push({name, arguments: args, savedAt: 0});
						return undefined;
					},
				},
			},
		});
		press('enter');
		type("it's");
		press('ctrl+s');
		pressSeen(opened, 'enter');
		await waitUntil(() => text().includes('succeeded'));
		press('c');
		expect(window.copied.at(-1)).toBe(String.raw`mcp-tui call files read '{"path":"it'\''s"}'`);
		press('m');
		expect(JSON.parse(window.copied.at(-1) ?? '')).toMatchObject({method: 'tools/call'});
		press('u');
		expect(text()).toContain('Nothing is known about the way');
		press('s', 'enter');
		expect(text()).toContain('It needs a name.');
		type('n'.repeat(61));
		press('enter');
		expect(text()).toContain('A name has 60 characters at most.');
		press('ctrl+u');
		type('mine');
		press('enter');
		await waitUntil(() => text().includes('Saved as mine.'));
		expect(saved).toEqual([{name: 'mine', arguments: {path: "it's"}, savedAt: 0}]);
	});
});

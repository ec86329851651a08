import {existsSync, readdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {acquireSessionLock} from '../../../../source/core/sessions/session-lock.ts';
import type {SessionMove} from '../../../../source/domain/session-shelf.ts';
import {createSessionsSection} from '../../../../source/ui/sessions/sessions-section.ts';
import {createShelf, turnOf} from '../../../helpers/shelf-of-sessions.ts';
import {createTemporaryFolder} from '../../../helpers/temporary-folder.ts';
import {openBench} from '../../../helpers/ui-bench.ts';
import {waitUntil} from '../../../helpers/wait-until.ts';

const open = async (columns = 120) => {
	const home = createTemporaryFolder();
	const {shelf, folder, put} = createShelf(home, {
		current: {sessionId: 'mine', flush: async () => undefined, rename: () => undefined},
	});
	put('zebra', turnOf('Where is the zebra?', 'striped', 'In the savannah.'));
	put('mine', turnOf('What \u001B[31mnow\u202E?', 'r', 'a'));
	put('silent', []);
	writeFileSync(join(folder, 'broken.jsonl'), 'rubbish\n');
	const moves: SessionMove[] = [];
	const bench = await openBench({
		create: createSessionsSection,
		ports: {sessions: shelf},
		size: {columns, rows: 30},
		before(fake) {
			Object.assign(fake.app, {moveTo: (move: SessionMove) => moves.push(move)});
		},
	});
	await waitUntil(() => bench.text().includes('4 sessions'));
	const choose = (id: string): void => bench.bench().select(id);
	const shows = (text: string | RegExp) =>
		waitUntil(() => {
			bench.clock.advance(100);
			return typeof text === 'string' ? bench.text().includes(text) : text.test(bench.text());
		});
	return {...bench, home, folder, put, moves, choose, shows};
};

describe('the sessions in the workbench', () => {
	it('are all there again after an esc that ends a search, and a second one goes to the chat', async () => {
		const {type, press, shows, text, bench} = await open();
		press('s');
		type('savannah');
		press('enter');
		await shows('1 with "savannah"');
		press('esc');
		expect(text()).not.toContain('with "savannah"');
		expect(text()).toContain('(nothing was said)');
		expect(bench().signal.aborted).toBe(false);
		press('esc');
		expect(bench().signal.aborted).toBe(true);
	});

	it('are all listed: the one in use, empty and damaged ones, with hostile titles made safe', async () => {
		const {text} = await open();
		expect(text()).toContain('Where is the zebra?');
		expect(text()).toMatch(/▶ What now\?/);
		expect(text()).toContain('(nothing was said)');
		expect(text()).toMatch(/! (broken|\(nothing was said\))/);
		expect(text()).not.toMatch(/[\u001B\u202E]/);
	});

	it('show what they amount to, and what was said, when one looks at them', async () => {
		const {choose, shows, press, text} = await open();
		choose('zebra');
		await shows('1 message, 1 answer');
		expect(text()).toContain('100 in, 20 out');
		press('tab');
		await shows('› Where is the zebra?');
		expect(text()).toContain('✔ files read {"path":"notes.txt"}');
		expect(text()).toContain('In the savannah.');
		choose('broken');
		press('shift+tab');
		await shows('1 line cannot be read');
	});

	it('are resumed with enter; the one in use is only gone back to', async () => {
		const {choose, press, moves, screen} = await open();
		choose('zebra');
		press('enter');
		await waitUntil(() => moves.length > 0);
		expect(moves).toEqual([{type: 'resume', sessionId: 'zebra'}]);
		choose('mine');
		press('enter');
		await screen.closed;
		expect(moves).toHaveLength(1);
	});

	it('are copied with f, and a new one begins with n', async () => {
		const {choose, press, moves} = await open();
		choose('zebra');
		press('f');
		await waitUntil(() => moves.length > 0);
		press('n');
		expect(moves).toEqual([{type: 'resume', sessionId: 'copy-1'}, {type: 'new'}]);
	});

	it('are gone on with in a copy where somebody else uses them', async () => {
		const {choose, press, yes, shows, moves, folder} = await open();
		const lock = await acquireSessionLock(join(folder, 'zebra.jsonl'));
		choose('zebra');
		press('enter');
		await shows('Go on in a copy of it?');
		yes();
		await waitUntil(() => moves.length > 0);
		expect(moves).toEqual([{type: 'resume', sessionId: 'copy-1'}]);
		expect(lock.type).toBe('acquired');
	});

	it('leave what runs only after a yes', async () => {
		const {fake, press, yes, text, moves} = await open();
		fake.emit({type: 'message-accepted', turnId: 't', messageId: 'm', text: 'go'});
		press('n');
		expect(text()).toContain('Stop it and leave?');
		expect(moves).toEqual([]);
		yes();
		expect(moves).toEqual([{type: 'new'}]);
	});

	it('are found by what was said in them, with what stands around it', async () => {
		const {press, type, shows, text} = await open();
		press('2', 's');
		type('SAVANNAH');
		press('enter');
		await shows('1 with "SAVANNAH"');
		expect(text()).toContain('…In the »savannah«.…');
		expect(text()).not.toContain('What now?');
		press('a');
		await shows('What now?');
		press('s');
		type('nobody said this');
		press('enter');
		await shows('No session has these words');
	});

	it('are deleted only after a yes, several if they are marked, and never the one in use', async () => {
		const {choose, press, yes, shows, folder, text} = await open();
		choose('zebra');
		press('d');
		expect(text()).toContain('Delete "Where is the zebra?" for good');
		press('x');
		expect(existsSync(join(folder, 'zebra.jsonl'))).toBe(true);
		press('m');
		choose('broken');
		press('m', 'd');
		expect(text()).toContain('Delete 2 sessions for good');
		yes();
		await shows('Deleted 2 sessions.');
		await shows(/\b2 sessions\b/);
		expect(readdirSync(folder).toSorted()).toEqual(['mine.jsonl', 'silent.jsonl']);
		choose('mine');
		press('d');
		yes();
		await shows('This session is in use here.');
		expect(existsSync(join(folder, 'mine.jsonl'))).toBe(true);
	});

	it('are renamed, and written into a file that is not replaced without a yes', async () => {
		const {choose, press, type, yes, shows, home} = await open();
		choose('silent');
		press('r');
		type('Garden plans');
		press('enter');
		await shows('Renamed.');
		await shows('Garden plans');
		choose('zebra');
		for (const last of ['Written: ', 'exists. Replace it?']) {
			press('e');
			await shows('Markdown, to read');
			press('enter');
			await shows('./where-is-the-zebra-1970-01-01.md');
			press('enter');
			await shows(last);
		}
		yes();
		await shows('Written: ');
		expect(readdirSync(home).toSorted()).toEqual(['sessions', 'where-is-the-zebra-1970-01-01.md']);
	});
});

import {describe, expect, it, vi} from 'vitest';
import {noDesk} from '../../../../source/ui/tools/no-desk.ts';
import {unsafeLines} from '../../../helpers/ui-text.ts';
import {offer, openTools} from '../../../helpers/ui-tools.ts';
import {waitUntil} from '../../../helpers/wait-until.ts';

describe('the list of tools', () => {
	it('has every tool with its badges, and everything about the chosen one', async () => {
		const {text, lines} = await openTools({
			explorer: {
				standingOf: ({tool}) => ({
					isOff: tool === 'fetch',
					flags: tool === 'wipe' ? ['It hides text.'] : [],
					isSuspicious: tool === 'wipe',
				}),
			},
		});
		expect(text()).toContain('3 tools of 2 servers');
		expect(text()).toMatch(/› ● files read +read-only/);
		expect(text()).toMatch(/▲ files wipe +suspicious, destructive/);
		expect(text()).toMatch(/○ web fetch +off, open world/);
		expect(text()).toContain('its server calls it  Reader');
		expect(text()).toContain('the model calls it   files__read');
		expect(text()).toMatch(/about \d+ tokens/);
		expect(text()).toMatch(/path +string, required/);
		expect(text()).toMatch(/│ {5}depth +integer, default 3/);
		expect(unsafeLines(lines())).toEqual([]);
	});

	it('shows the schema of the chosen one, and copies it whole', async () => {
		const read = offer('files', 'read');
		const {text, press, window} = await openTools({tools: [read]});
		press('2');
		expect(text()).toContain('required');
		press('right');
		press('y');
		expect(JSON.parse(window.copied.at(-1) ?? '')).toEqual(read.definition.inputSchema);
	});

	it('starts the servers that do not run when it is opened, and says so', async () => {
		let isThere = (): void => undefined;
		const there = new Promise<void>(resolve => {
			isThere = resolve;
		});
		const {text} = await openTools({tools: [], connect: () => there});
		expect(text()).toContain('Starting servers …');
		isThere();
		await waitUntil(() => text().includes('No server that runs has a tool.'));
	});

	it('is sorted by server, by name and by use', async () => {
		const {text, press} = await openTools({
			desk: {
				uses: {
					...noDesk.uses,
					of: ({tool}) =>
						tool === 'wipe'
							? {calls: 7, errors: 0, cancelled: 0, lastUsed: 0, bytes: 0, durations: []}
							: undefined,
				},
			},
		});
		press('s');
		expect(text()).toContain('Sorted by name.');
		expect(text().indexOf('fetch  web')).toBeLessThan(text().indexOf('read  files'));
		press('s');
		expect(text()).toContain('by use');
		expect(text()).toMatch(/wipe {2}files +7×/);
		expect(text().indexOf('wipe  files')).toBeLessThan(text().indexOf('fetch  web'));
	});

	it('shows statistics', async () => {
		const {text, press} = await openTools({
			desk: {
				uses: {
					...noDesk.uses,
					of: () => ({
						calls: 12,
						errors: 3,
						cancelled: 1,
						lastUsed: 0,
						bytes: 2400,
						durations: [10, 20, 30, 4000],
					}),
				},
			},
		});
		press('3');
		expect(text()).toMatch(/calls +12/);
		expect(text()).toMatch(/errors +3 \(25%\)/);
		expect(text()).toMatch(/p50 +20 ms/);
		expect(text()).toMatch(/p95 +4\.0 s/);
		expect(text()).toContain('▁▁▁█');
	});

	it('says of a tool that was called once how long that took, and compares nothing', async () => {
		const once = {calls: 1, errors: 0, cancelled: 0, lastUsed: 0, bytes: 9, durations: [20]};
		const {text, press} = await openTools({desk: {...noDesk, uses: {...noDesk.uses, of: () => once}}});
		press('3');
		expect(text()).toMatch(/took +20 ms/);
		expect(text()).not.toMatch(/p50|p95/);
	});

	it('shows nothing of a hostile server as it is', async () => {
		const evil = '\u001b[2J\u202eevil\u0007\n';
		const {lines, press} = await openTools({
			tools: [
				offer(evil, evil, {
					title: evil,
					description: evil,
					inputSchema: {type: 'object', properties: {[evil]: {type: evil, description: evil, enum: [evil]}}},
				}),
			],
			explorer: {standingOf: () => ({isOff: true, flags: [evil], isSuspicious: true})},
		});
		for (const key of ['1', '2', '3', '4', 'enter']) {
			press(key);
			expect(unsafeLines(lines())).toEqual([]);
		}
	});

	it('with five thousand tools answers a key without looking through them all again and again', async () => {
		const many = Array.from({length: 5000}, (_, index) => offer(`server-${index % 50}`, `tool-${index}`));
		const standingOf = vi.fn(() => ({isOff: false, flags: [], isSuspicious: false}));
		const {text, press, type} = await openTools({tools: many, explorer: {standingOf}});
		expect(text()).toContain('5,000 tools of 50 servers');
		standingOf.mockClear();
		press('/');
		type('tool-4999');
		expect(text()).toContain('server-49 tool-4999');
		expect(standingOf.mock.calls.length).toBeLessThan(400);
	});

	it('switches a tool off and on, and says for whom or why not', async () => {
		const switched: unknown[] = [];
		let failure: {code: string; message: string} | undefined;
		const {text, press} = await openTools({
			desk: {
				async setOn(ref, isOn) {
					switched.push([ref.tool, isOn]);
					return failure;
				},
				switchedFor: () => 'the assistant helper',
			},
		});
		press(' ');
		await waitUntil(() => text().includes('switched off for the assistant helper'));
		failure = {code: 'not-yours', message: 'It is not in your own configuration.'};
		press(' ');
		await waitUntil(() => text().includes('not in your own configuration'));
		expect(switched).toEqual([
			['read', false],
			['read', false],
		]);
	});
});

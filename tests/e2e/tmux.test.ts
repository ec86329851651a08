import {execFileSync, spawnSync} from 'node:child_process';
import {describe, expect, it, onTestFinished} from 'vitest';
import {writeDemoScript} from '../helpers/demo-script-file.ts';
import {builtProgram} from '../helpers/terminal.ts';
import {createTestHome} from '../helpers/test-home.ts';
import {waitUntil} from '../helpers/wait-until.ts';

/** How stty is told of another terminal than its own. */
const ofDevice = process.platform === 'linux' ? '-F' : '-f';
const hasTmux = spawnSync('tmux', ['-V']).status === 0;
const rows = Array.from({length: 300}, (_, index) => `row-${String(index).padStart(3, '0')}-end`);

const startTmux = () => {
	const home = createTestHome();
	const tmux = (...args: readonly string[]): string =>
		execFileSync('tmux', ['-L', home.marker, '-f', '/dev/null', ...args], {env: home.env, encoding: 'utf8'});
	onTestFinished(() => {
		tmux('kill-server');
		home.remove();
	});
	// One paragraph: it stays in the live region until it is finished.
	const model = writeDemoScript(home.folder, {pace: 500, turns: [{steps: [{say: rows.join('\n')}]}]});
	const command = `exec '${process.execPath}' '${builtProgram}' --model '${model}'`;
	tmux('new-session', '-d', '-x', '80', '-y', '24', command);
	const screen = () => tmux('capture-pane', '-p');
	return {
		resize: (columns: number, lines: number) => tmux('resize-window', '-x', `${columns}`, '-y', `${lines}`),
		type: (text: string) => tmux('send-keys', text),
		everything: () => tmux('capture-pane', '-p', '-S', '-').split('\n'),
		waitForRow: (row: number) =>
			waitUntil(() => [...screen().matchAll(/row-(\d+)/g)].some(([, number]) => Number(number) >= row), {
				timeout: 60_000,
				describe: screen,
			}),
		/** It re-wraps at once, but tells programs of many changes with delay. */
		resizeAndTell(columns: number, lines: number) {
			tmux('resize-window', '-x', `${columns}`, '-y', `${lines}`);
			const device = tmux('display-message', '-p', '#{pane_tty}').trim();
			const told = () => execFileSync('stty', [ofDevice, device, 'size'], {encoding: 'utf8'}).trim();
			return waitUntil(() => told() === `${lines} ${columns}`, {describe: told});
		},
		waitForCount: (text: string, count: number) =>
			waitUntil(() => screen().split(text).length === count + 1, {timeout: 60_000, describe: screen}),
		waitFor: (text: string) => waitUntil(() => screen().includes(text), {timeout: 60_000, describe: screen}),
	};
};

// Other terminals are emulated; tmux has habits of its own, such as copying a screen that is erased from its top.
describe.runIf(hasTmux)('the scrollback of tmux', () => {
	it.each([
		['without a change of its size', []],
		[
			'through changes of its width',
			[
				[60, 24],
				[100, 24],
				[45, 24],
				[80, 24],
			],
		],
		[
			'through changes of its height',
			[
				[80, 12],
				[80, 30],
				[80, 15],
				[80, 24],
			],
		],
	] as const)('holds each line once and one prompt %s', async (_, sizes) => {
		const tmux = startTmux();
		await tmux.waitFor('› message');
		tmux.type('go');
		await tmux.waitFor('› go');
		tmux.type('Enter');
		for (const [index, [columns, lines]] of sizes.entries()) {
			await tmux.waitForRow(20 + index * 50);
			tmux.resize(columns, lines);
		}
		await tmux.waitFor('tokens');
		const all = tmux.everything();
		const count = (text: string): number => all.filter(line => line.includes(text)).length;
		expect(rows.filter(row => count(row) !== 1)).toEqual([]);
		expect([count('always-ask'), count('› message')]).toEqual([1, 1]);
	});

	it('holds one copy of a draft of several lines, wherever the cursor is in it', async () => {
		const tmux = startTmux();
		await tmux.waitFor('› message');
		tmux.type('go');
		await tmux.waitFor('› go');
		tmux.type('Enter');
		await tmux.waitFor('tokens');
		for (const word of ['first', 'second', 'third']) {
			tmux.type(`${word}-row ${'words '.repeat(11)}`);
			await tmux.waitFor(`${word}-row`);
			tmux.type(word === 'third' ? 'Up' : 'C-j');
		}
		tmux.type('Up');
		tmux.type('Home');
		for (const [index, columns] of [80, 60, 41, 100, 80].entries()) {
			tmux.resize(columns, 24);
			tmux.type('>');
			await tmux.waitFor(`› ${'>'.repeat(index + 1)}first-row`);
		}
		const all = tmux.everything();
		const count = (text: string): number => all.filter(line => line.includes(text)).length;
		expect(['first-row', 'second-row', 'third-row', 'always-ask', '▲ mcp-tui'].map(count)).toEqual([
			1, 1, 1, 1, 1,
		]);
	});

	it('holds one copy of a draft of one long line through twenty sizes, and every line above it', async () => {
		const tmux = startTmux();
		await tmux.waitFor('› message');
		tmux.type('go');
		await tmux.waitFor('› go');
		tmux.type('Enter');
		await tmux.waitForRow(rows.length - 1);
		tmux.type(`first-row ${'words '.repeat(11)}`);
		await tmux.waitFor('first-row');
		for (let change = 1; change <= 20; change++) {
			await tmux.resizeAndTell(41 + ((change * 37) % 80), 20 + ((change * 7) % 11));
			tmux.type('>');
			await tmux.waitForCount('>', change);
		}
		const all = tmux.everything();
		const count = (text: string): number => all.filter(line => line.includes(text)).length;
		expect(['first-row', 'always-ask', '▲ mcp-tui'].map(count)).toEqual([1, 1, 1]);
		expect(rows.filter(row => count(row) !== 1)).toEqual([]);
	});
});

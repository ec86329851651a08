import {existsSync, readdirSync, readFileSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, describe, expect, it} from 'vitest';
import {sendSuggestion} from '../helpers/send-suggestion.ts';
import {disposeTerminals, startTerminal, type Terminal} from '../helpers/terminal.ts';
import {createTestHome} from '../helpers/test-home.ts';
import {waitUntil} from '../helpers/wait-until.ts';
import {sizeOfTurn, windowSizes} from '../helpers/window-sizes.ts';

afterEach(disposeTerminals);

const lines = Array.from({length: 10_000}, (_, index) => (index % 7 === 0 ? '' : `line ${index} \u6f22`));

/** The first message of the only session, as its file has it. */
const sentText = (terminal: Terminal): string | undefined => {
	const folder = join(terminal.home.settings, 'sessions');
	const file = existsSync(folder) ? readdirSync(folder).find(name => name.endsWith('.jsonl')) : undefined;
	const records = file === undefined ? [] : readFileSync(join(folder, file), 'utf8').split('\n');
	const record = records.find(line => line.includes('"message-accepted"'));
	return record === undefined ? undefined : /"text":("(?:[^"\\]|\\.)*")/.exec(record)?.[1];
};

const isSentWhole = (terminal: Terminal, text: string): Promise<void> =>
	waitUntil(() => sentText(terminal) === JSON.stringify(text), {
		describe: () => terminal.screen().join('\n'),
	});

describe('a paste of 10,000 lines', () => {
	it.each(windowSizes)(
		'is folded, waits for enter and is sent whole, at %i columns and %i rows',
		async (cols, rows) => {
			const terminal = startTerminal({args: ['demo'], cols, rows});
			await terminal.waitFor('Show me around');
			terminal.paste(lines.join('\n'));
			await terminal.waitFor('[paste 1: 10,000 lines');
			expect(sentText(terminal)).toBeUndefined();
			terminal.press('enter');
			await isSentWhole(terminal, lines.join('\n'));
		},
	);

	it.each(windowSizes)(
		'does not submit when it comes in pieces without brackets, at %i columns and %i rows',
		async (cols, rows) => {
			const terminal = startTerminal({args: ['demo'], cols, rows});
			await terminal.waitFor('Show me around');
			const text = `\r${lines.join('\r')}\r`;
			for (let at = 0, size = 1; at < text.length; at += size, size = (size * 7) % 4093 || 1) {
				terminal.type(text.slice(at, at + size));
				await new Promise(setImmediate);
			}
			await terminal.waitFor('[paste 1: ');
			await terminal.waitForStable({quiet: 500});
			expect(sentText(terminal)).toBeUndefined();
			terminal.press('enter');
			await isSentWhole(terminal, `\n${lines.join('\n')}\n`);
		},
	);
});

describe('typing', () => {
	it('loses nothing at 30 keys per second while an answer arrives', async () => {
		const terminal = startTerminal({args: ['demo'], cols: 120});
		await sendSuggestion(terminal);
		await terminal.waitFor('message, or / for commands');
		const text = 'the quick brown fox jumps over the lazy dog, and 1 2 3 times again';
		for (const key of text) {
			terminal.type(key);
			await new Promise(resolve => setTimeout(resolve, 33));
		}
		await terminal.waitFor(`› ${text}`);
	});
});

describe('a draft', () => {
	it('comes back after the program was killed, with its paste, and only once', async () => {
		const home = createTestHome();
		const drafts = join(home.settings, 'drafts');
		const kept = (): readonly string[] =>
			existsSync(drafts) ? readdirSync(drafts).filter(name => name.endsWith('.json')) : [];
		const isKept = (): boolean =>
			kept().some(name => readFileSync(join(drafts, name), 'utf8').includes('half a thought'));
		const first = startTerminal({args: ['demo'], home: home.folder, ...sizeOfTurn(0)});
		await first.waitFor('Show me around');
		first.paste(lines.join('\n'));
		await first.waitFor('[paste 1');
		first.type(' half a thought');
		await waitUntil(isKept);
		expect(statSync(drafts).mode & 0o777).toBe(0o700);
		for (const name of readdirSync(drafts)) {
			expect(statSync(join(drafts, name)).mode & 0o777).toBe(0o600);
		}
		first.kill('SIGKILL');
		await first.exit;

		const second = startTerminal({args: ['demo'], home: home.folder, ...sizeOfTurn(1)});
		await second.waitFor(/\[paste 1: 10,000 lines, .*\] half a thought/);
		await second.waitFor('The draft that was not sent last time is back');
		const third = startTerminal({args: ['demo'], home: home.folder, ...sizeOfTurn(2)});
		await third.waitFor('Show me around');
		await third.waitForStable();
		expect(third.screen().join('\n')).not.toContain('half a thought');
		second.press('ctrl+c');
		await waitUntil(() => kept().length === 0);
		await second.dispose();

		await third.submit('/help');
		const history = join(home.settings, 'history.jsonl');
		await waitUntil(() => existsSync(history) && readFileSync(history, 'utf8').includes('/help'), {
			describe: () => third.screen().join('\n'),
		});
		expect(statSync(history).mode & 0o777).toBe(0o600);
		await third.dispose();
		const fourth = startTerminal({args: ['demo'], home: home.folder});
		await fourth.waitFor('Show me around');
		await fourth.waitForStable();
		fourth.press('up');
		await fourth.waitFor('› /help');
		await fourth.dispose();
		home.remove();
	});
});

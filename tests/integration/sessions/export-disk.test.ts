import {readdirSync, readFileSync, utimesSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {setTimeout as pass} from 'node:timers/promises';
import {describe, expect, it} from 'vitest';
import {type ExportFile, exportSession} from '../../../source/core/sessions/export/export-session.ts';
import {createShelf, turnOf} from '../../helpers/shelf-of-sessions.ts';
import {createTemporaryFolder} from '../../helpers/temporary-folder.ts';

const {signal} = new AbortController();
const megabyte = 1024 * 1024;

/** A session of 20 MB, exported onto a disk that does this with what it gets. */
const exportOnto = async (append: (bytes: number, log: string) => Promise<void>) => {
	const home = createTemporaryFolder();
	const {put} = createShelf(home);
	const turns = Array.from({length: 40}, (_, index) =>
		turnOf('q', 'x'.repeat(megabyte / 2), 'a', index * 1000),
	);
	const log = put('one', turns.flat());
	const disk: ExportFile = {
		appendFile: bytes => append(bytes.length, log),
		sync: async () => undefined,
		close: async () => undefined,
	};
	const end = await exportSession(
		{
			sessionId: 'one',
			file: log,
			format: 'markdown',
			path: join(home, 'out.md'),
			mayReplace: false,
			results: undefined,
			writeChecks: async () => '',
			at: 0,
			async openFile(path) {
				writeFileSync(path, '');
				return disk;
			},
		},
		signal,
	);
	return {end, left: readdirSync(home)};
};

describe('an export', () => {
	it('does not read on while the disk is slow', async () => {
		let written = 0;
		const {end} = await exportOnto(async (bytes, log) => {
			if (written === 0) {
				// Whoever reads on meanwhile has read it all by then.
				await pass(500);
				writeFileSync(log, '');
			}
			written += bytes;
		});
		expect(end.type).toBe('written');
		expect(written).toBeLessThan(5 * megabyte);
	});

	it('has its name only when it is whole, so that a kill leaves nothing that looks finished', async () => {
		const names: (readonly string[])[] = [];
		const {end, left} = await exportOnto(async (_bytes, log) => {
			names.push(readdirSync(join(log, '..', '..')));
		});
		expect(end.type).toBe('written');
		expect(names.length).toBeGreaterThan(3);
		expect(names.filter(each => each.includes('out.md'))).toEqual([]);
		expect(left.toSorted()).toEqual(['out.md', 'sessions']);
	});

	it('keeps what got its name meanwhile, and clears away what killed programs left of it', async () => {
		let path = '';
		const {end, left} = await exportOnto(async (_bytes, log) => {
			path = join(log, '..', '..', 'out.md');
			writeFileSync(path, 'precious');
		});
		expect(end).toMatchObject({type: 'exists'});
		expect([readFileSync(path, 'utf8'), left.toSorted()]).toEqual(['precious', ['out.md', 'sessions']]);

		const home = createTemporaryFolder();
		const {shelf, put} = createShelf(home, {now: Date.now});
		put('one', turnOf('q', 'r', 'a'));
		const [old, fresh] = [
			join(home, 'mcp-tui-export-0123abcd.part'),
			join(home, 'mcp-tui-export-89abcdef.part'),
		];
		for (const file of [old, fresh]) {
			writeFileSync(file, 'half');
		}
		utimesSync(old, new Date(0), new Date(0));
		const request = {
			sessionId: 'one',
			format: 'markdown',
			path: join(home, 'x.md'),
			mayReplace: false,
		} as const;
		expect(await shelf.export(request, signal)).toMatchObject({type: 'written'});
		expect(readdirSync(home).toSorted()).toEqual(['mcp-tui-export-89abcdef.part', 'sessions', 'x.md']);
	});

	it('may have a name as long as a disk takes', async () => {
		const home = createTemporaryFolder();
		const {shelf, put} = createShelf(home, {now: Date.now});
		put('one', turnOf('q', 'r', 'a'));
		const path = join(home, `${'x'.repeat(252)}.md`);
		const request = {sessionId: 'one', format: 'markdown', path, mayReplace: false} as const;
		expect(await shelf.export(request, signal)).toEqual({type: 'written', path});
		expect(readFileSync(path, 'utf8')).toContain('q');
	});

	it('stops reading when the disk is full, says so, and leaves nothing', async () => {
		let tries = 0;
		const {end, left} = await exportOnto(async () => {
			tries += 1;
			throw Object.assign(new Error('no space left on device'), {code: 'ENOSPC'});
		});
		expect(end).toMatchObject({
			type: 'failed',
			failure: {
				message: 'The session could not be exported: no space left on device.',
				hint: 'Free some space and try again.',
			},
		});
		expect(tries).toBeLessThan(4);
		expect(left).toEqual(['sessions']);
	});
});

import {readdirSync, writeFileSync} from 'node:fs';
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
			openFile: async () => disk,
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

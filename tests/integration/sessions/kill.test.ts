import {join} from 'node:path';
import {expect, it} from 'vitest';
import {readLog} from './read-log.ts';
import {temporaryFolder} from './temporary-folder.ts';
import {buildWriter, startWriter} from './writer-process.ts';

const rounds = 25;

it('loses nothing acknowledged when the writer is killed at any moment, again and again', async () => {
	const folder = await temporaryFolder();
	const program = await buildWriter(folder);
	const file = join(folder, 'one.jsonl');
	let present = 0;
	let torn = 0;
	for (let round = 1; round <= rounds; round += 1) {
		const writer = startWriter(program, file, String(present + 1));
		try {
			await writer.said('opened');
			const wanted = 1 + Math.floor(Math.random() * 30);
			await expect
				.poll(() => writer.lines.length > wanted, {
					interval: 1 + Math.floor(Math.random() * 5),
					timeout: 30_000,
				})
				.toBe(true);
		} finally {
			await writer.kill();
		}

		const acked = Math.max(
			...writer.lines.flatMap(line => /^acked (\d+)$/.exec(line)?.[1] ?? []).map(Number),
		);
		const {events, report} = await readLog(file);
		expect(events.map(event => event.at)).toEqual(Array.from(events, (_, index) => index + 1));
		expect(events.length).toBeGreaterThanOrEqual(acked);
		expect(report).toMatchObject({missing: 0, outOfOrder: 0, unknown: 0});
		// A kill tears at most the one line that was being written.
		expect(report.damaged - torn).toBeLessThanOrEqual(1);
		expect(writer.lines.filter(line => line.startsWith('trouble'))).toEqual([]);
		torn = report.damaged;
		present = events.length;
	}
});

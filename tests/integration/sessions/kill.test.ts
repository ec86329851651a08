import {expect, it} from 'vitest';
import {killWriters} from './kill-writers.ts';
import {temporaryFolder} from './temporary-folder.ts';

/** scripts/kill-sessions.mjs does 2,000. */
const rounds = 25;

it('loses nothing acknowledged when the writer is killed at any moment, again and again', async () => {
	const {acknowledged, loaded} = await killWriters(await temporaryFolder(), rounds, Math.random);
	expect(acknowledged).toBeGreaterThan(0);
	expect(loaded).toBeGreaterThanOrEqual(acknowledged);
});

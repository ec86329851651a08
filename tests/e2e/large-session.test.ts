import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {writeDemoScript} from '../helpers/demo-script-file.ts';
import {writeLargeSession} from '../helpers/large-session.ts';
import {runProgram, useHome} from '../helpers/run-program.ts';

const megabyte = 1024 * 1024;

/** scripts/large-session.mjs does the same with a gigabyte. */
it('a session that is larger than the memory goes on, and says what of it is not shown', async () => {
	const home = useHome();
	const sessions = join(home.settings, 'sessions');
	mkdirSync(sessions, {recursive: true});
	writeFileSync(join(home.settings, 'config.json'), '{}');
	const turns = writeLargeSession(join(sessions, 'large.jsonl'), 'large', 150 * megabyte);
	const model = writeDemoScript(home.folder, {pace: 0, turns: [{steps: [{say: 'Going on.'}]}]});
	const run = await runProgram(home, ['-p', 'Go on', '--resume', 'large', '--model', model], {
		env: {NODE_OPTIONS: '--max-old-space-size=100'},
	});
	expect(run).toMatchObject({code: 0, stdout: 'Going on.\n'});
	expect(run.stderr).toMatch(/This session is very long: its first [\d,]+ messages and what came of them/);
	const left = /first ([\d,]+) messages/.exec(run.stderr)?.[1]?.replaceAll(',', '');
	expect(Number(left)).toBeLessThan(turns);
});

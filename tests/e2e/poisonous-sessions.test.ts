import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, expect, it} from 'vitest';
import {writeDemoScript} from '../helpers/demo-script-file.ts';
import {poisonousSessions} from '../helpers/poisonous-sessions.ts';
import {runProgram, useHome} from '../helpers/run-program.ts';
import {disposeTerminals, startTerminal} from '../helpers/terminal.ts';

afterEach(disposeTerminals);

it.each(Object.entries(poisonousSessions))(
	'a session with %s is listed, found, shown and exported, goes on, and says what was left out',
	async (_name, {log, said}) => {
		const home = useHome({});
		mkdirSync(join(home.settings, 'sessions'), {recursive: true});
		writeFileSync(join(home.settings, 'sessions', 'x.jsonl'), log(), {mode: 0o600});
		const run = (...args: readonly string[]) => runProgram(home, args);

		const listed = await run('sessions', 'list', '--json');
		expect(JSON.parse(listed.stdout)).toMatchObject([{sessionId: 'x'}]);
		expect((await run('sessions', 'search', 'last', 'answer')).stdout).toContain('x  A last answer.');
		const shown = await run('sessions', 'show', 'x');
		expect(shown).toMatchObject({code: 0, stdout: expect.stringContaining('A last answer.')});
		expect(shown.stderr).toMatch(said ?? /^$/);
		for (const format of ['markdown', 'json', 'html']) {
			const file = join(home.folder, `export.${format}`);
			const exported = await run('sessions', 'export', 'x', '--format', format, '-o', file);
			expect(exported).toMatchObject({code: 0, stderr: ''});
			expect(readFileSync(file, 'utf8')).toContain('A last answer.');
		}

		const model = writeDemoScript(home.folder, {pace: 0, turns: [{steps: [{say: 'Going on.'}]}]});
		const terminal = startTerminal({home: home.folder, args: ['-c', '--model', model]});
		await terminal.waitFor(/A last answer\./);
		await terminal.submit('go on');
		await terminal.waitFor('Going on.');
		expect(terminal.scrollback().join('\n')).toMatch(said ?? /Going on/);
	},
);

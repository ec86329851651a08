/**
 * Kills programs that write sessions at random moments, loads what they left and goes on with it.
 *
 *   node scripts/kill-sessions.mjs [--rounds 2000] [--programs 200] [--program dist/mcp-tui.cjs]
 *
 * `rounds` are kills of a small process that only writes a session; `programs` are kills of the whole built program in a
 * turn with a real server, which writes down every call that it really runs.
 */
import {mkdtempSync, realpathSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {parseArgs} from 'node:util';
import {root} from './build/bundle.mjs';
import {loadTypescript} from './load-typescript.mjs';

const {values} = parseArgs({
	options: {
		rounds: {type: 'string', default: '2000'},
		programs: {type: 'string', default: '200'},
		program: {type: 'string', default: path.join(root, 'dist/mcp-tui.cjs')},
	},
});
const {killWriters} = await loadTypescript('tests/integration/sessions/kill-writers.ts');
const {killPrograms} = await loadTypescript('tests/integration/sessions/kill-programs.ts');
const {createTestHome} = await loadTypescript('tests/helpers/test-home.ts');

const every = 100;
const tell = tally => {
	if (tally.rounds % every === 0) console.log(JSON.stringify(tally));
};
const measured = async (name, run) => {
	const began = performance.now();
	const tally = await run();
	console.log(`${name}: ${JSON.stringify(tally)} in ${((performance.now() - began) / 1000).toFixed(0)} s`);
};

const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'mcp-tui-kill-')));
const home = createTestHome();
try {
	await measured('writers', () => killWriters(folder, Number(values.rounds), Math.random, tell));
	const program = {
		command: [process.execPath, path.resolve(values.program)],
		server: path.join(root, 'tests/servers/tally.mjs'),
		folder: home.folder,
		settings: home.settings,
		env: home.env,
	};
	await measured('programs', () => killPrograms(program, Number(values.programs), Math.random, tell));
} finally {
	rmSync(folder, {recursive: true, force: true});
	home.remove();
}

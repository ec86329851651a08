import {execFileSync} from 'node:child_process';
import {mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {fileURLToPath} from 'node:url';

const {resolve} = createRequire(import.meta.url);
const packaged = name => path.join(path.dirname(resolve(`${name}/package.json`)), 'dist/index.js');
const ofTests = name => fileURLToPath(new URL(`../../tests/servers/${name}.mjs`, import.meta.url));

const programs = {
	files: {file: packaged('@modelcontextprotocol/server-filesystem'), args: ['.']},
	everything: {file: packaged('@modelcontextprotocol/server-everything'), args: []},
	// The second call of a minute waits for its turn.
	jobs: {file: ofTests('slow'), args: [], rateLimit: 1},
	broken: {file: ofTests('crash-before-handshake'), args: []},
};

const program = fileURLToPath(new URL('../../dist/mcp-tui.cjs', import.meta.url));

const meeting = '# Tuesday\n\n- Release on Thursday\n- Mira writes the announcement\n';

/**
 * A home for one scene. Its path says nothing about the machine, and neither do the commands of its servers:
 * each is a link beside it.
 */
export const createWorld = ({servers = [], config = {}, pace = 0, isFirst = false, recorded}) => {
	const home = path.join(realpathSync(tmpdir()), 'mcp-tui-gallery');
	rmSync(home, {recursive: true, force: true, maxRetries: 5});
	const folders = {
		work: path.join(home, 'notes'),
		settings: path.join(home, '.mcp-tui'),
		bin: path.join(home, 'bin'),
	};
	for (const folder of Object.values(folders)) mkdirSync(folder, {recursive: true});
	writeFileSync(path.join(folders.work, 'meeting.md'), meeting);
	const story = readFileSync(new URL('story.yaml', import.meta.url), 'utf8');
	writeFileSync(path.join(folders.work, 'story.yaml'), story.replace(/^pace: .*$/m, `pace: ${pace}`));
	const mcpServers = Object.fromEntries(
		servers.map(name => {
			const {file, args, ...more} = programs[name];
			const link = path.join(folders.bin, `${name}${path.extname(file)}`);
			symlinkSync(file, link);
			return [name, {command: process.execPath, args: [link, ...args], cwd: folders.work, ...more}];
		}),
	);
	if (!isFirst)
		writeFileSync(path.join(folders.settings, 'config.json'), JSON.stringify({...config, mcpServers}));
	const model = ['--model', 'demo/story.yaml'];
	if (recorded !== undefined) {
		// Nothing of the talk that is recorded is on the picture but what is played of it.
		const args = [...model, '--approval', 'auto', '--no-session', '--record', 'talk.jsonl', '-p', recorded];
		const env = {PATH: process.env.PATH, HOME: home, MCP_TUI_HOME: folders.settings};
		execFileSync(process.execPath, [program, ...args], {cwd: folders.work, env, stdio: 'ignore'});
	}
	const played = ['--replay', 'talk.jsonl'];
	return {
		home,
		cwd: folders.work,
		args: isFirst ? [] : recorded === undefined ? model : played,
		remove: () => rmSync(home, {recursive: true, force: true, maxRetries: 5}),
	};
};

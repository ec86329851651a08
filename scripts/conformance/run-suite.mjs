import {spawn} from 'node:child_process';

/**
 * Runs the bundled suite and resolves with its exit code and everything it said.
 * @param {{suite: string, folder: string}} where
 * @param {readonly string[]} args
 * @returns {Promise<{code: number | null, text: string}>}
 */
export const runSuite = ({suite, folder}, args) =>
	new Promise((resolve, reject) => {
		const child = spawn(process.execPath, [suite, ...args], {cwd: folder, stdio: ['ignore', 'pipe', 'pipe']});
		const said = [];
		for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => said.push(chunk));
		child.once('error', reject);
		child.once('close', code => resolve({code, text: Buffer.concat(said).toString()}));
	});

/**
 * The names of the scenarios that the suite has for clients or servers.
 * @param {{suite: string, folder: string}} where
 * @param {'client' | 'server'} side
 */
export const listScenarios = async (where, side) => {
	const {text} = await runSuite(where, ['list', `--${side}`]);
	return text.split('\n').flatMap(line => /^ {2}- (\S+)/.exec(line)?.[1] ?? []);
};

const indented = text => text.replace(/^/gm, '    ');

/** One line per scenario, and the whole story of one that failed or where `isVerbose`. */
export const createSay = isVerbose => (name, passed, seconds, story) => {
	console.log(`${passed ? '✓' : '✗'} ${name}${seconds === undefined ? '' : ` (${seconds.toFixed(1)} s)`}`);
	if (!passed || isVerbose) console.log(indented(story.trim()));
};

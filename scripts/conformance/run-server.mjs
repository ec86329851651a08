import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdirSync, readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {createInterface} from 'node:readline';
import {root} from '../build/bundle.mjs';
import {listScenarios, runSuite} from './run-suite.mjs';
import {applying, notApplying} from './server-scenarios.mjs';

/** Starts the built program and resolves when it says where it listens. */
const startServer = async folder => {
	const home = path.join(folder, 'home');
	mkdirSync(home, {recursive: true});
	const child = spawn(
		process.execPath,
		[path.join(root, 'dist/mcp-tui.cjs'), 'serve', '--http', '0', '--json'],
		{
			cwd: home,
			env: {PATH: process.env.PATH, HOME: home, MCP_TUI_HOME: home},
			stdio: ['ignore', 'pipe', 'pipe'],
		},
	);
	const exited = once(child, 'exit');
	let said = '';
	child.stderr.on('data', chunk => {
		said += chunk;
	});
	const line = await Promise.race([
		once(createInterface({input: child.stdout}), 'line').then(([text]) => text),
		exited.then(([code]) => {
			throw new Error(`mcp-tui serve --http ended with ${code}. Was it built? ${said}`);
		}),
	]);
	return {
		url: JSON.parse(line).url,
		/** @returns the exit code */
		async stop() {
			child.kill('SIGTERM');
			const [code] = await exited;
			return code;
		},
	};
};

const checksIn = folder => {
	const file = readdirSync(folder, {recursive: true}).find(name => path.basename(name) === 'checks.json');
	return file === undefined ? [] : JSON.parse(readFileSync(path.join(folder, file), 'utf8'));
};

/** A scenario passes if something was checked and nothing but what cannot be checked here failed. */
const judge = (checks, exceptChecks) => {
	const bad = checks.filter(
		({id, status}) => (status === 'FAILURE' || status === 'WARNING') && !exceptChecks.includes(id),
	);
	return {bad, passed: bad.length === 0 && checks.some(({status}) => status === 'SUCCESS')};
};

/**
 * Runs the scenarios for servers that apply to `mcp-tui serve --http`.
 * @returns {Promise<{ran: number, failed: readonly string[]}>}
 */
export const runServerScenarios = async (where, {only, say}) => {
	const all = await listScenarios(where, 'server');
	const known = new Set([...applying.map(({name}) => name), ...Object.keys(notApplying)]);
	const strange = all.filter(name => !known.has(name));
	const gone = [...known].filter(name => !all.includes(name));
	if (all.length === 0 || strange.length > 0 || gone.length > 0)
		throw new Error(
			`The suite's server scenarios are others than scripts/conformance/server-scenarios.mjs says. New: ${strange.join(', ') || 'none'}. Gone: ${gone.join(', ') || 'none'}.`,
		);
	const chosen = applying
		.filter(({name}) => only === undefined || name.includes(only))
		.flatMap(({revisions, ...scenario}) => revisions.map(revision => ({...scenario, revision})));
	if (chosen.length === 0) return {ran: 0, failed: []};
	const failed = [];
	const server = await startServer(where.folder);
	try {
		for (const {name, revision, exceptChecks = []} of chosen) {
			const title = `server ${name} ${revision}`;
			const began = performance.now();
			const results = path.join(where.folder, 'server', revision, name);
			const {text} = await runSuite(where, [
				'server',
				'--url',
				server.url,
				'--scenario',
				name,
				'--spec-version',
				revision,
				'--output-dir',
				results,
			]);
			const {bad, passed} = judge(checksIn(results), exceptChecks);
			say(
				title,
				passed,
				(performance.now() - began) / 1000,
				bad.length > 0 ? JSON.stringify(bad, null, 2) : text,
			);
			if (!passed) failed.push(title);
		}
	} finally {
		const code = await server.stop();
		if (code !== 0) failed.push(`server: it ended with ${code}`);
	}
	return {ran: chosen.length, failed};
};

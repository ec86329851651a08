import {readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {listScenarios, runSuite} from './run-suite.mjs';
import {serveTurns} from './turns.mjs';

const revisions = ['2025-11-25', '2026-07-28'];
const scenarioCount = 48;

const turnRunner = fileURLToPath(new URL('run-in-turn.mjs', import.meta.url));

const outcomeOf = file => {
	const checks = JSON.parse(readFileSync(file, 'utf8'));
	return checks.filter(({status}) => status === 'FAILURE' || status === 'WARNING');
};

/**
 * Runs the scenarios for clients against `client`, and both sets of requirements unless `isQuick`.
 * @returns {Promise<{ran: number, failed: readonly string[]}>}
 */
export const runClientScenarios = async (where, {client, only, isQuick, say}) => {
	const runScenario = async name => {
		const began = performance.now();
		const command = `"${process.execPath}" "${client}"`;
		const {code, text} = await runSuite(where, ['client', '--scenario', name, '--command', command]);
		say(name, code === 0, (performance.now() - began) / 1000, text);
		return code === 0;
	};

	/** Exactly what one revision of the protocol requires, in the generation of that revision. */
	const runRequirements = async revision => {
		const turns = await serveTurns();
		const results = path.join(where.folder, revision);
		const command = `"${process.execPath}" "${turnRunner}" ${turns.port} "${client}"`;
		const {code, text} = await runSuite(where, [
			'client',
			'--requirements',
			revision,
			'--command',
			command,
			'--output-dir',
			results,
			// They wait for their turn in this time.
			'--timeout',
			'900000',
		]);
		turns.close();
		for (const file of readdirSync(results, {recursive: true}).sort()) {
			if (path.basename(file) !== 'checks.json') continue;
			const name = path.dirname(file).replace(/-\d{4}-\d{2}-\d{2}T[\d-]+Z$/, '');
			const bad = outcomeOf(path.join(results, file));
			say(`${revision} ${name}`, bad.length === 0, undefined, JSON.stringify(bad, null, 2));
		}
		say(`--requirements ${revision} exits ${code}`, code === 0, undefined, text.slice(-4000));
		return code === 0;
	};

	const all = await listScenarios(where, 'client');
	if (all.length !== scenarioCount)
		throw new Error(`The suite has ${all.length} client scenarios and not ${scenarioCount}.`);
	const chosen = all.filter(name => only === undefined || name.includes(only));
	const failed = [];
	// One after another: some of them measure time.
	for (const name of chosen) if (!(await runScenario(name))) failed.push(name);
	if (!isQuick && only === undefined)
		for (const revision of revisions)
			if (!(await runRequirements(revision))) failed.push(`--requirements ${revision}`);
	return {ran: chosen.length, failed};
};

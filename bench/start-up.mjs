import {existsSync, readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {promptShows, startSession} from './session.mjs';
import {median} from './statistics.mjs';

// A letter that no greeting contains.
const typed = 'Q';

const timeExit = async (command, home) => {
	const session = startSession(command, {home});
	const at = await session.exited;
	await session.end();
	return at - session.startedAt;
};

/** Typed before the program can read: the tty shows it at once, the prompt when it lives. */
const timePrompt = async (command, home) => {
	const session = startSession(command, {home});
	session.write(typed);
	const glyphAt = await session.waitFor(screen => screen.some(line => /[^\sQ]/.test(line)));
	const echoAt = await session.waitFor(promptShows(typed));
	await session.end();
	return {glyph: glyphAt - session.startedAt, echo: echoAt - session.startedAt};
};

const hasCompleteCache = home => {
	const folder = path.join(home.settings, 'cache');
	if (!existsSync(folder)) return false;
	return readdirSync(folder).some(
		name =>
			name.startsWith('code-') && name.endsWith('.bin') && readFileSync(path.join(folder, name))[0] === 1,
	);
};

/** The first start compiles; every later one finds its code in the cache. */
export const warmUp = async (command, home) => {
	const session = startSession(command, {home});
	await session.waitFor(promptShows(''));
	for (let patience = 0; patience < 200 && !hasCompleteCache(home); patience++) await sleep(50);
	await session.end();
};

/** Everything is measured in turns, so that a noisy machine is equally noisy for all. */
export const measureStartUp = async ({program, minimal, homes, runs}) => {
	const samples = {bare: [], version: [], minimal: [], program: []};
	await warmUp(program, homes.program);
	await warmUp(minimal, homes.minimal);
	for (let run = 0; run < runs; run++) {
		samples.bare.push(await timeExit([process.execPath, '-e', '0'], homes.program));
		samples.version.push(await timeExit([...program.slice(0, 2), '--version'], homes.program));
		samples.minimal.push(await timePrompt(minimal, homes.minimal));
		samples.program.push(await timePrompt(program, homes.program));
	}
	const bare = median(samples.bare);
	const of = (name, what) => median(samples[name].map(sample => sample[what]));
	const floor = {floor: bare, floorName: 'node -e 0', unit: 'ms'};
	return {
		samples,
		rows: [
			{name: '--version', figure: median(samples.version), ...floor, maxRatio: 1.3},
			{name: 'minimal Ink app: first glyph', figure: of('minimal', 'glyph'), ...floor},
			{name: 'minimal Ink app: prompt echoes typing', figure: of('minimal', 'echo'), ...floor},
			{name: 'first glyph', figure: of('program', 'glyph'), ...floor, maxRatio: 1.5},
			{name: 'prompt echoes typing', figure: of('program', 'echo'), ...floor, maxRatio: 3.5},
			{
				name: 'prompt echoes typing, next to the minimal Ink app',
				figure: of('program', 'echo'),
				unit: 'ms',
				floor: of('minimal', 'echo'),
				floorName: 'minimal Ink app',
			},
		],
	};
};

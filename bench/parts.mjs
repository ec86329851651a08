import {execFileSync} from 'node:child_process';
import path from 'node:path';
import {createAnswer} from './answers.mjs';
import {measureIdle} from './idle.mjs';
import {measureKeyEcho} from './key-echo.mjs';
import {fillTranscript, shortAnswer} from './long-session.mjs';
import {measureModels} from './models.mjs';
import {measureServers} from './servers.mjs';
import {measureSoak} from './soak.mjs';
import {measureStartUp} from './start-up.mjs';
import {quantile} from './statistics.mjs';
import {measureAnswer, measureRawFloor, showsLine, submit} from './streaming.mjs';
import {measureWorkbench} from './workbench.mjs';

// As fast as a quick model talks.
const pace = 200;

const start = async ({root, folder, homes, size, note, programWith}) => {
	note(`start-up: ${size.runs} runs of each`);
	const out = path.join(folder, 'minimal');
	const build = path.join(root, 'scripts/build.mjs');
	execFileSync(process.execPath, [build, '--entry', path.join(root, 'bench/minimal-ink.mjs'), '--out', out]);
	const minimal = [process.execPath, path.join(out, 'mcp-tui.cjs')];
	// A model without a script file: reading one costs what no real start pays.
	return measureStartUp({
		program: programWith('demo/tour'),
		minimal,
		homes,
		runs: size.runs,
	});
};

const stream = async ({homes, size, note, scriptedProgram, withSession}) => {
	note(`streaming: ${size.tokens} tokens at ${pace} per second, twice`);
	const answer = createAnswer(size.tokens, 'STREAMEND');
	const floor = await measureRawFloor({home: homes.program, pace, count: size.tokens});
	const {cost, clears} = await withSession(
		scriptedProgram('stream', pace, [{say: answer}]),
		async session => ({
			cost: await measureAnswer(session, {answer, mark: 'STREAMEND', prompt: 'go'}),
			clears: session.output().match(/\u001b\[[23]J|\u001bc/g)?.length ?? 0,
		}),
	);
	const floorOf = {floor: floor.cpuPerThousand, floorName: 'raw write', maxRatio: 3.5};
	return {
		samples: {floor, cost, clears},
		rows: [
			{name: 'CPU per 1,000 streamed tokens', figure: cost.cpuPerThousand, unit: 's', ...floorOf},
			{name: 'bytes written per byte of answer', figure: cost.bytesPerByte, unit: 'bytes/byte', limit: 8},
			{name: 'full clears', figure: clears, unit: 'times', limit: 0},
		],
	};
};

const echoRows = (samples, floor, {when, p50, p95}) =>
	[
		{label: 'p50', part: 0.5, limit: p50},
		{label: 'p95', part: 0.95, limit: p95},
	].map(({label, part, limit}) => ({
		name: `key echo ${when}, ${label}`,
		...{figure: quantile(samples, part), unit: 'ms', limit},
		...{floor: quantile(floor, part), floorName: 'raw echo'},
	}));

const keys = async ({root, size, note, scriptedProgram, withSession}) => {
	note(`key echo: ${size.keys} keys idle, ${size.keys} while an answer comes`);
	const rawEcho = [process.execPath, path.join(root, 'bench/raw-echo.mjs')];
	const floor = await withSession(rawEcho, session => measureKeyEcho(session, size.keys));
	// Long enough for all keys, at about a tenth of a second each.
	const answer = createAnswer(size.keys * 0.1 * pace * 2, 'KEYSEND');
	return withSession(scriptedProgram('keys', pace, [{say: answer}]), async session => {
		const idle = await measureKeyEcho(session, size.keys);
		await submit(session, 'go');
		await session.waitFor(screen => screen.some(line => line.includes('Part 1')));
		const streaming = await measureKeyEcho(session, size.keys);
		if (showsLine('KEYSEND')(session.screen())) note('the answer ended before the last key');
		return {
			samples: {floor, idle, streaming},
			rows: [
				...echoRows(idle, floor, {when: 'idle', p50: 4, p95: 10}),
				...echoRows(streaming, floor, {when: 'while streaming', p50: 5, p95: 15}),
			],
		};
	});
};

const idleRows = ({cpuPercent, bytes, residentMiB}, suffix, memoryLimit) => [
	{name: `idle memory${suffix}`, figure: residentMiB, unit: 'MiB', limit: memoryLimit},
	{name: `idle CPU${suffix}`, figure: cpuPercent, unit: '%', limit: 0.3},
	{name: `idle output${suffix}`, figure: bytes, unit: 'bytes', limit: 0},
];

const idle = async ({size, note, scriptedProgram, withSession}) => {
	note(`idle: ${size.idleSeconds} s`);
	const command = scriptedProgram('idle', 0, [{say: 'Hello.'}]);
	const samples = await withSession(command, session => measureIdle(session, size.idleSeconds));
	return {samples, rows: idleRows(samples, '', 100)};
};

const long = async ({size, note, scriptedProgram, withSession}) => {
	note(`long session: ${size.items} items, ${size.items * 5} lines`);
	const answers = ['EMPTYEND', 'FULLEND'].map(mark => ({
		mark,
		prompt: mark,
		answer: createAnswer(4000, mark),
	}));
	// Fast, because a thousand turns come between the two answers that are compared.
	const command = scriptedProgram('long', 10 * pace, [
		...answers.map(({mark, answer}) => ({match: `^${mark}$`, say: answer})),
		{say: shortAnswer},
	]);
	return withSession(command, async session => {
		const [emptyCost, emptyKeys] = [
			await measureAnswer(session, answers[0]),
			await measureKeyEcho(session, size.keys),
		];
		await fillTranscript(session, size.items);
		const [fullCost, fullKeys] = [
			await measureAnswer(session, answers[1]),
			await measureKeyEcho(session, size.keys),
		];
		const resting = await measureIdle(session, size.idleSeconds);
		const after = `with ${size.items} items`;
		const compare = (name, unit, empty, full) => ({
			...{name: `${name} ${after}`, unit, figure: full, floor: empty, floorName: 'empty', maxRatio: 1.2},
		});
		return {
			samples: {emptyCost, emptyKeys, fullCost, fullKeys, resting},
			rows: [
				compare('key echo p50', 'ms', quantile(emptyKeys, 0.5), quantile(fullKeys, 0.5)),
				compare('key echo p95', 'ms', quantile(emptyKeys, 0.95), quantile(fullKeys, 0.95)),
				compare('CPU per 1,000 tokens', 's', emptyCost.cpuPerThousand, fullCost.cpuPerThousand),
				compare('bytes per byte', 'bytes/byte', emptyCost.bytesPerByte, fullCost.bytesPerByte),
				...idleRows(resting, ` ${after}`, 130),
			],
		};
	});
};

/** The parts of the benchmark by name; each answers with rows for the table and with what it measured. */
export const parts = {
	start,
	stream,
	keys,
	idle,
	long,
	soak: measureSoak,
	servers: measureServers,
	models: measureModels,
	workbench: measureWorkbench,
};

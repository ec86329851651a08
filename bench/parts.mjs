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

const clearing = /\u001b\[[23]J|\u001bc/g;

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
	note(`streaming: ${size.tokens} tokens at ${pace} per second, three times`);
	const answer = createAnswer(size.tokens, 'STREAMEND');
	const measureFloor = () => measureRawFloor({home: homes.program, pace, count: size.tokens});
	// Before and after: a machine has fast and slow minutes.
	const floors = [await measureFloor()];
	const {cost, clears} = await withSession(
		scriptedProgram('stream', pace, [{say: answer}]),
		async session => ({
			cost: await measureAnswer(session, {answer, mark: 'STREAMEND', prompt: 'go'}),
			clears: session.output().match(clearing)?.length ?? 0,
		}),
	);
	floors.push(await measureFloor());
	const floor = floors.reduce((sum, {cpuPerThousand}) => sum + cpuPerThousand, 0) / floors.length;
	const floorOf = {floor, floorName: 'raw write', maxRatio: 3.5};
	return {
		samples: {floors, cost, clears},
		rows: [
			{
				name: `CPU per 1,000 streamed markdown tokens at ${pace} tokens/s`,
				figure: cost.cpuPerThousand,
				unit: 's',
				...floorOf,
			},
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
		name: `key echo ${label} ${when}`,
		...{figure: quantile(samples, part), unit: 'ms', limit},
		...{floor: quantile(floor, part), floorName: 'raw echo'},
	}));

/** Key echo while an answer comes that lasts longer than the keys, which take about a tenth of a second each. */
const measureStreamingEcho = async (session, {prompt, mark, note, keys}) => {
	await submit(session, prompt);
	await session.waitFor(screen => screen.some(line => line.includes('Part 1')));
	const samples = await measureKeyEcho(session, keys);
	if (showsLine(mark)(session.screen())) note('the answer ended before the last key');
	return samples;
};

const lastingAnswer = (keys, tokensPerSecond, mark) => createAnswer(keys * 0.1 * tokensPerSecond, mark);

const keys = async ({root, size, note, scriptedProgram, withSession}) => {
	note(`key echo: ${size.keys} keys idle, ${size.keys} while an answer comes`);
	const rawEcho = [process.execPath, path.join(root, 'bench/raw-echo.mjs')];
	const floor = await withSession(rawEcho, session => measureKeyEcho(session, size.keys));
	const say = lastingAnswer(size.keys, pace, 'KEYSEND');
	return withSession(scriptedProgram('keys', pace, [{say}]), async session => {
		const idle = await measureKeyEcho(session, size.keys);
		const streamed = {prompt: 'go', mark: 'KEYSEND', note, keys: size.keys};
		const streaming = await measureStreamingEcho(session, streamed);
		return {
			samples: {floor, idle, streaming},
			rows: [
				...echoRows(idle, floor, {when: 'idle', p50: 4, p95: 10}),
				...echoRows(streaming, floor, {when: 'while streaming', p50: 5, p95: 15}),
			],
		};
	});
};

const idleRows = ({cpuPercent, bytes, residentMiB}, seconds, {memory, limit, suffix = ''}) => [
	{name: memory, figure: residentMiB, unit: 'MiB', limit},
	{name: `idle CPU for ${seconds} s${suffix}`, figure: cpuPercent, unit: '%', limit: 0.3},
	{name: `idle output for ${seconds} s${suffix}`, figure: bytes, unit: 'bytes', limit: 0},
];

const idle = async ({size, note, scriptedProgram, withSession}) => {
	note(`idle: ${size.idleSeconds} s`);
	const command = scriptedProgram('idle', 0, [{say: 'Hello.'}]);
	const samples = await withSession(command, session => measureIdle(session, size.idleSeconds));
	return {samples, rows: idleRows(samples, size.idleSeconds, {memory: 'idle memory, no server', limit: 100})};
};

const long = async ({size, note, scriptedProgram, withSession}) => {
	const counts = [size.items * 5, size.items].map(count => count.toLocaleString('en'));
	const suffix = ` with ${counts[0]} lines and ${counts[1]} items`;
	note(`long session: the same before and${suffix}`);
	// Fast, because a thousand turns come between the answers that are compared.
	const fastPace = 8 * pace;
	const says = (marks, say) => marks.map(mark => ({match: `^${mark}$`, say: say(mark)}));
	const command = scriptedProgram('long', fastPace, [
		...says(['EMPTYEND', 'FULLEND'], mark => createAnswer(4000, mark)),
		...says(['EMPTYKEYS', 'FULLKEYS'], mark => lastingAnswer(size.keys, fastPace, mark)),
		{say: shortAnswer},
	]);
	const measure = async (session, name) => {
		const [mark, keysMark] = [`${name}END`, `${name}KEYS`];
		const cost = await measureAnswer(session, {answer: createAnswer(4000, mark), mark, prompt: mark});
		const idleKeys = await measureKeyEcho(session, size.keys);
		const streamed = {prompt: keysMark, mark: keysMark, note, keys: size.keys};
		const streamingKeys = await measureStreamingEcho(session, streamed);
		await session.waitFor(showsLine(keysMark), {timeout: 120_000, what: keysMark});
		return {cost, idleKeys, streamingKeys};
	};
	return withSession(command, async session => {
		const empty = await measure(session, 'EMPTY');
		await fillTranscript(session, size.items);
		const resting = await measureIdle(session, size.idleSeconds);
		const full = await measure(session, 'FULL');
		const clears = session.output().match(clearing)?.length ?? 0;
		const compare = (name, unit, of) => ({
			...{
				name: `${name}${suffix}`,
				unit,
				figure: of(full),
				floor: of(empty),
				floorName: 'empty',
				maxRatio: 1.2,
			},
		});
		const compareKeys = (when, of) =>
			[0.5, 0.95].map(part =>
				compare(`key echo p${part * 100} ${when}`, 'ms', measured => quantile(of(measured), part)),
			);
		return {
			samples: {empty, full, resting, clears},
			rows: [
				compare('CPU per 1,000 streamed tokens', 's', ({cost}) => cost.cpuPerThousand),
				compare('bytes written per byte of answer', 'bytes/byte', ({cost}) => cost.bytesPerByte),
				{name: `full clears${suffix}`, figure: clears, unit: 'times', limit: 0},
				...compareKeys('idle', ({idleKeys}) => idleKeys),
				...compareKeys('while streaming', ({streamingKeys}) => streamingKeys),
				...idleRows(resting, size.idleSeconds, {
					...{memory: `idle memory after ${counts[0]} lines`, limit: 130, suffix},
				}),
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

// Measures the built program in a real pseudo-terminal against floors taken in the same run.
//
//   node bench/run.mjs [--json] [--quick] [--runs 15] [--only start,stream,keys,idle,long] [--program file]
import {execFileSync} from 'node:child_process';
import {existsSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {parseArgs} from 'node:util';
import {createAnswer, createScript} from './answers.mjs';
import {measureIdle} from './idle.mjs';
import {measureKeyEcho} from './key-echo.mjs';
import {fillTranscript, shortAnswer} from './long-session.mjs';
import {createTestHome, promptShows, startSession} from './session.mjs';
import {measureStartUp, warmUp} from './start-up.mjs';
import {formatTable, judge, quantile} from './statistics.mjs';
import {measureAnswer, measureRawFloor, showsLine, submit} from './streaming.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const {values} = parseArgs({
	options: {
		json: {type: 'boolean', default: false},
		quick: {type: 'boolean', default: false},
		runs: {type: 'string'},
		only: {type: 'string', default: 'start,stream,keys,idle,long'},
		program: {type: 'string', default: path.join(root, 'dist/mcp-tui.cjs')},
	},
});
const parts = new Set(values.only.split(','));
const runs = Number(values.runs ?? (values.quick ? 5 : 15));
const streamedTokens = values.quick ? 500 : 5000;
const items = values.quick ? 100 : 2000;
const keys = values.quick ? 40 : 120;
const idleSeconds = values.quick ? 3 : 10;
const pace = 200;

if (!existsSync(values.program)) throw new Error(`${values.program} does not exist: run npm run build first`);
if (process.platform !== 'linux') throw new Error('The benchmarks read /proc, so they need Linux.');

const folder = mkdtempSync(path.join(tmpdir(), 'mcp-tui-bench-'));
const homes = {program: createTestHome(), minimal: createTestHome()};
const note = text => process.stderr.write(`${text}\n`);

const writeScript = (name, scriptPace, answers) => {
	const file = path.join(folder, `${name}.yaml`);
	writeFileSync(file, createScript(scriptPace, answers));
	return [process.execPath, values.program, '--model', `demo/${file}`, '--strict-mcp-config'];
};

const withSession = async (command, use) => {
	const session = startSession(command, {home: homes.program});
	try {
		await session.waitFor(promptShows(''));
		return await use(session);
	} finally {
		await session.end();
	}
};

const startPart = async () => {
	note(`start-up: ${runs} runs of each`);
	const out = path.join(folder, 'minimal');
	execFileSync(process.execPath, [
		...[path.join(root, 'scripts/build.mjs'), '--entry', path.join(root, 'bench/minimal-ink.mjs'), '--out', out],
	]);
	const minimal = [process.execPath, path.join(out, 'mcp-tui.cjs')];
	return measureStartUp({program: writeScript('start', 0, ['Hello.']), minimal, homes, runs});
};

const echoRows = (samples, {when, p50, p95}) => [
	{name: `key echo ${when}, p50`, figure: quantile(samples, 0.5), unit: 'ms', limit: p50},
	{name: `key echo ${when}, p95`, figure: quantile(samples, 0.95), unit: 'ms', limit: p95},
];

const streamPart = async () => {
	note(`streaming: ${streamedTokens} tokens at ${pace} per second, twice`);
	const answer = createAnswer(streamedTokens, 'STREAMEND');
	const floor = await measureRawFloor({home: homes.program, pace, count: streamedTokens});
	const {cost, clears} = await withSession(writeScript('stream', pace, [answer]), async session => ({
		cost: await measureAnswer(session, {answer, mark: 'STREAMEND', prompt: 'go'}),
		clears: session.output().match(/\u001b\[[23]J|\u001bc/g)?.length ?? 0,
	}));
	return {
		samples: {floor, cost, clears},
		rows: [
			{
				name: 'CPU per 1,000 streamed tokens',
				figure: cost.cpuPerThousand,
				unit: 's',
				floor: floor.cpuPerThousand,
				floorName: 'raw write',
				maxRatio: 3.5,
			},
			{name: 'bytes written per byte of answer', figure: cost.bytesPerByte, unit: 'bytes/byte', limit: 8},
			{name: 'full clears', figure: clears, unit: 'times', limit: 0},
		],
	};
};

const keysPart = async () => {
	note(`key echo: ${keys} keys idle and ${keys} while streaming`);
	const streamed = createAnswer(Math.ceil(keys * 0.08 * pace * 2), 'KEYSEND');
	return withSession(writeScript('keys', pace, [streamed]), async session => {
		const idle = await measureKeyEcho(session, keys);
		await submit(session, 'go');
		await session.waitFor(screen => screen.some(line => line.includes('Part 1')));
		const streaming = await measureKeyEcho(session, keys);
		const isStillStreaming = !showsLine('KEYSEND')(session.screen());
		if (!isStillStreaming) note('the answer ended before the last key');
		return {
			samples: {idle, streaming, isStillStreaming},
			rows: [
				...echoRows(idle, {when: 'idle', p50: 4, p95: 10}),
				...echoRows(streaming, {when: 'while streaming', p50: 5, p95: 15}),
			],
		};
	});
};

const idleRows = ({cpuPercent, bytes, residentMiB}, {suffix, limit}) => [
	{name: `idle memory${suffix}`, figure: residentMiB, unit: 'MiB', limit},
	{name: `idle CPU${suffix}`, figure: cpuPercent, unit: '%', limit: 0.3},
	{name: `idle output${suffix}`, figure: bytes, unit: 'bytes', limit: 0},
];

const idlePart = async () => {
	note(`idle: ${idleSeconds} s`);
	const idle = await withSession(writeScript('idle', 0, ['Hello.']), session => measureIdle(session, idleSeconds));
	return {samples: idle, rows: idleRows(idle, {suffix: '', limit: 100})};
};

const longPart = async () => {
	note(`long session: ${items} items, ${items * 5} lines`);
	const answer = createAnswer(Math.min(streamedTokens, 2000), 'LONGEND');
	// The last turn is the only one that is streamed by its length; the others are ten lines.
	const script = writeScript('long', 0, [shortAnswer]);
	return withSession(script, async session => {
		const empty = await measureKeyEcho(session, keys);
		const first = await measureFilling(session, 1);
		await fillTranscript(session, items);
		const full = await measureKeyEcho(session, keys);
		const last = await measureFilling(session, 1);
		const idle = await measureIdle(session, idleSeconds);
		return {samples: {empty, full, first, last, idle, answer}, rows: []};
	});
};

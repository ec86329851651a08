import {rm} from 'node:fs/promises';
import {join} from 'node:path';
import {setTimeout as pass} from 'node:timers/promises';
import {loadSession} from '../../../source/core/sessions/load-session.ts';
import {buildWriter, startWriter, type Writer} from './writer-process.ts';

export type KillTally = {
	readonly rounds: number;
	/** Records that were acknowledged, and all that were loaded. */
	readonly acknowledged: number;
	readonly loaded: number;
	/** Lines that a kill has torn. */
	readonly torn: number;
};

/** A file that grows for ever would only make every round slower. */
const roundsPerFile = 20;
const patience = 30_000;

const must = (isTrue: boolean, what: string): void => {
	if (!isTrue) {
		throw new Error(what);
	}
};

/** Waits until the writer has said more than so many lines. */
const untilSaid = async (writer: Writer, lines: number, pause: number): Promise<void> => {
	const until = performance.now() + patience;
	while (writer.lines.length <= lines) {
		must(performance.now() < until, `The writer does not go on: ${writer.lines.join(', ')}`);
		await pass(pause);
	}
};

const lastAcknowledged = ({lines}: Writer): number =>
	Math.max(0, ...lines.flatMap(line => /^acked (\d+)$/.exec(line)?.[1] ?? []).map(Number));

/**
 * Kills a process that writes a session at a random moment, loads what is left, and lets the next one go on, again and
 * again. Throws at the first record that was acknowledged and is not there, or is not in its place.
 */
export const killWriters = async (
	folder: string,
	rounds: number,
	random: () => number,
	onRound: (tally: KillTally) => void = () => undefined,
): Promise<KillTally> => {
	const program = await buildWriter(folder);
	let tally: KillTally = {rounds: 0, acknowledged: 0, loaded: 0, torn: 0};
	let file = '';
	let present = 0;
	let torn = 0;
	for (let round = 1; round <= rounds; round += 1) {
		if (round % roundsPerFile === 1) {
			await rm(file, {force: true});
			file = join(folder, `session-${round}.jsonl`);
			present = 0;
			torn = 0;
		}
		const writer = startWriter(program, file, String(present + 1));
		try {
			await writer.said('opened');
			await untilSaid(writer, Math.floor(random() * 30), 1 + Math.floor(random() * 5));
		} finally {
			await writer.kill();
		}
		const numbers: number[] = [];
		const loaded = await loadSession(file, event => numbers.push(event.at), new AbortController().signal);
		const acknowledged = lastAcknowledged(writer);
		const where = `round ${round}`;
		// Killed before its first write: nothing was acknowledged, and nothing is there.
		if (loaded.type === 'missing' && present + acknowledged === 0) {
			tally = {...tally, rounds: round};
			onRound(tally);
			continue;
		}
		if (loaded.type !== 'loaded') {
			throw new Error(`${where}: the log is ${loaded.type}`);
		}
		const {damaged, missing, outOfOrder, unknown} = loaded.report;
		must(
			numbers.every((number, index) => number === index + 1),
			`${where}: records are not in order`,
		);
		must(numbers.length >= acknowledged, `${where}: ${acknowledged} acknowledged, ${numbers.length} loaded`);
		must(missing + outOfOrder + unknown === 0, `${where}: ${JSON.stringify(loaded.report)}`);
		// A kill tears at most the one line that was being written.
		must(damaged - torn <= 1, `${where}: ${damaged - torn} lines torn by one kill`);
		must(!writer.lines.some(line => line.startsWith('trouble')), `${where}: ${writer.lines.join(', ')}`);
		tally = {
			rounds: round,
			acknowledged: tally.acknowledged + Math.max(0, acknowledged - present),
			loaded: tally.loaded + numbers.length - present,
			torn: tally.torn + damaged - torn,
		};
		torn = damaged;
		present = numbers.length;
		onRound(tally);
	}
	return tally;
};

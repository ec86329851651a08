import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {createInterface} from 'node:readline';
import {setTimeout as pass} from 'node:timers/promises';
import {loadSession} from '../../../source/core/sessions/load-session.ts';
import type {SessionEvent} from '../../../source/domain/event.ts';

type Program = {
	/** How the program is started, without arguments. */
	readonly command: readonly string[];
	/** tests/servers/tally.mjs. */
	readonly server: string;
	readonly folder: string;
	readonly settings: string;
	readonly env: Readonly<Record<string, string>>;
};

export type ProgramTally = {
	readonly rounds: number;
	/** Runs that were over before they were killed. */
	readonly whole: number;
	/** Calls that really ran, as the server wrote them down. */
	readonly ran: number;
	/** Of these, those whose outcome nobody knows. */
	readonly unknown: number;
	readonly records: number;
	readonly torn: number;
};

const callsPerTurn = 2;
/** About as many lines as a turn prints; a kill may come before the first and after the last. */
const linesOfTurn = 30;
/** A kill comes up to so many milliseconds after a line. */
const longestWait = 40;

const must = (isTrue: boolean, what: string): void => {
	if (!isTrue) {
		throw new Error(what);
	}
};

const entryOf = (round: number, call: number): string => `${round}-${call}`;

/** A turn for every round, each with calls of its own, so that a call that runs twice is seen. */
const scriptOf = (rounds: number): string => {
	const turns = Array.from({length: rounds}, (_, index) => {
		const round = index + 1;
		const steps = Array.from({length: callsPerTurn}, (_each, call) => ({
			say: `Noting ${call}.`,
			calls: [{tool: 'tally__note', arguments: {entry: entryOf(round, call)}}],
		}));
		return {match: `^Round ${round}$`, steps: [...steps, {say: 'Done.'}]};
	});
	// JSON is YAML.
	return JSON.stringify({pace: 400, turns});
};

const prepare = ({server, folder, settings}: Program, rounds: number) => {
	const [witness, script] = [join(folder, 'witness'), join(folder, 'script.yaml')];
	mkdirSync(settings, {recursive: true});
	appendFileSync(witness, '');
	writeFileSync(script, scriptOf(rounds));
	const servers = {tally: {command: process.execPath, args: [server, witness]}};
	writeFileSync(join(settings, 'config.json'), JSON.stringify({mcpServers: servers}));
	return {witness, script};
};

const kill = async (child: ChildProcess): Promise<void> => {
	if (child.exitCode === null && child.signalCode === null) {
		const ended = once(child, 'close');
		child.kill('SIGKILL');
		await ended;
	}
};

/** Runs one prompt until a random moment: so many lines, and then some milliseconds. */
const runFor = async (
	{command: [file = '', ...first], folder, env}: Program,
	args: readonly string[],
	random: () => number,
): Promise<{readonly lines: readonly string[]; readonly isWhole: boolean}> => {
	const child = spawn(file, [...first, ...args], {cwd: folder, env, stdio: ['ignore', 'pipe', 'ignore']});
	const lines: string[] = [];
	const wanted = Math.floor(random() * linesOfTurn);
	const ended = once(child, 'close').then(() => true);
	const reached = new Promise<void>(resolve => {
		const look = (): void => (lines.length >= wanted ? resolve() : undefined);
		createInterface({input: child.stdout}).on('line', line => {
			lines.push(line);
			look();
		});
		look();
	});
	const isWhole = await Promise.race([
		ended,
		reached.then(() => pass(random() * longestWait)).then(() => false),
	]);
	await kill(child);
	await ended;
	return {lines, isWhole};
};

const read = async (file: string) => {
	const events: SessionEvent[] = [];
	if (!existsSync(file)) {
		return {events, torn: 0};
	}
	const loaded = await loadSession(file, event => events.push(event), new AbortController().signal);
	if (loaded.type !== 'loaded') {
		throw new Error(`The log is ${loaded.type}.`);
	}
	const {damaged, missing, outOfOrder, unknown} = loaded.report;
	must(missing + outOfOrder + unknown === 0, JSON.stringify(loaded.report));
	return {events, torn: damaged};
};

const fileOf = (settings: string): string => {
	const folder = join(settings, 'sessions');
	const names = existsSync(folder) ? readdirSync(folder).filter(name => name.endsWith('.jsonl')) : [];
	must(names.length <= 1, `There is more than one session: ${names.join(', ')}`);
	return join(folder, names[0] ?? 'none.jsonl');
};

/**
 * What was printed after something had been made safe proves that it was: a step begins only when the message, or the
 * results before it, are in the file.
 */
const acknowledged = (lines: readonly string[]): readonly string[] => {
	const printed = lines.flatMap(line => {
		try {
			return [JSON.parse(line) as {type: string; messageId?: string; callId?: string}];
		} catch {
			// The line that the kill has cut.
			return [];
		}
	});
	const last = printed.findLastIndex(({type}) => type === 'step-started' || type === 'result');
	return printed
		.slice(0, Math.max(0, last))
		.flatMap(({type, messageId, callId}) =>
			type === 'message-accepted' || type === 'call-started' || type === 'call-succeeded'
				? [`${type} ${messageId ?? callId}`]
				: [],
		);
};

const namesOf = (events: readonly SessionEvent[]): ReadonlySet<string> =>
	new Set(
		events.map(event => {
			const id = 'messageId' in event ? event.messageId : 'callId' in event ? event.callId : '';
			return `${event.type} ${id}`;
		}),
	);

/** The calls that the log says were sent, by what they were to note, with whether their result came. */
const sentCalls = (events: readonly SessionEvent[]): ReadonlyMap<string, boolean> => {
	const requested = new Map<string, string>();
	const sent = new Map<string, boolean>();
	for (const event of events) {
		if (event.type === 'call-requested') {
			requested.set(event.callId, String(event.arguments.entry));
		} else if (event.type === 'call-started' || event.type === 'call-succeeded') {
			sent.set(requested.get(event.callId) ?? '', event.type === 'call-succeeded');
		}
	}
	return sent;
};

/**
 * Kills the whole program at a random moment of a turn with real calls, and goes on with the same session, again and
 * again. Throws where something acknowledged is not in the log, a call ran that the log does not know, or one ran twice.
 */
export const killPrograms = async (
	program: Program,
	rounds: number,
	random: () => number,
	onRound: (tally: ProgramTally) => void = () => undefined,
): Promise<ProgramTally> => {
	const {witness, script} = prepare(program, rounds);
	let tally: ProgramTally = {rounds: 0, whole: 0, ran: 0, unknown: 0, records: 0, torn: 0};
	let before: readonly SessionEvent[] = [];
	for (let round = 1; round <= rounds; round += 1) {
		const args = ['-p', `Round ${round}`, '--model', `demo/${script}`, '--approval', 'auto'];
		const more = before.length === 0 ? [] : ['--continue'];
		const {lines, isWhole} = await runFor(
			program,
			[...args, '--output-format', 'stream-json', ...more],
			random,
		);
		const {events, torn} = await read(fileOf(program.settings));
		const where = `round ${round}`;
		must(
			JSON.stringify(events.slice(0, before.length)) === JSON.stringify(before),
			`${where}: what was there before is not there any more`,
		);
		const there = namesOf(events);
		const lost = acknowledged(lines).filter(name => !there.has(name));
		must(lost.length === 0, `${where}: acknowledged and not loaded: ${lost.join(', ')}`);
		const ran = readFileSync(witness, 'utf8')
			.split('\n')
			.filter(line => line !== '');
		must(new Set(ran).size === ran.length, `${where}: a call ran twice: ${ran.join(' ')}`);
		const sent = sentCalls(events);
		const unheard = ran.filter(entry => !sent.has(entry));
		must(unheard.length === 0, `${where}: calls ran that the log does not know: ${unheard.join(' ')}`);
		before = events;
		tally = {
			rounds: round,
			whole: tally.whole + (isWhole ? 1 : 0),
			ran: ran.length,
			unknown: [...sent.values()].filter(isKnown => !isKnown).length,
			records: events.length,
			torn,
		};
		onRound(tally);
	}
	return tally;
};

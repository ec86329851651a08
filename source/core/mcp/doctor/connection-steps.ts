import {performance} from 'node:perf_hooks';
import {assertNever} from '../../../domain/assert-never.ts';
import type {ServerConfig} from '../../../domain/server.ts';
import {limitedSignal} from '../../../support/limited-signal.ts';
import {offeredCounts} from '../../../support/offered-counts.ts';
import {listCatalogue} from '../catalogue/list-catalogue.ts';
import {type OpenConnection, StartError} from '../connection/open-connection.ts';
import {countOffers} from '../connection/server-facts.ts';
import {type StartTrouble, startFailure} from '../connection/start-failure.ts';
import {timerLimit} from '../connection/time-limit.ts';
import {type Finding, fail, inTime, ok, type Step, skip, warn} from './diagnosis-walk.ts';

export type ConnectionProbe = {
	/** Starting, greeting, listing and closing, in this order. */
	readonly steps: readonly Step[];
	/** Ends whatever is still running. */
	readonly close: () => Promise<void>;
};

type Opened = {readonly connection: OpenConnection} | {readonly error: StartError};

const slowEnd = 1000;

/** Whether the server was not even there to talk to. */
const isNotThere = (trouble: StartTrouble): boolean => {
	switch (trouble.type) {
		case 'ended':
			return trouble.end.type === 'not-started' || trouble.end.type === 'exited';
		case 'timed-out':
		case 'needs-sign-in':
		case 'refused':
		case 'broken':
			return false;
		default:
			return assertNever(trouble);
	}
};

const startFinding = (config: ServerConfig, error: StartError): Finding => {
	const {message, hint} = startFailure(config, error.trouble, error);
	return fail(message, hint ?? 'Run its command by hand to see more.');
};

const noiseFinding = (noise: number): Finding =>
	noise === 0
		? ok('only MCP messages on standard output')
		: warn(
				`${noise} lines on standard output are not MCP messages`,
				'The server should write its log to standard error. These lines are ignored, but other clients may stumble.',
			);

/** Connects once and tells what came of it, step by step. */
export const createConnectionProbe = (
	config: ServerConfig,
	open: (signal: AbortSignal) => Promise<OpenConnection>,
): ConnectionProbe => {
	let opened: Opened | undefined;
	let live: OpenConnection | undefined;
	let took = 0;

	const openOnce = async (signal: AbortSignal): Promise<Opened> => {
		if (opened !== undefined) return opened;
		const start = performance.now();
		try {
			live = await open(limitedSignal(signal, timerLimit(config.connectTimeout)));
			opened = {connection: live};
		} catch (error) {
			if (!(error instanceof StartError)) throw error;
			opened = {error};
		}
		took = performance.now() - start;
		return opened;
	};

	const start: Step = {
		name: 'start',
		look: async signal => {
			const result = await openOnce(signal);
			if ('error' in result && isNotThere(result.error.trouble)) return startFinding(config, result.error);
			return ok('the command runs');
		},
	};

	const output: Step = {
		name: 'output',
		look: async signal => {
			const result = await openOnce(signal);
			return noiseFinding('error' in result ? result.error.noise : result.connection.transport.noise());
		},
	};

	const handshake: Step = {
		name: 'handshake',
		look: async signal => {
			const result = await openOnce(signal);
			if ('error' in result) return startFinding(config, result.error);
			const {client, way} = result.connection;
			const server = client.getServerVersion();
			const who = server === undefined ? 'the server' : `${server.name} ${server.version}`.trim();
			const version = client.getNegotiatedProtocolVersion() ?? 'an unknown version';
			const era = way.era === 'modern' ? 'stateless' : 'with initialize';
			return ok(`${who} speaks MCP ${version} over ${way.transport}, ${era}; ${inTime(took)}`);
		},
	};

	const lists: Step = {
		name: 'lists',
		look: async signal => {
			if (live === undefined) return skip('');
			const {client, transport} = live;
			const began = performance.now();
			const catalogue = await listCatalogue(
				{client, config, ended: transport.end, transport: transport.name},
				signal,
			);
			const {unreadable = {}, note} = catalogue;
			const counts = `${offeredCounts(countOffers(catalogue))}; ${inTime(performance.now() - began)}`;
			const failures = Object.values(unreadable);
			if (failures.length > 0)
				return fail(
					[counts, ...failures.map(({message}) => message)].join('. '),
					failures.find(({hint}) => hint !== undefined)?.hint ?? 'Ask the author of the server.',
				);
			return note === undefined
				? ok(counts)
				: warn(`${counts}. ${note}`, 'What is named here was left out; the rest works.');
		},
	};

	const close: Step = {
		name: 'close',
		look: async () => {
			if (live === undefined) return skip('');
			const began = performance.now();
			const {transport} = live;
			const before = transport.end();
			await transport.close();
			live = undefined;
			const time = performance.now() - began;
			if (before !== undefined && before.type !== 'closed')
				return warn('the server was gone before it was closed', 'Look into its own log for the reason.');
			return time > slowEnd
				? warn(
						`it took ${inTime(time)} to end`,
						'The server does not end when its input ends, and had to be stopped.',
					)
				: ok(`ended in ${inTime(time)}`);
		},
	};

	return {
		steps: config.type === 'stdio' ? [start, output, handshake, lists, close] : [handshake, lists, close],
		close: async () => {
			await live?.transport.close();
			live = undefined;
		},
	};
};

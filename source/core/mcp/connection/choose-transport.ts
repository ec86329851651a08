import {assertNever} from '../../../domain/assert-never.ts';
import type {ServerConfig, TransportName} from '../../../domain/server.ts';
import type {WorkingWay} from '../../../domain/server-ports.ts';
import type {Handshake} from './create-client.ts';
import type {StartTrouble} from './start-failure.ts';

export type Attempts<Connection> = {
	readonly attempt: (transport: TransportName, handshake: Handshake) => Promise<Connection>;
	/** What went wrong with an attempt, if it is the kind of thing that can go wrong with one. */
	readonly troubleIn: (error: unknown) => StartTrouble | undefined;
};

const statusOf = (trouble: StartTrouble): number | undefined =>
	trouble.type === 'ended' && trouble.end.type === 'http-status' ? trouble.end.status : undefined;

/** With these a server of the oldest kind turns down what it does not know. Nothing else is a reason to try SSE. */
const oldServerStatuses: ReadonlySet<number> = new Set([400, 404, 405, 406]);

const maySpeakSse = (trouble: StartTrouble): boolean => oldServerStatuses.has(statusOf(trouble) ?? 0);

const isServerError = (trouble: StartTrouble): boolean => (statusOf(trouble) ?? 0) >= 500;

/** Whether it may go well in another way: the server is there and did not like this one. */
const isWrongWay = (trouble: StartTrouble): boolean => {
	switch (trouble.type) {
		case 'refused':
		case 'broken':
			return true;
		case 'ended':
			return (
				trouble.end.type === 'not-mcp' ||
				trouble.end.type === 'socket-closed' ||
				maySpeakSse(trouble) ||
				isServerError(trouble)
			);
		case 'timed-out':
		case 'needs-sign-in':
			return false;
		default:
			return assertNever(trouble);
	}
};

/** Finds a way to talk to a server, beginning with the one that worked the last time. */
export const openSomehow = <Connection>(
	{attempt, troubleIn}: Attempts<Connection>,
	type: ServerConfig['type'],
	way: WorkingWay | undefined,
): Promise<Connection> => {
	type Try = () => Promise<Connection>;

	/** Tries one way, and another if the first failed as `mayHelp` says. The first answer is the true one. */
	const orElse = async (
		first: Try,
		mayHelp: (trouble: StartTrouble) => boolean,
		second: Try,
	): Promise<Connection> => {
		try {
			return await first();
		} catch (error) {
			const trouble = troubleIn(error);
			if (trouble === undefined || !mayHelp(trouble)) throw error;
			return second().catch((later: unknown) => {
				// A server that lets us in as soon as we sign in is the right one.
				throw troubleIn(later)?.type === 'needs-sign-in' ? later : error;
			});
		}
	};

	/** One channel for everything: `initialize` first, because asking for versions ends or stalls many old servers. */
	const openEitherEra = (transport: TransportName, first: 'legacy' | 'modern') =>
		orElse(
			() => attempt(transport, first),
			trouble => trouble.type === 'refused' || trouble.type === 'broken',
			() => attempt(transport, first === 'legacy' ? 'modern' : 'legacy'),
		);

	const openHttpByPolicy = () =>
		orElse(
			() =>
				orElse(
					() => attempt('http', 'auto'),
					trouble => isServerError(trouble) || trouble.type === 'timed-out',
					() => attempt('http', 'legacy'),
				),
			maySpeakSse,
			() => attempt('sse', 'legacy'),
		);

	switch (type) {
		case 'http':
			return way?.transport === 'sse' || (way?.transport === 'http' && way.era === 'legacy')
				? orElse(() => attempt(way.transport, 'legacy'), isWrongWay, openHttpByPolicy)
				: openHttpByPolicy();
		case 'sse':
			return attempt('sse', 'legacy');
		case 'stdio':
		case 'ws':
		case 'in-memory':
			return openEitherEra(type, way?.transport === type ? way.era : 'legacy');
		default:
			return assertNever(type);
	}
};

import {assertNever} from '../../../domain/assert-never.ts';
import {modernVersion, type ServerConfig, type TransportName} from '../../../domain/server.ts';
import type {WorkingWay} from '../../../domain/server-ports.ts';
import type {SseProgress} from '../transports/server-transport.ts';
import type {TransportEnd} from '../transports/transport-end.ts';
import type {Handshake} from './create-client.ts';
import {oldServerStatuses, type StartTrouble} from './start-failure.ts';

export type Attempts<Connection> = {
	readonly attempt: (transport: TransportName, handshake: Handshake) => Promise<Connection>;
	/** The same in a part of the time, so that some is left for other ways. */
	readonly attemptBriefly: (transport: TransportName, handshake: Handshake) => Promise<Connection>;
	/** What went wrong with an attempt, if it is the kind of thing that can go wrong with one. */
	readonly troubleIn: (error: unknown) => StartTrouble | undefined;
	/** How far it came over SSE. */
	readonly sseProgressIn: (error: unknown) => SseProgress;
};

const statusOf = (trouble: StartTrouble): number | undefined =>
	trouble.type === 'ended' && trouble.end.type === 'http-status' ? trouble.end.status : undefined;

const maySpeakSse = (trouble: StartTrouble): boolean => oldServerStatuses.has(statusOf(trouble) ?? 0);

/** Whether a server that turned a POST down has shown that SSE is what it speaks, so that this tells what is wrong. */
const speaksSse = (refusal: StartTrouble, later: StartTrouble, progress: SseProgress): boolean => {
	const status = statusOf(refusal);
	if (progress !== 'none') {
		// Streamable HTTP servers open streams at the same address, and say with 400 what is wrong with a message.
		return progress === 'endpoint' || status !== 400;
	}
	const laterStatus = statusOf(later);
	return status === 405 && laterStatus !== undefined && !oldServerStatuses.has(laterStatus);
};

const isServerError = (trouble: StartTrouble): boolean => (statusOf(trouble) ?? 0) >= 500;

/** These come in every way alike. */
const everywhereAlike: ReadonlySet<TransportEnd['type']> = new Set([
	'not-started',
	'unreachable',
	'insecure',
	'sign-in-needed',
	'access-refused',
]);

/** Whether a server that was talked to in one way may be talked to in another now: it is there, and lets us in. */
const mayHaveChanged = (trouble: StartTrouble): boolean => {
	switch (trouble.type) {
		case 'refused':
		case 'broken':
		case 'timed-out':
			return true;
		case 'needs-sign-in':
			return false;
		case 'ended':
			return !everywhereAlike.has(trouble.end.type);
		default:
			return assertNever(trouble);
	}
};

/** Finds a way to talk to a server, beginning with the one that worked the last time. */
export const openSomehow = <Connection>(
	{attempt, attemptBriefly, troubleIn, sseProgressIn}: Attempts<Connection>,
	{type, protocolVersion}: Pick<ServerConfig, 'type' | 'protocolVersion'>,
	way: WorkingWay | undefined,
): Promise<Connection> => {
	type Try = () => Promise<Connection>;

	/** Tries one way, and another if the first failed as `mayHelp` says. The first answer tells what is wrong, mostly. */
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
				const why = troubleIn(later);
				// A server that lets us in as soon as we sign in is the right one.
				const isTrueCause =
					why !== undefined &&
					(why.type === 'needs-sign-in' || speaksSse(trouble, why, sseProgressIn(later)));
				throw isTrueCause ? later : error;
			});
		}
	};

	/** What worked the last time, and everything else if it works no longer: then that tells what is wrong. */
	const rememberedOrElse = async (
		transport: TransportName,
		handshake: Handshake,
		byPolicy: Try,
	): Promise<Connection> => {
		try {
			return await attemptBriefly(transport, handshake);
		} catch (error) {
			const trouble = troubleIn(error);
			if (trouble === undefined || !mayHaveChanged(trouble)) throw error;
			return byPolicy();
		}
	};

	/** One channel for everything: `initialize` first, because asking for versions ends or stalls many old servers. */
	const openEitherEra = (transport: TransportName) =>
		orElse(
			() => attempt(transport, 'legacy'),
			trouble => trouble.type === 'refused' || trouble.type === 'broken',
			() => attempt(transport, 'modern'),
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

	if (protocolVersion !== undefined && type !== 'sse') {
		const handshake = protocolVersion === modernVersion ? 'modern' : 'legacy';
		const pinned = () => attempt(type, handshake);
		return type === 'http' && handshake === 'legacy'
			? orElse(pinned, maySpeakSse, () => attempt('sse', 'legacy'))
			: pinned();
	}
	switch (type) {
		case 'http':
			return way?.transport === 'sse' || (way?.transport === 'http' && way.era === 'legacy')
				? rememberedOrElse(way.transport, 'legacy', openHttpByPolicy)
				: openHttpByPolicy();
		case 'sse':
			return attempt('sse', 'legacy');
		case 'stdio':
		case 'ws':
		case 'in-memory':
			return way?.transport === type && way.era === 'modern'
				? rememberedOrElse(type, 'modern', () => openEitherEra(type))
				: openEitherEra(type);
		default:
			return assertNever(type);
	}
};

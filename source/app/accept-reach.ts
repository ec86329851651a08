import type {Ask, AskAnswer} from '../domain/ask.ts';
import type {PartChange} from '../domain/definition-change.ts';
import type {Failure} from '../domain/failure.ts';
import type {EventSink} from '../domain/ports.ts';
import {failureText} from './failure-text.ts';

type ReachDeps = {
	/** How the way to a server differs from the accepted one. */
	readonly serverChangesOf?: (server: string) => readonly PartChange[];
	/** From now on the server is reached as it is now. Resolves with why that could not be saved. */
	readonly acceptServerChange?: (server: string) => Promise<Failure | undefined>;
	readonly sink: EventSink;
};

const isSame = (one: readonly PartChange[], other: readonly PartChange[]): boolean =>
	JSON.stringify(one) === JSON.stringify(other);

/** Whoever says "always" and saw that a server is reached in another way has accepted that, and nothing newer. */
export const createReachAcceptor =
	({serverChangesOf, acceptServerChange, sink}: ReachDeps) =>
	async (asked: Ask, given: AskAnswer): Promise<void> => {
		const isAlways = given.type === 'allow' && (given.scope === 'tool' || given.scope === 'server');
		if (!isAlways || asked.kind !== 'approval') {
			return;
		}
		const {server, changes = []} = asked;
		if (changes.length === 0 || !isSame(changes, serverChangesOf?.(server) ?? [])) {
			return;
		}
		const failure = await acceptServerChange?.(server);
		if (failure !== undefined) {
			sink.emit({type: 'notice-raised', tone: 'warning', text: failureText(failure), server});
		}
	};

import type {EventSink, Schedule, ToolServers} from '../domain/ports.ts';
import type {ServerStatus} from '../domain/server.ts';
import {countOf} from '../support/count-of.ts';
import {sanitiseLine} from '../support/sanitise.ts';

type WaitDeps = {
	readonly servers: Pick<ToolServers, 'connect' | 'starting' | 'statuses'>;
	readonly sink: EventSink;
	readonly schedule: Schedule;
};

/** What a message has to do without. */
export type MissingServers = {
	/** For the transcript; undefined where none is missing. */
	readonly notice: string | undefined;
	/** For the model, as it is now: a server may have come since. */
	readonly note: () => string | undefined;
};

export type ServerWait = {
	/** Waits for the servers that are starting, until the user goes on without them; `onSlow` hears when it takes a while. */
	readonly wait: (onSlow: () => void, signal: AbortSignal) => Promise<MissingServers>;
	/** Goes on without the servers that are not there yet; false where nothing waits for any. */
	readonly stop: () => boolean;
	/** The status of a server is another one. */
	readonly follow: () => void;
};

/** So long a wait is nothing that anybody would notice. */
const momentMilliseconds = 150;
const namedServers = 10;

type Status = ServerStatus | undefined;

const isThere = (status: Status): boolean =>
	status?.type === 'ready' || status?.type === 'ready-but-list-failed';

const isDown = (status: Status): boolean => status?.type === 'failed' || status?.type === 'needs-sign-in';

const whyMissing = (status: Status): string => {
	if (status?.type === 'failed') {
		return 'failed';
	}
	return status?.type === 'needs-sign-in' ? 'not signed in' : 'still starting';
};

const describeMissing = (servers: readonly string[], statuses: ReadonlyMap<string, ServerStatus>): string => {
	const named = servers
		.slice(0, namedServers)
		.map(name => `${sanitiseLine(name)} (${whyMissing(statuses.get(name))})`);
	const more = servers.length - named.length;
	return `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
};

/** Lets messages wait for the servers that are starting, and says which of them a message had to do without. */
export const createServerWait = ({servers, sink, schedule}: WaitDeps): ServerWait => {
	let current: {readonly tell: () => void; readonly stop: () => void} | undefined;

	const missingOf = (names: readonly string[]): MissingServers => {
		const left = (): readonly string[] => names.filter(name => !isThere(servers.statuses().get(name)));
		const describe = (): string => describeMissing(left(), servers.statuses());
		return {
			notice:
				names.length === 0 ? undefined : `Sent without ${countOf(names.length, 'server')}: ${describe()}.`,
			note: () =>
				left().length === 0
					? undefined
					: `These servers are not available now, so their tools are missing: ${describe()}. Servers that are still starting may be there in a later step.`,
		};
	};

	return {
		async wait(onSlow, signal) {
			const before = new Map(servers.statuses());
			let told: readonly string[] = [];
			const tell = (names = servers.starting()): void => {
				if (names.join('\n') !== told.join('\n')) {
					told = names;
					sink.emit({type: 'servers-awaited', servers: names});
				}
			};
			let stop = (): void => undefined;
			const stopped = new Promise<void>(resolve => {
				stop = resolve;
				signal.addEventListener('abort', () => resolve(), {once: true});
			});
			const cancel = schedule(() => {
				current = {tell, stop};
				onSlow();
				tell();
			}, momentMilliseconds);
			// What goes wrong here is no reason to keep a message back: it goes without the servers.
			await Promise.race([servers.connect(signal).catch(() => undefined), stopped]);
			cancel();
			current = undefined;
			const starting = servers.starting();
			tell([]);
			const failed = [...servers.statuses()].flatMap(([name, status]) =>
				isDown(status) && !isDown(before.get(name)) ? [name] : [],
			);
			return missingOf(signal.aborted ? [] : [...new Set([...starting, ...failed])]);
		},
		stop() {
			current?.stop();
			return current !== undefined;
		},
		follow: () => current?.tell(),
	};
};

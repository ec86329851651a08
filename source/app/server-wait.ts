import type {EventSink, Schedule, ToolServers} from '../domain/ports.ts';
import type {ServerStatus} from '../domain/server.ts';
import {countOf, listSome} from '../support/count-of.ts';
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
	/** For the model, as it is now: a server may have come since. After the first step only of those that may still come. */
	readonly note: (isFirst: boolean) => string | undefined;
};

export type ServerWait = {
	/** Waits for the servers that are starting, until the user goes on without them; `onSlow` hears when it takes a while. */
	readonly wait: (onSlow: () => void, signal: AbortSignal) => Promise<MissingServers>;
	/** Goes on without the servers that are not there yet; false where nothing waits for any. */
	readonly stop: () => boolean;
	/** The status of a server is another one. */
	readonly follow: () => void;
};

/** A shorter wait is not worth a line on the screen. */
const momentMilliseconds = 150;
const namedServers = 10;

const reasons: Readonly<Partial<Record<ServerStatus['type'], string>>> = {
	connecting: 'still starting',
	reconnecting: 'still starting',
	failed: 'failed',
	'needs-sign-in': 'not signed in',
};

const isThere = (status: ServerStatus | undefined): boolean =>
	status?.type === 'ready' || status?.type === 'ready-but-list-failed';

/** Lets messages wait for the servers that are starting, and says which of them a message had to do without. */
export const createServerWait = ({servers, sink, schedule}: WaitDeps): ServerWait => {
	/** What the transcript has been told of, and has not come since: a server that failed is told once. */
	let toldMissing: ReadonlySet<string> = new Set();
	let current: {readonly tell: () => void; readonly stop: () => void} | undefined;

	const describe = (names: readonly string[]): string => {
		const reasonOf = (name: string) => reasons[servers.statuses().get(name)?.type ?? 'connecting'];
		const named = names.map(name => `${sanitiseLine(name)} (${reasonOf(name) ?? 'still starting'})`);
		return listSome(named, namedServers);
	};

	const noteOn = (wanted: readonly string[]): string | undefined => {
		const names = wanted.filter(name => !isThere(servers.statuses().get(name)));
		return names.length === 0
			? undefined
			: `These servers are not available now, so their tools are missing: ${describe(names)}. Servers that are still starting may be there in a later step.`;
	};

	return {
		async wait(onSlow, signal) {
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
			const missing = [...servers.statuses()].flatMap(([name, {type}]) => (reasons[type] ? [name] : []));
			const all = [...new Set([...starting, ...missing])];
			const names = all.filter(name => starting.includes(name) || !toldMissing.has(name));
			if (!signal.aborted) {
				toldMissing = new Set(all);
			}
			return {
				notice:
					names.length === 0
						? undefined
						: `Sent without ${countOf(names.length, 'server')}: ${describe(names)}.`,
				note: isFirst => noteOn(isFirst ? all : starting),
			};
		},
		stop() {
			current?.stop();
			return current !== undefined;
		},
		follow: () => current?.tell(),
	};
};

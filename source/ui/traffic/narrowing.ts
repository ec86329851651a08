import type {TrafficEntry} from '../../domain/traffic.ts';

/** What of the traffic is shown. */
export type Narrowing = {
	readonly server?: string;
	readonly isErrorsOnly: boolean;
	/** Without notifications and pings. */
	readonly isQuiet: boolean;
};

export const everything: Narrowing = {isErrorsOnly: false, isQuiet: false};

const isNoise = ({kind, method}: TrafficEntry): boolean => kind === 'notification' || method === 'ping';

export const passes = (entry: TrafficEntry, {server, isErrorsOnly, isQuiet}: Narrowing): boolean =>
	(server === undefined || entry.server === server) &&
	(!isErrorsOnly || entry.error !== undefined) &&
	(!isQuiet || !isNoise(entry));

/** What is left out, in words; none where everything is shown. */
export const narrowingWords = ({server, isErrorsOnly, isQuiet}: Narrowing): readonly string[] => [
	...(server === undefined ? [] : [`only ${server}`]),
	...(isErrorsOnly ? ['only errors'] : []),
	...(isQuiet ? ['no notifications or pings'] : []),
];

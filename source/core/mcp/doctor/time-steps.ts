import type {ServerConfig} from '../../../domain/server.ts';
import {inSeconds} from '../connection/time-limit.ts';
import {ok, type Step, warn} from './diagnosis-walk.ts';

/** Nobody who writes milliseconds gives a request less. */
const oddlyShort = 10_000;

const spelledInSeconds: Readonly<Record<string, string>> = {
	requestTimeout: 'request_timeout',
	sseReadTimeout: 'sse_read_timeout',
};

const timesOf = (config: ServerConfig): Readonly<Record<string, number>> => ({
	timeout: config.connectTimeout,
	requestTimeout: config.requestTimeout,
	...('sseReadTimeout' in config ? {sseReadTimeout: config.sseReadTimeout} : {}),
});

/** How times were read whose unit could be mistaken. There is no step where there are none. */
export const timeSteps = (config: ServerConfig): readonly Step[] => {
	const read = Object.entries(config.timesRead ?? {});
	if (read.length === 0) return [];
	const times = timesOf(config);
	const detail = read.map(([key, how]) => `${key} ${inSeconds(times[key] ?? 0)} (${how})`).join(', ');
	const short = read.flatMap(([key, how]) => {
		const isShort = how.endsWith('milliseconds') && (times[key] ?? 0) < oddlyShort;
		return isShort ? (spelledInSeconds[key] ?? []) : [];
	});
	const look = async () =>
		short.length === 0
			? ok(detail)
			: warn(detail, `If that was meant to be seconds, write ${short.join(' and ')}.`);
	return [{name: 'times', look}];
};

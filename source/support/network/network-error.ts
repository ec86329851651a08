import {type NetworkEnd, NetworkError} from './network-end.ts';

const maxDepth = 8;

/** The error, what caused it, what caused that, and so on. */
export const causesOf = function* (error: unknown): Generator<unknown> {
	let current = error;
	for (let depth = 0; depth < maxDepth && current !== undefined && current !== null; depth += 1) {
		yield current;
		if (!(current instanceof Error)) return;
		// Several addresses of one host were tried: the first says what is wrong.
		current =
			current instanceof AggregateError && current.errors.length > 0 ? current.errors[0] : current.cause;
	}
};

const codeOf = (error: unknown): string | undefined =>
	error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

const syscallOf = (error: unknown): string | undefined =>
	error instanceof Error && 'syscall' in error && typeof error.syscall === 'string'
		? error.syscall
		: undefined;

const reasonOf = (error: unknown): string =>
	error instanceof Error ? error.message || error.name : String(error);

const timeouts: ReadonlySet<string> = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);

export type Peer = {
	readonly host: string;
	readonly proxy?: string;
	/** How long it may be silent. */
	readonly patience: number;
};

/** What an error of the network means. */
export const networkEnd = (error: unknown, peer: Peer): NetworkEnd => {
	let last: unknown = error;
	let coded: unknown;
	for (const each of causesOf(error)) {
		if (each instanceof NetworkError) return each.end;
		if (codeOf(each) !== undefined) coded = each;
		last = each;
	}
	const systemCode = codeOf(coded);
	const systemCall = syscallOf(coded);
	if (systemCode !== undefined && timeouts.has(systemCode)) return {type: 'silent', after: peer.patience};
	return {
		type: 'unreachable',
		reason: reasonOf(coded ?? last),
		host: peer.host,
		...(systemCode === undefined ? {} : {systemCode}),
		...(systemCall === undefined ? {} : {systemCall}),
		...(peer.proxy === undefined ? {} : {proxy: peer.proxy}),
	};
};

/** What happened on the network, if that is why the error was thrown. */
export const networkEndBehind = (error: unknown): NetworkEnd | undefined => {
	for (const each of causesOf(error)) if (each instanceof NetworkError) return each.end;
	return undefined;
};

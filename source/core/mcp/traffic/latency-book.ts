import type {ServerLatency} from '../../../domain/traffic.ts';

/** The median is that of so many. */
const remembered = 200;

export type LatencyBook = {
	readonly note: (server: string, milliseconds: number) => void;
	readonly latencyOf: (server: string) => ServerLatency | undefined;
};

/** How long servers took to answer. */
export const createLatencyBook = (): LatencyBook => {
	const books = new Map<string, {count: number; readonly newest: number[]}>();
	return {
		note: (server, milliseconds) => {
			const book = books.get(server) ?? {count: 0, newest: []};
			book.newest[book.count % remembered] = milliseconds;
			book.count += 1;
			books.set(server, book);
		},
		latencyOf: server => {
			const book = books.get(server);
			const last = book?.newest[(book.count - 1) % remembered];
			if (book === undefined || last === undefined) return undefined;
			const sorted = book.newest.toSorted((one, other) => one - other);
			return {last, p50: sorted[(sorted.length - 1) >> 1] ?? last, count: book.count};
		},
	};
};

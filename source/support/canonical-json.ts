type Layout = {
	/** One member per line, indented by tabs. */
	readonly isPretty?: boolean;
};

/** Deeper than this, indentation would take more room than what is indented. */
const maxIndent = 32;

/** A container of which a part is written. */
type Open = {
	readonly container: object;
	readonly keys: readonly string[] | undefined;
	readonly values: readonly unknown[];
	next: number;
};

const isWritten = (value: unknown): boolean =>
	value !== undefined && typeof value !== 'function' && typeof value !== 'symbol';

const openContainer = (container: object): Open => {
	if (Array.isArray(container)) return {container, keys: undefined, values: container, next: 0};
	const members = Object.entries(container).filter(([, value]) => isWritten(value));
	members.sort(([one], [other]) => (one < other ? -1 : 1));
	return {container, keys: members.map(([key]) => key), values: members.map(([, value]) => value), next: 0};
};

/** What JSON has no word for gets one that no JSON value has, so that it equals nothing else. */
const scalar = (value: unknown): string => {
	if (typeof value === 'number') return Number.isFinite(value) ? JSON.stringify(value) : String(value);
	if (typeof value === 'bigint') return `${value}n`;
	return isWritten(value) ? JSON.stringify(value) : 'null';
};

/**
 * JSON in the one form that all equal values share: members sorted by name, those that are undefined left out, numbers
 * as JavaScript writes them. Never throws: depth costs only memory, and a cycle is written as the way back.
 */
export const canonicalJson = (value: unknown, {isPretty = false}: Layout = {}): string => {
	const parts: string[] = [];
	const open: Open[] = [];
	const depths = new Map<object, number>();
	const breakLine = (): void => {
		if (isPretty) parts.push('\n', '\t'.repeat(Math.min(open.length, maxIndent)));
	};

	const write = (each: unknown): void => {
		if (typeof each !== 'object' || each === null) {
			parts.push(scalar(each));
			return;
		}
		const depth = depths.get(each);
		if (depth !== undefined) {
			parts.push(`<cycle ${depth}>`);
			return;
		}
		const container = openContainer(each);
		if (container.values.length === 0) {
			parts.push(container.keys === undefined ? '[]' : '{}');
			return;
		}
		depths.set(each, open.length);
		open.push(container);
		parts.push(container.keys === undefined ? '[' : '{');
	};

	write(value);
	for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
		const {keys, values, container} = last;
		if (last.next === values.length) {
			open.pop();
			depths.delete(container);
			breakLine();
			parts.push(keys === undefined ? ']' : '}');
			continue;
		}
		if (last.next > 0) parts.push(',');
		breakLine();
		const key = keys?.[last.next];
		if (key !== undefined) parts.push(JSON.stringify(key), isPretty ? ': ' : ':');
		const child = values[last.next];
		last.next += 1;
		write(child);
	}
	return parts.join('');
};

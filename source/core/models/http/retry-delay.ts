import type {Complaint} from './read-complaint.ts';

const second = 1000;
const units: Readonly<Record<string, number>> = {ms: 1, s: second, m: 60 * second, h: 3600 * second};

const part =
	/(\d+(?:\.\d+)?)\s*(milliseconds?|msecs?|ms|seconds?|secs?|s|minutes?|mins?|m|hours?|hrs?|h|days?|d)(?![a-z])/giy;

const unitOf = (name: string): number => {
	const word = name.toLowerCase();
	if (word.startsWith('d')) return 24 * 3600 * second;
	return units[/^(ms|milli)/.test(word) ? 'ms' : word.charAt(0)] ?? second;
};

/** `20s`, `7m12.5s`, `350ms`, `2 hours 3 minutes`, at the beginning of a text. */
const readDuration = (text: string): number | undefined => {
	let total: number | undefined;
	part.lastIndex = 0;
	for (let found = part.exec(text); found !== null; found = part.exec(text)) {
		total = (total ?? 0) + Number(found[1]) * unitOf(found[2] ?? '');
		while (/[\s,]/.test(text.charAt(part.lastIndex))) part.lastIndex += 1;
	}
	return total;
};

const asked = /\b(?:re)?try(?:ing)?(?: your request)?(?: again)? (?:in|after)(?: about)? (?=\d)/i;

const readSentence = (words: string): number | undefined => {
	const found = asked.exec(words);
	return found === null ? undefined : readDuration(words.slice(found.index + found[0].length));
};

/** By the provider's own clock where it tells the time: ours may be wrong. */
const nowFor = ({header}: Complaint): number => {
	const date = Date.parse(header('date') ?? '');
	return Number.isNaN(date) ? Date.now() : date;
};

const readDate = (text: string, complaint: Complaint): number | undefined => {
	// The parser takes much for a date.
	const date = /\d:\d\d/.test(text) ? Date.parse(text) : Number.NaN;
	return Number.isNaN(date) ? undefined : Math.max(0, date - nowFor(complaint));
};

const isPlainNumber = (text: string): boolean => /^\d+(\.\d+)?$/.test(text);

const readRetryAfter = (complaint: Complaint): number | undefined => {
	const inMilliseconds = complaint.header('retry-after-ms')?.trim() ?? '';
	if (isPlainNumber(inMilliseconds)) return Number(inMilliseconds);
	const value = complaint.header('retry-after')?.trim() ?? '';
	if (isPlainNumber(value)) return Number(value) * second;
	return value === '' ? undefined : readDate(value, complaint);
};

/** A moment, a time from now, or a number that is one of both by its size. */
const readReset = (value: string, complaint: Complaint): number | undefined => {
	if (!isPlainNumber(value)) return readDuration(value) ?? readDate(value, complaint);
	const number = Number(value);
	if (number > 1e12) return Math.max(0, number - nowFor(complaint));
	if (number > 1e9) return Math.max(0, number * second - nowFor(complaint));
	return number * second;
};

const resources = ['input-tokens', 'output-tokens', 'tokens', 'requests'] as const;

/** When the allowance that is used up is renewed; of several, the one that takes longest. */
const readAllowance = (complaint: Complaint): number | undefined => {
	const {header} = complaint;
	const resets = resources.flatMap(resource => {
		const [reset, remaining] = [
			header(`anthropic-ratelimit-${resource}-reset`) ?? header(`x-ratelimit-reset-${resource}`),
			header(`anthropic-ratelimit-${resource}-remaining`) ?? header(`x-ratelimit-remaining-${resource}`),
		];
		const after = reset === undefined ? undefined : readReset(reset.trim(), complaint);
		return after === undefined ? [] : [{after, isUsedUp: remaining?.trim() === '0'}];
	});
	const usedUp = resets.filter(({isUsedUp}) => isUsedUp);
	const counting = usedUp.length > 0 ? usedUp : resets.slice(0, 1);
	if (counting.length > 0) return Math.max(...counting.map(({after}) => after));
	const plain = header('x-ratelimit-reset') ?? header('ratelimit-reset');
	return plain === undefined ? undefined : readReset(plain.trim(), complaint);
};

/** The milliseconds that a provider asks us to wait. */
export const retryDelay = (complaint: Complaint): number | undefined => {
	const delay =
		readRetryAfter(complaint) ??
		(complaint.retryDelay === undefined ? undefined : readDuration(complaint.retryDelay)) ??
		readSentence(complaint.words) ??
		(complaint.status === 429 ? readAllowance(complaint) : undefined);
	return delay === undefined || !Number.isFinite(delay) ? undefined : Math.ceil(delay);
};

import {mapTexts} from './map-texts.ts';
import {mask} from './mask-secrets.ts';
import {formsOfSecret, type SecretForm, shortestSecret} from './secret-forms.ts';

export type Redactor = {
	/**
	 * From now on this text is not shown. One that is too short to be told from words is not hidden. What is only
	 * borrowed never makes room for itself at the cost of a secret.
	 */
	readonly learn: (text: string, kind?: 'secret' | 'borrowed') => void;
	/** The text with dots in place of secrets; the same text when there are none. */
	readonly redact: (text: string) => string;
	/** The same for every text inside plain data; the same object when there are none. */
	readonly redactAll: <Value>(value: Value) => Value;
	/** How much of the end of a text may be the beginning of a secret whose rest is still to come. */
	readonly unsureEnd: (text: string) => number;
	/** Another number after every secret that is learned: what was looked at before has to be looked at again. */
	readonly generation: () => number;
};

/** Of each kind. Tokens are renewed for as long as the program runs: the oldest are worthless by then. */
const mostTexts = 400;

const escapeForPattern = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

const isBase64 = (character: string): boolean => /^[\w+/-]$/.test(character);

type Search = {
	readonly forms: readonly SecretForm[];
	readonly longest: number;
	/** Only how forms begin: one pattern of whole forms would soon be too long for the engine to compile. */
	readonly start: RegExp;
	/** Longest first: one secret may be the beginning of another. */
	readonly byStart: ReadonlyMap<string, readonly SecretForm[]>;
};

const createSearch = (found: readonly SecretForm[]): Search => {
	const forms = [...new Map(found.map(form => [form.text, form])).values()].toSorted(
		(one, other) => other.text.length - one.text.length,
	);
	const byStart = new Map<string, SecretForm[]>();
	for (const form of forms) {
		const start = form.text.slice(0, shortestSecret);
		const alike = byStart.get(start);
		if (alike === undefined) byStart.set(start, [form]);
		else alike.push(form);
	}
	const start = new RegExp([...byStart.keys()].toSorted().map(escapeForPattern).join('|'), 'g');
	return {forms, longest: forms[0]?.text.length ?? 0, start, byStart};
};

type Span = {readonly from: number; readonly to: number};

/** Where a form stands, with the characters that it shares with its neighbours, and the padding behind them. */
const spanOf = ({text: {length}, sharesStart, sharesEnd}: SecretForm, text: string, at: number): Span => {
	const from = sharesStart === true && isBase64(text.charAt(at - 1)) ? at - 1 : at;
	let to = at + length;
	if (sharesEnd === true && isBase64(text.charAt(to))) to += 1;
	while (sharesEnd === true && text.charAt(to) === '=' && to < at + length + 3) to += 1;
	return {from, to};
};

/** In order; those that overlap are one. */
const findSpans = (text: string, {start, byStart}: Search): readonly Span[] => {
	const spans: Span[] = [];
	start.lastIndex = 0;
	for (let found = start.exec(text); found !== null; found = start.exec(text)) {
		const at = found.index;
		start.lastIndex = at + 1;
		const form = byStart.get(found[0])?.find(each => text.startsWith(each.text, at));
		if (form === undefined) continue;
		const span = spanOf(form, text, at);
		const before = spans.at(-1);
		if (before !== undefined && span.from < before.to) {
			spans[spans.length - 1] = {from: before.from, to: Math.max(before.to, span.to)};
		} else {
			spans.push(span);
		}
	}
	return spans;
};

/**
 * Knows the secrets of this program and takes them out of what is shown, saved or printed. It costs nothing while no
 * secret is known, and next to nothing for short texts.
 */
export const createRedactor = (): Redactor => {
	const known = {
		secret: new Map<string, readonly SecretForm[]>(),
		borrowed: new Map<string, readonly SecretForm[]>(),
	};
	let generation = 0;

	const learn: Redactor['learn'] = (text, kind = 'secret') => {
		const ofKind = known[kind];
		if (ofKind.has(text)) {
			return;
		}
		const own = formsOfSecret(text);
		if (own.length === 0) {
			return;
		}
		ofKind.set(text, own);
		generation += 1;
		for (const oldest of [...ofKind.keys()].slice(0, Math.max(0, ofKind.size - mostTexts))) {
			ofKind.delete(oldest);
		}
		made = undefined;
	};

	/** One look for all secrets is cheaper than one for each. Made when it is needed: they come several at a time. */
	let made: Search | undefined;
	const search = (): Search => {
		made ??= createSearch([...known.secret.values(), ...known.borrowed.values()].flat());
		return made;
	};
	const knowsNothing = (): boolean => known.secret.size + known.borrowed.size === 0;

	const unsureEnd = (text: string): number => {
		if (knowsNothing()) return 0;
		let longest = 0;
		for (const form of search().forms) {
			const first = form.text.charAt(0);
			// The character after a form in base64 may belong to it, and may still be to come.
			const rest = form.sharesEnd === true ? 0 : 1;
			const from = Math.max(0, text.length - form.text.length + rest);
			for (let at = text.indexOf(first, from); at !== -1; at = text.indexOf(first, at + 1)) {
				if (form.text.startsWith(text.slice(at))) {
					longest = Math.max(longest, text.length - spanOf(form, text, at).from);
					break;
				}
			}
		}
		return longest;
	};

	/** Whoever shortens a text may cut through a secret. */
	const redactCutEnd = (text: string): string => {
		const [ellipsis = ''] = /(?:…|\.{3})$/.exec(text) ?? [];
		const whole = text.slice(0, text.length - ellipsis.length);
		if (whole.slice(-search().longest).search(search().start) === -1) {
			return text;
		}
		const unsure = unsureEnd(whole);
		return unsure < shortestSecret ? text : `${whole.slice(0, -unsure)}${mask}${ellipsis}`;
	};

	const redact = (text: string): string => {
		if (text.length < shortestSecret || knowsNothing()) {
			return text;
		}
		let shown = '';
		let at = 0;
		for (const {from, to} of findSpans(text, search())) {
			shown += `${text.slice(at, from)}${mask}`;
			at = to;
		}
		return redactCutEnd(at === 0 ? text : `${shown}${text.slice(at)}`);
	};

	return {
		learn,
		redact,
		unsureEnd,
		generation: () => generation,
		redactAll: value => (knowsNothing() ? value : mapTexts(value, redact, mask)),
	};
};

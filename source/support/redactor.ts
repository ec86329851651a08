import {mapTexts} from './map-texts.ts';
import {mask} from './mask-secrets.ts';
import {formsOfSecret, shortestSecret} from './secret-forms.ts';

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

type Search = {
	/** Longest first: one secret may be a part of another. */
	readonly forms: readonly string[];
	readonly longest: number;
	readonly whole: RegExp;
	readonly beginning: RegExp;
};

const anyOf = (texts: Iterable<string>): RegExp => new RegExp([...texts].map(escapeForPattern).join('|'));

const createSearch = (found: readonly string[]): Search => {
	const forms = [...new Set(found)].toSorted((one, other) => other.length - one.length);
	const beginnings = new Set(forms.map(form => form.slice(0, shortestSecret)));
	return {forms, longest: forms[0]?.length ?? 0, whole: anyOf(forms), beginning: anyOf(beginnings)};
};

/**
 * Knows the secrets of this program and takes them out of what is shown, saved or printed. It costs nothing while no
 * secret is known, and next to nothing for short texts.
 */
export const createRedactor = (): Redactor => {
	const known = {
		secret: new Map<string, readonly string[]>(),
		borrowed: new Map<string, readonly string[]>(),
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
			const first = form.charAt(0);
			const from = Math.max(0, text.length - form.length + 1);
			for (let at = text.indexOf(first, from); at !== -1; at = text.indexOf(first, at + 1)) {
				if (form.startsWith(text.slice(at))) {
					longest = Math.max(longest, text.length - at);
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
		if (!search().beginning.test(whole.slice(-search().longest))) {
			return text;
		}
		const unsure = unsureEnd(whole);
		return unsure < shortestSecret ? text : `${whole.slice(0, -unsure)}${mask}${ellipsis}`;
	};

	const redact = (text: string): string => {
		if (text.length < shortestSecret || knowsNothing()) {
			return text;
		}
		let shown = text;
		const {whole, forms} = search();
		for (const form of whole.test(text) ? forms : []) {
			if (form.length <= shown.length && shown.includes(form)) {
				shown = shown.replaceAll(form, mask);
			}
		}
		return redactCutEnd(shown);
	};

	return {
		learn,
		redact,
		unsureEnd,
		generation: () => generation,
		redactAll: value => (knowsNothing() ? value : mapTexts(value, redact, mask)),
	};
};

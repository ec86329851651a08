import {mask} from './mask-secrets.ts';
import {formsOfSecret, shortestSecret} from './secret-forms.ts';

export type Redactor = {
	/** From now on this text is not shown. One that is too short to be told from words is not hidden. */
	readonly learn: (text: string) => void;
	/** The text with dots in place of secrets; the same text when there are none. */
	readonly redact: (text: string) => string;
	/** The same for every text inside plain data; the same object when there are none. */
	readonly redactAll: <Value>(value: Value) => Value;
	/** How much of the end of a text may be the beginning of a secret whose rest is still to come. */
	readonly unsureEnd: (text: string) => number;
	/** Another number after every secret that is learned: what was looked at before has to be looked at again. */
	readonly generation: () => number;
};

/** Tokens are renewed for as long as the program runs: the oldest are worthless by then. */
const mostSecrets = 400;

/** No data of ours is nested so deep, and what is might end the program. */
const deepest = 200;

const escapeForPattern = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

const isPlainObject = (value: object): boolean => {
	const prototype: unknown = Object.getPrototypeOf(value);
	return prototype === Object.prototype || prototype === null;
};

/**
 * Knows the secrets of this program and takes them out of what is shown, saved or printed. It costs nothing while no
 * secret is known, and next to nothing for short texts.
 */
export const createRedactor = (): Redactor => {
	const known = new Map<string, readonly string[]>();
	/** Longest first: one secret may be a part of another. */
	let forms: readonly string[] = [];
	let generation = 0;

	const learn = (text: string): void => {
		if (known.has(text)) {
			return;
		}
		const own = formsOfSecret(text);
		if (own.length === 0) {
			return;
		}
		known.set(text, own);
		generation += 1;
		for (const oldest of [...known.keys()].slice(0, Math.max(0, known.size - mostSecrets))) {
			known.delete(oldest);
		}
		forms = [...new Set([...known.values()].flat())].toSorted((one, other) => other.length - one.length);
		longestForm = forms[0]?.length ?? 0;
		made = undefined;
	};

	/** One look for all secrets is cheaper than one for each. Made when it is needed: they come several at a time. */
	let made: {readonly whole: RegExp; readonly beginning: RegExp} | undefined;
	let longestForm = 0;
	const patterns = () => {
		const anyOf = (texts: readonly string[]): RegExp => new RegExp(texts.map(escapeForPattern).join('|'));
		const beginnings = new Set(forms.map(form => form.slice(0, shortestSecret)));
		made ??= {whole: anyOf(forms), beginning: anyOf([...beginnings])};
		return made;
	};

	const unsureEnd = (text: string): number => {
		let longest = 0;
		for (const form of forms) {
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
		if (!patterns().beginning.test(whole.slice(-longestForm))) {
			return text;
		}
		const unsure = unsureEnd(whole);
		return unsure < shortestSecret ? text : `${whole.slice(0, -unsure)}${mask}${ellipsis}`;
	};

	const redact = (text: string): string => {
		if (forms.length === 0 || text.length < shortestSecret) {
			return text;
		}
		let shown = text;
		for (const form of patterns().whole.test(text) ? forms : []) {
			if (form.length <= shown.length && shown.includes(form)) {
				shown = shown.replaceAll(form, mask);
			}
		}
		return redactCutEnd(shown);
	};

	const redactEntries = (value: object, depth: number): object => {
		let isChanged = false;
		const entries = Object.entries(value).map(([key, inner]): readonly [string, unknown] => {
			const shown = [redact(key), redactValue(inner, depth)] as const;
			isChanged ||= shown[0] !== key || shown[1] !== inner;
			return shown;
		});
		return isChanged ? Object.fromEntries(entries) : value;
	};

	const redactValue = (value: unknown, depth: number): unknown => {
		if (typeof value === 'string') {
			return redact(value);
		}
		if (typeof value !== 'object' || value === null) {
			return value;
		}
		if (depth > deepest) {
			return mask;
		}
		if (Array.isArray(value)) {
			const shown: readonly unknown[] = value.map(item => redactValue(item, depth + 1));
			return shown.some((item, index) => item !== value[index]) ? shown : value;
		}
		return isPlainObject(value) ? redactEntries(value, depth + 1) : value;
	};

	return {
		learn,
		redact,
		unsureEnd,
		generation: () => generation,
		// Texts are replaced by texts, and nothing else is: what comes out has the type of what went in.
		redactAll: value => (forms.length === 0 ? value : (redactValue(value, 0) as typeof value)),
	};
};

import {mask} from './mask-secrets.ts';

/** One begins only where a word does: a text full of beginnings would be read to its end from each of them. */
const knownShapes =
	/\b(?:sk-|pk_|rk_|ghp_|gho_|ghu_|ghs_|ghr_|github_pat_|glpat-|xox[abeprs]-|AKIA|ASIA|AIza|npm_|hf_)[\w-]{12,}|(?<![\w-])eyJ[\w-]{10,}\.[\w-]+(?:\.[\w-]*)?|(?<=\b(?:Bearer|Basic)\s)[\w+/=.~-]{8,}/gi;
/** Looking at every text twice would cost more than it finds. */
const mayHold = /sk-|[prh][kf]_|gh[pousr]_|github_pat_|glpat-|xox|A[KS]IA|AIza|npm_|eyJ|bearer|basic/i;

const secretKey =
	/^(?:(?:proxy-)?authorization|(?:x-)?api[-_]?key|(?:access|refresh|id|auth)[-_]?token|client[-_]?secret|passw(?:or)?d|passphrase|set-cookie)$/i;

const deepest = 200;

const hideInText = (text: string): string => (mayHold.test(text) ? text.replaceAll(knownShapes, mask) : text);

const hide = (value: unknown, depth: number): unknown => {
	if (typeof value === 'string') return hideInText(value);
	if (typeof value !== 'object' || value === null) return value;
	if (depth > deepest) return mask;
	if (Array.isArray(value)) return value.map(each => hide(each, depth + 1));
	return Object.fromEntries(
		Object.entries(value).map(([key, inner]) => [
			hideInText(key),
			typeof inner === 'string' && inner !== '' && secretKey.test(key) ? mask : hide(inner, depth + 1),
		]),
	);
};

/** Plain data without what has the shape or the name of a key, although nobody told us that it is one. */
export const hideTokens = <Value>(value: Value): Value =>
	// Texts are replaced by texts, and nothing else is: what comes out has the type of what went in.
	hide(value, 0) as Value;

/** Shorter texts are in ordinary words, and hiding them would hide everything. */
export const shortestSecret = 6;

/** Encodings of anything longer are not worth looking for. */
const longestEncoded = 8192;

const hasHalfPair = (text: string): boolean => /\p{Surrogate}/u.test(text);

/**
 * What base64 makes of the text wherever it stands in something longer, such as `user:password`: without the characters
 * that it shares with its neighbours.
 */
const insideBase64 = (text: string): readonly string[] => {
	const bytes = Buffer.from(text, 'utf8');
	return [0, 1, 2].map(before => {
		const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
		const end = Math.floor(((before + bytes.length) * 8) / 6);
		return encoded.slice(Math.ceil((before * 8) / 6), end);
	});
};

const inUrls = (text: string): readonly string[] => {
	const encoded = encodeURIComponent(text);
	const small = encoded.replaceAll(/%[0-9A-F]{2}/g, code => code.toLowerCase());
	return [encoded, small, encoded.replaceAll('%20', '+')];
};

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

const encodings = (text: string): readonly string[] => {
	if (text.length > longestEncoded || hasHalfPair(text)) {
		return [];
	}
	const base64 = insideBase64(text);
	const forUrls = base64.map(form => form.replaceAll('+', '-').replaceAll('/', '_'));
	const json = inJson(text);
	return [...inUrls(text), json, inJson(json), ...base64, ...forUrls];
};

/** Members of an object that are secrets themselves: those of OAuth, and the private parts of a JWK. */
const secretMember =
	/(token|secret|password|passphrase|assertion|private_?key|api_?key)$|^(d|p|q|dp|dq|qi|k)$/i;

const membersOf = (value: unknown, key = '', depth = 0): readonly string[] => {
	if (typeof value === 'string') {
		return secretMember.test(key) ? [value] : [];
	}
	if (typeof value !== 'object' || value === null || depth > 8) {
		return [];
	}
	return Object.entries(value).flatMap(([name, inner]) => membersOf(inner, name, depth + 1));
};

const secretsInJson = (text: string): readonly string[] => {
	if (!text.startsWith('{')) {
		return [];
	}
	try {
		return membersOf(JSON.parse(text));
	} catch {
		// It only looks like JSON.
		return [];
	}
};

/** The lines of a key over several lines, which are often shown one by one. */
const linesOf = (text: string): readonly string[] =>
	text
		.split(/[\r\n]+/)
		.map(line => line.trim())
		.filter((line, _, all) => all.length > 1 && line.length >= 16 && !line.startsWith('-----'));

/** `postgres`, `changeme`: hiding these would hide them in every sentence, and show by the gap what they are. */
const isPlainWord = (text: string): boolean => /^(?:[a-z]{1,11}|[A-Z][a-z]{0,10})$/.test(text);

/** Every way in which a secret may turn up in a text. */
export const formsOfSecret = (secret: string): readonly string[] => {
	const text = secret.trim();
	const wholes = [text, ...linesOf(text), ...secretsInJson(text)].filter(
		whole => whole.length >= shortestSecret && !isPlainWord(whole),
	);
	const forms = wholes.flatMap(whole => [whole, ...encodings(whole)]);
	return [...new Set(forms)].filter(form => form.length >= shortestSecret);
};

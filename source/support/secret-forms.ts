/** Shorter texts are in ordinary words, and hiding them would hide everything. */
export const shortestSecret = 6;

/** Encodings of anything longer are not worth looking for. */
const longestEncoded = 8192;

const hasHalfPair = (text: string): boolean => /\p{Surrogate}/u.test(text);

/** One way in which a secret may turn up in a text. */
export type SecretForm = {
	readonly text: string;
	/** In base64, the character before or after it may hold bits of the secret together with bits of its neighbour. */
	readonly sharesStart?: boolean;
	readonly sharesEnd?: boolean;
};

/** What base64 makes of the text wherever it stands in something longer, such as `user:password`. */
const inBase64 = (text: string): readonly SecretForm[] => {
	const bytes = Buffer.from(text, 'utf8');
	return [0, 1, 2].flatMap(before => {
		const bits = (before + bytes.length) * 8;
		const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
		const whole = encoded.slice(Math.ceil((before * 8) / 6), Math.floor(bits / 6));
		const shared = {sharesStart: before > 0, sharesEnd: bits % 6 > 0};
		const forUrls = whole.replaceAll('+', '-').replaceAll('/', '_');
		return [
			{text: whole, ...shared},
			{text: forUrls, ...shared},
		];
	});
};

const inUrls = (text: string): readonly string[] => {
	const encoded = encodeURIComponent(text);
	const small = encoded.replaceAll(/%[0-9A-F]{2}/g, code => code.toLowerCase());
	return [encoded, small, encoded.replaceAll('%20', '+')];
};

const quotes = ['"', '&quot;', '&#34;'];
const apostrophes = ["'", '&#39;', '&#039;', '&#x27;', '&apos;'];
/** Characters that only some template engines escape. */
const rarelyEscaped = [/(?!)/g, /[`=]/g, /[`=/]/g];

/** As libraries escape text for HTML. They agree on `&`, `<` and `>` alone. */
const inHtml = (text: string): readonly string[] => {
	const basic = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
	return rarelyEscaped.flatMap(rare => {
		const escaped = basic.replaceAll(
			rare,
			character => `&#x${character.charCodeAt(0).toString(16).toUpperCase()};`,
		);
		return quotes.flatMap(quote =>
			apostrophes.map(apostrophe => escaped.replaceAll('"', quote).replaceAll("'", apostrophe)),
		);
	});
};

const inHex = (text: string): readonly string[] => {
	const hex = Buffer.from(text, 'utf8').toString('hex');
	return [hex, hex.toUpperCase()];
};

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

/** Some libraries write JSON so that it can stand in HTML. */
const inJsonForHtml = (json: string): string =>
	json.replaceAll(/[&<>]/g, character => `\\u00${character.charCodeAt(0).toString(16)}`);

const encodings = (text: string): readonly SecretForm[] => {
	if (text.length > longestEncoded || hasHalfPair(text)) {
		return [];
	}
	const json = inJson(text);
	const texts = [
		...inUrls(text),
		...[json, inJson(json), inJsonForHtml(json), inJson(inJsonForHtml(json))],
		...inHex(text),
		...inHtml(text),
	];
	return [...[...new Set(texts)].map(each => ({text: each})), ...inBase64(text)];
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

export const formsOfSecret = (secret: string): readonly SecretForm[] => {
	const text = secret.trim();
	return [text, ...linesOf(text), ...secretsInJson(text)]
		.filter(whole => whole.length >= shortestSecret && !isPlainWord(whole))
		.flatMap(whole => [{text: whole}, ...encodings(whole)])
		.filter(form => form.text.length >= shortestSecret);
};

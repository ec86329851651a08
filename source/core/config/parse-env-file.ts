export type EnvFileRead = {
	readonly variables: Readonly<Record<string, string>>;
	/** Numbers of lines that are no assignment. */
	readonly badLines: readonly number[];
};

const assignment = /^\s*(?:export\s+)?([A-Za-z_][\w.-]*)\s*=[ \t]*(.*)$/s;

const escapes: Readonly<Record<string, string>> = {n: '\n', r: '\r', t: '\t'};

const resolveEscapes = (text: string): string =>
	text.replaceAll(
		/\\(.)/gs,
		(whole, letter: string) => escapes[letter] ?? (/["\\$]/.test(letter) ? letter : whole),
	);

/** The end of a quoted text, where a quote after a backslash does not count in double quotes. */
const closingQuote = (text: string, quote: string): number => {
	for (let index = 1; index < text.length; index += 1) {
		if (text[index] === '\\' && quote === '"') {
			index += 1;
		} else if (text[index] === quote) {
			return index;
		}
	}
	return -1;
};

/** Reads lines of `KEY=value`, as Node and dotenv do: comments, `export`, three kinds of quotes, quoted line breaks. */
export const parseEnvFile = (content: string): EnvFileRead => {
	const lines = content.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);
	const variables = new Map<string, string>();
	const badLines: number[] = [];
	for (let index = 0; index < lines.length; index += 1) {
		const line = lines[index] ?? '';
		if (/^\s*(?:#|$)/.test(line)) {
			continue;
		}
		const [, key, written] = assignment.exec(line) ?? [];
		if (key === undefined || written === undefined) {
			badLines.push(index + 1);
			continue;
		}
		const quote = /^["'`]/.exec(written)?.[0];
		if (quote === undefined) {
			variables.set(key, written.replace(/(?:^|\s)#.*$/s, '').trim());
			continue;
		}
		let text = written;
		let last = index;
		while (closingQuote(text, quote) < 0 && last + 1 < lines.length) {
			last += 1;
			text += `\n${lines[last]}`;
		}
		const end = closingQuote(text, quote);
		if (end < 0) {
			badLines.push(index + 1);
			continue;
		}
		const inner = text.slice(1, end);
		variables.set(key, quote === '"' ? resolveEscapes(inner) : inner);
		index = last;
	}
	return {variables: Object.fromEntries(variables), badLines};
};

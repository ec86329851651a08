/** Whether a text is typed as a command. A path such as `/usr/bin/env` is not: its first word has a second slash. */
export const looksLikeCommand = (text: string): boolean => /^\/[^\s:/]*(?:[\s:]|$)/.test(text);

const quoted = (value: string): string =>
	/^[^\s"'\\=]+$/.test(value) ? value : `"${value.replaceAll(/["\\]/g, '\\$&')}"`;

/** How a prompt of a server is named in a message: `/server:prompt name=value other="two words"`. */
export const promptCommand = (
	server: string,
	prompt: string,
	args: Readonly<Record<string, string>>,
): string =>
	[`/${server}:${prompt}`, ...Object.entries(args).map(([name, value]) => `${name}=${quoted(value)}`)].join(
		' ',
	);

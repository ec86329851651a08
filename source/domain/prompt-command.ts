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

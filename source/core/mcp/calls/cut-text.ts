/** Keeps a sentence with words of a server in it readable. */
export const cut = (text: string, length = 2000): string =>
	text.length > length ? `${text.slice(0, length)}…` : text;

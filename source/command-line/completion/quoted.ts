/** A text as bash and zsh take it literally. */
export const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

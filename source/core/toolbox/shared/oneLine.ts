/** What others wrote, as a piece of a line: a line break in it would forge another. */
export const oneLine = (text: string, longest: number): string => {
	const line = text
		.slice(0, longest * 4)
		.replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ')
		.trim();
	return line.length > longest ? `${line.slice(0, longest).replace(/[\uD800-\uDBFF]$/, '')}…` : line;
};

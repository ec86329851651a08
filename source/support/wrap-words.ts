/** Breaks a text between words into lines of at most this many characters. A word that is longer stays whole. */
export const wrapWords = (text: string, width: number): readonly string[] => {
	const lines: string[] = [];
	let line = '';
	for (const word of text.split(' ')) {
		const longer = line === '' ? word : `${line} ${word}`;
		if (longer.length > width && line !== '') {
			lines.push(line);
			line = word;
		} else {
			line = longer;
		}
	}
	return [...lines, line];
};

/** Two columns in lines of at most `width`. Where the first leaves too little room, the second begins below it. */
export const wrapColumns = (
	rows: readonly (readonly [string, string])[],
	width: number,
	/** The first column is not made wider than this for the sake of one entry. */
	widest = 32,
): readonly string[] => {
	const fitting = rows.map(([left]) => left.length).filter(length => length <= widest);
	const indent = Math.max(0, ...fitting) + 2;
	return rows.flatMap(([left, right]) => {
		const [first = '', ...rest] = wrapWords(right, Math.max(20, width - indent));
		const below = rest.map(line => `${' '.repeat(indent)}${line}`);
		return left.length + 2 > indent
			? [left, `${' '.repeat(indent)}${first}`, ...below]
			: [`${left.padEnd(indent)}${first}`.trimEnd(), ...below];
	});
};

/** A line with its styles, and how wide it is without them. */
export type KeyLine = {readonly line: string; readonly cells: number};

/** Lines that belong together. */
export type Block = readonly KeyLine[];

type PageLayout = {
	readonly columns: number;
	readonly columnWidth: number;
	readonly gap: number;
	readonly height: number;
};

/** Fills columns of a height. A block is cut only where it is higher than a whole column. */
const fill = (blocks: readonly Block[], height: number): readonly Block[] => {
	const columns: KeyLine[][] = [[]];
	for (const block of blocks) {
		const last = columns.at(-1) ?? [];
		if (last.length + block.length <= height) {
			last.push(...block);
			continue;
		}
		for (let start = 0; start < block.length; start += height) {
			const piece = block.slice(start, start + height);
			if (start === 0 && last.length === 0) {
				last.push(...piece);
			} else {
				columns.push([...piece]);
			}
		}
	}
	return columns;
};

/** The lowest height at which everything is on one page, so that its columns are about as long as each other. */
const balanced = (blocks: readonly Block[], {columns, height}: PageLayout): readonly Block[] => {
	const count = blocks.reduce((sum, block) => sum + block.length, 0);
	for (let low = Math.ceil(count / columns); low < height; low++) {
		const filled = fill(blocks, low);
		if (filled.length <= columns) {
			return filled;
		}
	}
	return fill(blocks, height);
};

const beside = (parts: readonly Block[], {columnWidth, gap}: PageLayout): readonly string[] =>
	Array.from({length: Math.max(...parts.map(part => part.length))}, (_, row) =>
		parts
			.map((part, index) => {
				const {line, cells} = part[row] ?? {line: '', cells: 0};
				const isLast = index === parts.length - 1;
				return isLast ? line : line + ' '.repeat(Math.max(0, columnWidth + gap - cells));
			})
			.join(''),
	);

/** The lines of every page, with columns beside each other. */
export const pagesOf = (blocks: readonly Block[], layout: PageLayout): readonly (readonly string[])[] => {
	const filled = balanced(blocks, layout);
	return Array.from({length: Math.ceil(filled.length / layout.columns)}, (_, page) =>
		beside(filled.slice(page * layout.columns, (page + 1) * layout.columns), layout),
	);
};

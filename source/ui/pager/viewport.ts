/** What is at the top of the window: a line, and which of its rows. */
export type Viewport = {readonly line: number; readonly row: number};

export type Layout = {
	readonly count: number;
	readonly height: number;
	/** Asked only about lines near the window. */
	readonly rowsOf: (line: number) => number;
};

export const start: Viewport = {line: 0, row: 0};

const isBehind = (one: Viewport, other: Viewport): boolean =>
	one.line > other.line || (one.line === other.line && one.row > other.row);

/** Where the window begins that has this line at its end. */
const windowBefore = (last: number, height: number, {rowsOf}: Layout): Viewport => {
	let left = height;
	for (let line = last; line >= 0; line--) {
		const rows = rowsOf(line);
		if (rows >= left) {
			return {line, row: rows - left};
		}
		left -= rows;
	}
	return start;
};

export const endOf = (layout: Layout): Viewport => windowBefore(layout.count - 1, layout.height, layout);

/** The same place where there is one, else the nearest. */
export const settle = (view: Viewport, layout: Layout): Viewport => {
	if (view.line < layout.count) {
		const row = Math.min(view.row, layout.rowsOf(view.line) - 1);
		const end = endOf(layout);
		return isBehind({line: view.line, row}, end) ? end : {line: view.line, row};
	}
	return endOf(layout);
};

/** Up or down by rows. */
export const scroll = (view: Viewport, step: number, layout: Layout): Viewport => {
	let {line, row} = view;
	for (let left = Math.abs(step); left > 0; left--) {
		if (step > 0) {
			const isLastRow = row + 1 >= layout.rowsOf(line);
			if (isLastRow && line + 1 >= layout.count) {
				break;
			}
			[line, row] = isLastRow ? [line + 1, 0] : [line, row + 1];
		} else {
			if (row === 0 && line === 0) {
				break;
			}
			[line, row] = row > 0 ? [line, row - 1] : [line - 1, layout.rowsOf(line - 1) - 1];
		}
	}
	return settle({line, row}, layout);
};

/** Whether all of a line is in the window, or as much as fits. */
const isVisible = (view: Viewport, line: number, layout: Layout): boolean => {
	if (line < view.line || line > view.line + layout.height) {
		return false;
	}
	let rows = -view.row;
	for (let each = view.line; each < line; each++) {
		rows += layout.rowsOf(each);
	}
	return rows >= 0 && rows + Math.min(layout.rowsOf(line), layout.height) <= layout.height;
};

/** Brings a line into the window: as little as needed, or with room around it where it was far away. */
export const bringIn = (view: Viewport, line: number, layout: Layout): Viewport => {
	if (isVisible(view, line, layout)) {
		return view;
	}
	const isNear = Math.abs(line - view.line) <= layout.height + 1;
	if (!isNear) {
		return settle(windowBefore(line, Math.ceil(layout.height / 3), layout), layout);
	}
	return line <= view.line
		? {line, row: 0}
		: settle(windowBefore(line, Math.max(layout.height, layout.rowsOf(line)), layout), layout);
};

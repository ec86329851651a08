/** The last lines of a stream that may never end, and may never break its lines. */
export type LineRing = {
	/** Text as it arrives: it may begin or end in the middle of a line. */
	readonly write: (text: string) => void;
	/** A whole line from somewhere else. */
	readonly push: (line: string) => void;
	/** The newest lines, oldest first, an unfinished one included. */
	readonly last: (count: number) => readonly string[];
};

export const createLineRing = (limits: {readonly lines: number; readonly width: number}): LineRing => {
	const kept: string[] = [];
	let unfinished = '';

	const push = (line: string) => {
		kept.push(line.length > limits.width ? `${line.slice(0, limits.width)}…` : line);
		if (kept.length > limits.lines) kept.shift();
	};

	// One character more than the width is kept, so that `push` can tell that the line was cut.
	const extend = (text: string) => {
		const room = limits.width + 1 - unfinished.length;
		if (room > 0) unfinished += text.slice(0, room);
	};

	return {
		push,
		write: text => {
			let start = 0;
			for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
				extend(text.slice(start, end));
				push(unfinished.endsWith('\r') ? unfinished.slice(0, -1) : unfinished);
				unfinished = '';
				start = end + 1;
			}
			extend(text.slice(start));
		},
		last: count => {
			const all = unfinished === '' ? kept : [...kept, unfinished.slice(0, limits.width)];
			return all.slice(-Math.min(count, limits.lines));
		},
	};
};

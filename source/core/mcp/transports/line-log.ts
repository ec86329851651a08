import {countOf} from '../../../support/count-of.ts';
import {ownCopy} from '../../../support/own-copy.ts';
import {withoutColours} from '../../../support/sanitise.ts';

/** The first and the last lines of a stream that may never end, and may never break its lines. */
export type LineLog = {
	/** Text as it arrives: it may begin or end in the middle of a line. */
	readonly write: (text: string) => void;
	/** A whole line from somewhere else. */
	readonly push: (line: string) => void;
	/** What is kept, an unfinished line included; where lines are missing, one says how many. */
	readonly lines: () => readonly string[];
};

/** A line of nothing but colours is cut early: looking for them in megabytes takes long. */
const colourRoom = 4;

/** Programs say first why they end, and last what they did before. */
const limits = {first: 50, last: 150, width: 2000};

export const createLineLog = ({first, last, width} = limits): LineLog => {
	const head: string[] = [];
	const tail: string[] = [];
	let dropped = 0;
	let unfinished = '';

	const push = (line: string) => {
		const text = withoutColours(line.slice(0, colourRoom * width));
		const kept = ownCopy(text.length > width ? `${text.slice(0, width)}…` : text);
		if (head.length < first) {
			head.push(kept);
			return;
		}
		tail.push(kept);
		if (tail.length <= last) return;
		tail.shift();
		dropped += 1;
	};

	// One character more than the width is kept, so that `push` can tell that the line was cut.
	const extend = (text: string) => {
		const room = width + 1 - unfinished.length;
		if (room > 0) unfinished += ownCopy(text.slice(0, room));
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
		lines: () => [
			...head,
			...(dropped === 0 ? [] : [`… ${countOf(dropped, 'more line')}`]),
			...tail,
			...(unfinished === '' ? [] : [withoutColours(unfinished).slice(0, width)]),
		],
	};
};

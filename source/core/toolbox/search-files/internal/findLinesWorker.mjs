// Runs in a thread of its own, so that no expression can hold up the program: the build puts it into the bundle as
// text, and tests run this file. That is why it is JavaScript and imports nothing of ours.
import {parentPort} from 'node:worker_threads';

const longestLine = 300;
/** Of a long line, what is shown before the place that was found. */
const lead = 100;

/** What would forge or hide something of a line; the tab is no such thing. */
const unsafe = /[^\P{Cc}\t]|[\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

const showPart = (line, found) => {
	const isLong = line.length > longestLine;
	const start = isLong ? Math.max(0, Math.min(found - lead, line.length - longestLine)) : 0;
	const end = isLong ? start + longestLine : line.length;
	// Where a character of two units is parted its half is replaced, too.
	const part = line.slice(start, end).replace(unsafe, '\ufffd');
	return `${start > 0 ? '…' : ''}${part}${end < line.length ? '…' : ''}`;
};

const show = line => showPart(line, 0);

/** Line after line, and never all of them: a large file may have millions. */
function* readLines(text, start) {
	for (let from = start; from < text.length; ) {
		const lineBreak = text.indexOf('\n', from);
		const end = lineBreak === -1 ? text.length : lineBreak;
		const next = lineBreak === -1 ? text.length : lineBreak + 1;
		yield {line: text.slice(from, text[end - 1] === '\r' && end > from ? end - 1 : end), next};
		from = next;
	}
}

const readSome = (text, start, count) => {
	const lines = [];
	if (count === 0) return lines;
	for (const {line} of readLines(text, start)) {
		lines.push(show(line));
		if (lines.length === count) break;
	}
	return lines;
};

const findLines = ({bytes, expression, context, most}) => {
	const text = new TextDecoder().decode(bytes);
	const search = new RegExp(expression.source, expression.flags);
	const found = [];
	let before = [];
	let number = 0;
	for (const {line, next} of readLines(text, 0)) {
		number += 1;
		const match = search.exec(line);
		if (match !== null) {
			found.push({
				line: number,
				text: showPart(line, match.index),
				before: before.map(show),
				after: readSome(text, next, context),
			});
			if (found.length === most) break;
		}
		if (context > 0) before = [...before, line].slice(-context);
	}
	return found;
};

parentPort?.on('message', question => {
	try {
		parentPort.postMessage({type: 'found', lines: findLines(question)});
	} catch {
		// Such as an expression that is too large to be run.
		parentPort.postMessage({type: 'failed'});
	}
});
parentPort?.postMessage('ready');

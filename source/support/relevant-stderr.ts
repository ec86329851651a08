/** Why a program ended, as far as its error output says so. */
export type StderrCause = {
	/** On one line. */
	readonly text: string;
	/** It names an error, and is not merely the last that was printed. */
	readonly isError: boolean;
	/** Starting the program again without changing anything ends in the same way. */
	readonly isLasting: boolean;
};

const longest = 400;
/** Lines of a message that are not indented: more of them are the next message. */
const mostLines = 3;

/** No message goes on here: frames of a stack, options of a usage text. */
const breaks = [
	/^\s*$/,
	/^\s+at\s/,
	/^\s+File ".*", line \d/,
	/^goroutine \d/,
	/^\s+-{1,2}\w/,
	/^Node\.js v\d/,
];
const noise = [
	...breaks,
	/^Traceback \(most recent call last\)/,
	/^\s*[{}\][()]+[,;]?\s*$/,
	/^npm (?:warn|notice)\b/i,
	/^npm error\s*(?:\d+\s*)?$/i,
	/^npm error A complete log of this run/i,
	/^\(node:\d+\) (?!Unhandled)/,
	/^\(Use `node --trace/,
	/^note: run with `RUST_BACKTRACE/,
	/^… \S+ more lines?$/,
];

const strong =
	/(?:^|[\s\][(:])(?:[\w.$]*(?:Error|Exception)|error|ERROR|fatal|FATAL|Fatal|panic|CRITICAL)(?:\s*[([][^\])]*[\])])?\s*(?:[:\]]|-\s)\s*\S|^\s*[×✖✗✘❌]|\bpanicked at\b|^npm error\b/;
const configuration =
	/\b(?:missing|required?|requires|not (?:set|provided|configured|specified|defined|given)|must (?:be|set|provide|specify|pass|have)|please (?:set|provide|specify|pass|export|configure|run)|environment variables?|api key|access token|credentials?|unknown (?:option|argument|command|flag)|unrecognized|unexpected argument|not logged in|unauthori[sz]ed)\b|^\s*usage:/i;
const weak =
	/error|exception|fatal|panic|cannot|can't|could not|couldn't|unable|denied|refused|not found|no such|invalid|failed|failure|unknown|unexpected/i;
/** Lines that a log marks as no error. */
const chatter =
	/^\W*(?:info|debug|trace|warn|warning|notice)\b|^.{0,60}\b(?:INFO|DEBUG|TRACE|WARN|WARNING|NOTICE)\b|"level":\s*"?(?:info|debug|trace|warn)/;

const lasting =
	/cannot find (?:module|package)|ModuleNotFoundError|ImportError|SyntaxError|NameError|KeyError|is not in this registry|\bE404\b|no such file or directory|permission denied|EACCES/i;
const passing =
	/ECONN|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EADDRINUSE|EPIPE|timed? ?out|network|socket|temporar|unavailable|try again|connection|connect to|lock|busy/i;

/** Without the frame that Python draws around a group of tracebacks. */
const cleaned = (line: string): string =>
	line
		.replace(/^\[stdout\] /, '')
		.replace(/^\s*\+-[-+]+(?: \d+ -+)?$/, '')
		.replace(/^(?:\s*\+)? {0,10}\| ?/, '')
		.replace(/^\s+\+ (?=Exception Group Traceback)/, '')
		.trimEnd();

/** Node shows the place of an error as its file, the line of code and a caret below. */
const withoutCodeFrames = (lines: readonly string[]): readonly string[] => {
	const isCaret = (line: string | undefined) => line !== undefined && /^\s*[\^~]+\s*$/.test(line);
	return lines.map((line, at) =>
		isCaret(line) || isCaret(lines[at + 1]) || (isCaret(lines[at + 2]) && /:\d+$/.test(line)) ? '' : line,
	);
};

/** Python says what happened below the way that led there. */
const endOfTraceback = (lines: readonly string[]): number => {
	const start = lines.findLastIndex(line => /Traceback \(most recent call last\)/.test(line));
	return start === -1 ? -1 : lines.findIndex((line, at) => at > start && /^[\w.]+(?::\s|$)/.test(line));
};

/** How much a line sounds like the reason: 3 names an error, 0 says nothing, -1 is never shown. */
const score = (line: string): number => {
	if (noise.some(pattern => pattern.test(line))) return -1;
	if (chatter.test(line)) return 0;
	return strong.test(line) ? 3 : configuration.test(line) ? 2 : weak.test(line) ? 1 : 0;
};

/** A message goes on over indented lines, and over a few others. */
const messageFrom = (lines: readonly string[], start: number): string => {
	let message = '';
	let plain = 0;
	for (const line of lines.slice(start)) {
		const isIndented = /^[\s{}[\]]/.test(line);
		const isOver = breaks.some(pattern => pattern.test(line)) || /^\s*usage:/i.test(line);
		if (message !== '' && (isOver || (!isIndented && plain >= mostLines) || message.length > longest)) break;
		if (!isIndented) plain += 1;
		message += `${!isIndented && /[^.,:;!?|]$/.test(message) ? ' |' : ''} ${line.trim()}`;
	}
	const whole = message.replaceAll(/\s+/g, ' ').trim();
	return whole.length > longest ? `${whole.slice(0, longest)}…` : whole;
};

/** What was printed, without blank lines and stacks; nothing where a message has all of it already. */
export const outputBeside = (message: string, printed: readonly string[]): readonly string[] => {
	const lines = printed.filter(line => !breaks.some(pattern => pattern.test(line)));
	return lines.every(line => message.includes(line.trim())) ? [] : lines;
};

/**
 * Finds the message that says why a program ended. It comes first where a stack or a usage text follows, and last in a
 * traceback of Python; without any it is the end of the output. Undefined where nothing was printed.
 */
export const relevantStderr = (printed: readonly string[]): StderrCause | undefined => {
	const lines = withoutCodeFrames(printed.map(cleaned));
	const usage = lines.findIndex(line => /^\s*usage:/i.test(line));
	const scores = lines.map((line, at) => (usage !== -1 && at > usage && /^\s/.test(line) ? -1 : score(line)));
	const best = Math.max(-1, ...scores);
	if (best === -1) return undefined;
	const traced = endOfTraceback(lines);
	const start = traced === -1 ? (best === 0 ? scores.lastIndexOf(0) : scores.indexOf(best)) : traced;
	const text = messageFrom(lines, start);
	const isError = traced !== -1 || best > 0;
	const isLasting = isError && !passing.test(text) && (configuration.test(text) || lasting.test(text));
	return {text, isError, isLasting};
};

const noise = [/^\s*$/, /^\s+at /, /^Node\.js v/, /^\s*\^+\s*$/, /^\s*[{}\][()]+,?\s*$/];
const telling = /error|exception|traceback|fatal|panic|cannot|could not|denied|refused|not found|failed/i;

/**
 * The few lines of an error output that say most: from the first one that sounds like the reason, without blank lines
 * and stack frames. The last ones where none does.
 */
export const tellingLines = (lines: readonly string[], count: number): readonly string[] => {
	const words = lines.filter(line => !noise.some(pattern => pattern.test(line)));
	const reason = words.findIndex(line => telling.test(line));
	return reason === -1 ? words.slice(-count) : words.slice(reason, reason + count);
};

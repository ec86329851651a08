/** What is no typed text: a paste as the terminal marks it, or a key that is sent as a sequence. */
const marked = /(\u001B\[200~[\s\S]*?(?:\u001B\[201~|$)|\u001B(?:\[[0-?]*[ -/]*[@-~]?|O.?|[\s\S])?)/;
const pasteStart = '\u001B[200~';
const notControl = /[^\u0000-\u001F\u007F]/;
const enter = /\r\n?|\n/g;

/**
 * What was typed before there was a screen, without enters: nobody has seen what they would send. In a text they are line
 * breaks, as in a text that was pasted; alone they are nothing.
 */
export const withoutEnters = (bytes: Buffer): Buffer => {
	// Byte by byte: the last character may be half.
	const parts = bytes.toString('latin1').split(marked);
	const isTyped = (index: number): boolean => index % 2 === 0;
	const hasText = parts.some((part, index) =>
		isTyped(index) ? notControl.test(part) : part.startsWith(pasteStart),
	);
	const lineBreak = hasText ? '\n' : '';
	const typed = parts.map((part, index) => (isTyped(index) ? part.replace(enter, lineBreak) : part));
	return Buffer.from(typed.join(''), 'latin1');
};

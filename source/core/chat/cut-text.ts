/** Half a character has no form in a request: providers refuse it. */
const headOf = (text: string, length: number): string =>
	text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
const tailOf = (text: string, length: number): string =>
	length === 0 ? '' : text.slice(-length).replace(/^[\uDC00-\uDFFF]/, '');

/** The beginning of a text. */
export const cutEnd = (text: string, most: number): string =>
	text.length <= most ? text : `${headOf(text, most)} [cut]`;

/** The beginning and the end of a text; the end of a result often says how it went. */
export const cutMiddle = (text: string, most: number): string => {
	if (text.length <= most) {
		return text;
	}
	const head = Math.ceil(most * 0.7);
	return `${headOf(text, head)}\n[${text.length - most} characters left out]\n${tailOf(text, most - head)}`;
};

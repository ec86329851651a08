import {isOneCellText} from './plain-text.mjs';

// The real package compiles an emoji expression on its first non-ASCII character (about 30 ms), such as
// a border. It is evaluated only when some text is not made of plain one-cell characters.
let real;
const measure = (text, options) => {
	real ??= require('string-width').default;
	return real(text, options);
};

// Exactly the style sequences that strip-ansi takes away whole.
const styles = /\u001b\[(?:\d{1,4}(?:;\d{0,4})*)?m/g;

// biome-ignore lint/style/noDefaultExport: it takes the place of a package with a default export.
export default function stringWidth(text, options) {
	if (typeof text !== 'string' || text.length === 0) return 0;
	if (options?.ambiguousIsNarrow === false) return measure(text, options);
	const bare = options?.countAnsiEscapeCodes || !text.includes('\u001b') ? text : text.replace(styles, '');
	return isOneCellText(bare) ? bare.length : measure(text, options);
}

// Characters that take exactly one cell and never join a neighbour into one grapheme cluster: Latin,
// Greek, Cyrillic, punctuation, arrows, mathematics, box drawing, blocks, braille, common dingbats. The
// gaps are combining marks, invisible and bidirectional characters, wide characters and emoji. A test
// compares every one of them with the real string-width and Intl.Segmenter.
const oneCell =
	'\\u0020-\\u007e\\u00a1-\\u00ac\\u00ae-\\u02ff\\u0370-\\u0482\\u048a-\\u052f\\u2010-\\u2027\\u2030-\\u205e' +
	'\\u20a0-\\u20c0\\u2100-\\u2319\\u231c-\\u2328\\u232b-\\u23e8\\u23ed-\\u23ef\\u23f1\\u23f2\\u23f4-\\u23ff' +
	'\\u2500-\\u25fc\\u2600-\\u2604\\u270c-\\u2727\\u2758-\\u2794\\u2800-\\u28ff';

const oneCellText = new RegExp(`^[${oneCell}]*$`);
// Control characters are clusters too; only CR and LF join.
const plainClusters = new RegExp(`^[\\u0000-\\u000c\\u000e-\\u001f\\u007f-\\u00a0${oneCell}]*$`);

/** @param {string} text */
export const isOneCellText = text => oneCellText.test(text);

/** @param {string} text */
export const isPlainClusters = text => plainClusters.test(text);

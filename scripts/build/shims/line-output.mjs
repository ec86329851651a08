// What Ink draws, as text. Its own class paints every text into a grid of cells, over and under others; here every text
// has rows of its own, so a row is its text, and one that was drawn before is known already.
import {styledCharsFromTokens, styledCharsToString, tokenize} from '@alcalzone/ansi-tokenize';

const mostRemembered = 500;
let rows = new Map();

/** Characters that take no cell are left out, and no style is said twice. */
const cleanCharacters = text =>
	styledCharsFromTokens(tokenize(text)).filter(
		({value}) => !/^\p{Default_Ignorable_Code_Point}+$/u.test(value),
	);

const cleanRow = line => {
	const known = rows.get(line);
	if (known !== undefined) return known;
	// Emptied when full, which is simpler than forgetting the oldest.
	if (rows.size >= mostRemembered) rows = new Map();
	const row = styledCharsToString(cleanCharacters(line)).trimEnd();
	rows.set(line, row);
	return row;
};

/** A style that is not closed goes on in the next line. */
const splitStyled = text => {
	const lines = [[]];
	for (const character of cleanCharacters(text)) {
		if (character.value === '\n') lines.push([]);
		else lines.at(-1).push(character);
	}
	return lines.map(line => styledCharsToString(line));
};

const linesOf = text => (text.includes('\u001B') ? splitStyled(text) : text.split('\n'));

export class Output {
	texts = [];
	height;
	constructor({height}) {
		this.height = height;
	}
	write(x, y, text, {transformers}) {
		if (x !== 0) throw new Error('only whole rows can be drawn');
		this.texts.push({y, text, transformers});
	}
	get() {
		const output = Array.from({length: this.height}, () => '');
		for (const {y, text, transformers} of this.texts) {
			for (const [index, line] of linesOf(text).entries()) {
				if (y + index >= this.height) break;
				output[y + index] = cleanRow(transformers.reduce((text, transform) => transform(text, index), line));
			}
		}
		return {output: output.join('\n'), height: this.height};
	}
}

import {seenCharacters} from './createTextWriter.ts';

/** The text of a block of code while it is read. `count` is told how much each piece will take, indented. */
export const createCodeBlock = (indent: string, count: (characters: number) => void) => {
	const pieces: string[] = [];
	let language = '';
	/** A line may end with two characters of which the second comes with the next piece. */
	let endsWithReturn = false;

	const put = (data: string): void => {
		const rest = endsWithReturn && data.startsWith('\n') ? data.slice(1) : data;
		endsWithReturn = data.endsWith('\r');
		const text = seenCharacters(rest.replace(/\r\n?/g, '\n'));
		if (text === '') return;
		pieces.push(text);
		count(text.length + (indent === '' ? 0 : indent.length * (text.split('\n').length - 1)));
	};

	return {
		put,
		breakLine: (): void => {
			if (pieces.at(-1)?.endsWith('\n') === false) put('\n');
		},
		/** The first one that is told counts. */
		name: (told: string): void => {
			if (language === '') language = told;
		},
		language: () => language,
		text: () => pieces.join(''),
	};
};

const letters = 'PQRS';
const linuxLetters = 'ABCDE';
const numbers: Readonly<Record<string, number>> = {
	11: 1,
	12: 2,
	13: 3,
	14: 4,
	15: 5,
	17: 6,
	18: 7,
	19: 8,
	20: 9,
	21: 10,
	23: 11,
	24: 12,
};

// Held keys are others, and one that is let go of is none. With two numbers before it, R is where the cursor is.
const byLetter = /^\u001B(?:O|\[)([PQRS])$/;
const byNumber = /^\u001B\[(\d\d)(?:;1(?::[12])?)?~$/;
const byPressedLetter = /^\u001B\[1;1:[12]([PQS])$/;
const ofLinux = /^\u001B\[\[([A-E])$/;

/** The name of a function key that was pressed alone, which Ink does not tell: `f2`. */
export const functionKeyName = (sequence: string): string | undefined => {
	const letter = (byLetter.exec(sequence) ?? byPressedLetter.exec(sequence))?.[1];
	if (letter !== undefined) {
		return `f${letters.indexOf(letter) + 1}`;
	}
	const linux = ofLinux.exec(sequence)?.[1];
	if (linux !== undefined) {
		return `f${linuxLetters.indexOf(linux) + 1}`;
	}
	const number = numbers[byNumber.exec(sequence)?.[1] ?? ''];
	return number === undefined ? undefined : `f${number}`;
};

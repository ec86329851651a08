/** What stands for a sequence while lines are laid out. Text of others never has such characters: they are no text. */
const opening = '\uFDE0';
const closing = '\uFDE1';
const firstDigit = 0xfd_d0;
const placeholder = /\uFDE0([\uFDD0-\uFDDF]+)\uFDE1/g;

export type Insertions = {
	/** Takes a sequence for the terminal, and gives what stands for it in a line. */
	readonly put: (sequence: string) => string;
	/** The text with the sequences where they belong, each of them once. */
	readonly fill: (text: string) => string;
};

const toDigits = (count: number): string =>
	Array.from(count.toString(16), digit => String.fromCharCode(firstDigit + Number.parseInt(digit, 16))).join(
		'',
	);

/**
 * Ink lays lines out cell by cell and knows nothing of images. So a line carries a few characters in their place,
 * which become the image on the way to the terminal.
 */
export const createInsertions = (): Insertions => {
	const waiting = new Map<string, string>();
	let count = 0;
	return {
		put(sequence) {
			count += 1;
			const digits = toDigits(count);
			waiting.set(digits, sequence);
			return `${opening}${digits}${closing}`;
		},
		fill: text =>
			text.includes(opening)
				? text.replace(placeholder, (_all, digits: string) => {
						const sequence = waiting.get(digits) ?? '';
						waiting.delete(digits);
						return sequence;
					})
				: text,
	};
};

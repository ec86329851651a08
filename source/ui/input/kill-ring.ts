import type {EditName, TextBuffer} from './text-buffer.ts';

/** Which side of the cursor is deleted by the keys whose text can be put back. */
const sides: Readonly<Partial<Record<EditName, 'before' | 'after'>>> = {
	'delete-word': 'before',
	'delete-word-before': 'before',
	'delete-to-start': 'before',
	'delete-word-after': 'after',
	'delete-to-end': 'after',
};

/** What was deleted last, to be put in again. Deletions in a row are one. */
export const createKillRing = () => {
	let killed = '';
	let last: TextBuffer | undefined;

	return {
		kills: (edit: EditName): boolean => sides[edit] !== undefined,
		note(edit: EditName, before: TextBuffer, after: TextBuffer): void {
			const length = before.text.length - after.text.length;
			const side = sides[edit];
			if (side === undefined || length <= 0) {
				return;
			}
			const from = side === 'before' ? before.cursor - length : before.cursor;
			const text = before.text.slice(from, from + length);
			const earlier = before === last ? killed : '';
			killed = side === 'before' ? text + earlier : earlier + text;
			last = after;
		},
		text: (): string => killed,
		forget(): void {
			killed = '';
			last = undefined;
		},
	};
};

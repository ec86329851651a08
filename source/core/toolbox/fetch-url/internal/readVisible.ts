import {setImmediate as nextTurn} from 'node:timers/promises';
import {visibleText} from '../../../../support/sanitise.ts';
import {createTurnBudget} from '../../../../support/turn-budget.ts';

const pieceLength = 16 * 1024;
/** So far behind it a better place to part a text is looked for. */
const leeway = 1024;

const secondHalf = /[\udc00-\udfff]/;

/** Where no character is parted, and no word if it can be helped. */
const endOfPiece = (text: string, start: number): number => {
	const end = start + pieceLength;
	const space = text.slice(end, end + leeway).search(/[\n ]/);
	if (space !== -1) return end + space + 1;
	return secondHalf.test(text[end] ?? '') ? end + 1 : end;
};

/** Long text without what nobody would see, in pieces between which others have their turn. */
export const readVisible = async (text: string, signal: AbortSignal): Promise<string> => {
	const isOverBudget = createTurnBudget();
	const pieces: string[] = [];
	for (let start = 0; start < text.length; ) {
		if (isOverBudget()) await nextTurn();
		signal.throwIfAborted();
		const end = endOfPiece(text, start);
		pieces.push(visibleText(text.slice(start, end)));
		start = end;
	}
	return pieces.join('');
};

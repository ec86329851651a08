import type {App} from '../../app/app.ts';
import type {StoredResult} from '../../domain/tool.ts';
import {groupDigits} from '../../support/group-digits.ts';
import type {LineSource} from '../pager/line.ts';
import {createTextSource} from '../pager/text-source.ts';

/** So much is read at once, and so much at most: the rest is in the file. */
const pageCharacters = 500_000;
const mostCharacters = 40_000_000;

type StoredText = {
	readonly source: LineSource;
	/** All that is there by now. */
	readonly text: () => string;
};

/** The whole of a result that was too long for the conversation, read piece by piece while it is looked at. */
export const readStoredText = (
	{id, file}: StoredResult,
	readResult: App['readResult'],
	onMore: () => void,
	signal: AbortSignal,
): StoredText => {
	const pieces: string[] = [];
	const source = createTextSource('');
	let end: string | undefined = 'reading…';

	const read = async (): Promise<void> => {
		let offset = 0;
		for (;;) {
			const part = await readResult(id, {offset, limit: pageCharacters}, signal);
			if (signal.aborted) {
				return;
			}
			if (part === undefined || (part.text === '' && offset < part.characters)) {
				end = 'The whole of this result cannot be read any more.';
				break;
			}
			pieces.push(part.text);
			source.append(part.text);
			offset = part.offset + part.text.length;
			if (offset >= part.characters) {
				end = undefined;
				break;
			}
			end = `reading… ${Math.floor((offset / part.characters) * 100)} %`;
			if (offset >= mostCharacters) {
				const rest = `${groupDigits(part.characters - offset)} more characters`;
				end = file === undefined ? `${rest} are not shown here.` : `${rest} are in ${file}`;
				break;
			}
			onMore();
		}
		onMore();
	};
	void read();
	return {
		source: {
			count: () => source.count() + (end === undefined ? 0 : 1),
			at: index =>
				index < source.count() || end === undefined ? source.at(index) : {text: end, tone: 'dim'},
			...(source.continues === undefined ? {} : {continues: source.continues}),
		},
		text: () => pieces.join(''),
	};
};

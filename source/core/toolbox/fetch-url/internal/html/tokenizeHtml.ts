import {setImmediate as nextTurn} from 'node:timers/promises';
import {createTurnBudget} from '../../../../../support/turn-budget.ts';

export type Attributes = ReadonlyMap<string, string>;

export type HtmlSink = {
	readonly text: (data: string) => void;
	/** Names are in lower case. */
	readonly open: (name: string, attributes: Attributes) => void;
	readonly close: (name: string) => void;
	/** Whether it has enough. */
	readonly isFull: () => boolean;
};

/** Between two of them others get their turn. */
const pieceLength = 4 * 1024;
/** Nothing that is of use is longer. */
const longestName = 64;
const longestValue = 4096;

/** All others are thrown away unread. */
const usedAttributes: ReadonlySet<string> = new Set([
	'alt',
	'aria-hidden',
	'class',
	'hidden',
	'href',
	'open',
	'role',
	'start',
	'style',
]);

const noAttributes: Attributes = new Map();

/**
 * Tells the sink tag by tag what stands in HTML, as it stands there: nothing is checked, closed or nested here, so that
 * it takes linear time whatever it is given.
 */
export const tokenizeHtml = async (html: string, sink: HtmlSink, signal: AbortSignal): Promise<void> => {
	const {Tokenizer} = await import('htmlparser2');
	let name = '';
	let attributes: Map<string, string> | undefined;
	let attribute: string | undefined;
	let value = '';

	const slice = (start: number, end: number, most = Number.POSITIVE_INFINITY): string =>
		html.slice(start, Math.min(end, start + most));
	const addToValue = (more: string): void => {
		if (attribute !== undefined && value.length < longestValue) value += more;
	};
	const finishTag = (): void => {
		sink.open(name, attributes ?? noAttributes);
		attributes = undefined;
	};

	const tokenizer = new Tokenizer(
		{},
		{
			ontext: (start, end) => sink.text(slice(start, end)),
			ontextentity: codePoint => sink.text(String.fromCodePoint(codePoint)),
			onopentagname: (start, end) => {
				name = slice(start, end, longestName).toLowerCase();
			},
			onattribname: (start, end) => {
				const found = slice(start, end, longestName).toLowerCase();
				attribute = usedAttributes.has(found) ? found : undefined;
				value = '';
			},
			onattribdata: (start, end) => addToValue(slice(start, end, longestValue)),
			onattribentity: codePoint => addToValue(String.fromCodePoint(codePoint)),
			onattribend: () => {
				if (attribute === undefined) return;
				attributes ??= new Map();
				if (!attributes.has(attribute)) attributes.set(attribute, value);
				attribute = undefined;
			},
			onopentagend: finishTag,
			onselfclosingtag: () => {
				finishTag();
				// Elsewhere the slash means nothing in HTML.
				if (name === 'svg' || name === 'math') sink.close(name);
			},
			onclosetag: (start, end) => sink.close(slice(start, end, longestName).toLowerCase()),
			oncdata: () => {},
			oncomment: () => {},
			ondeclaration: () => {},
			onprocessinginstruction: () => {},
			onend: () => {},
		},
	);

	const isOverBudget = createTurnBudget();
	for (let start = 0; start < html.length && !sink.isFull(); start += pieceLength) {
		if (isOverBudget()) await nextTurn();
		signal.throwIfAborted();
		tokenizer.write(html.slice(start, start + pieceLength));
	}
	tokenizer.end();
};

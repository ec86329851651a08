import {estimateText} from '../../domain/estimate-tokens.ts';
import type {AssistantBlock, Message} from '../../domain/message.ts';
import type {ToolContent} from '../../domain/tool.ts';
import {contentText} from './content-text.ts';
import {cutMiddle} from './cut-text.ts';
import {readSummary, type Summary} from './summary-text.ts';

/** How many of the last messages are given at greater length. */
const recentMessages = 12;
/** Where a message is cut, each of its pieces keeps about this much; those for which there is no room are left out. */
const shortestPiece = 200;

/** The most characters of one piece, for recent messages and for older ones. */
const lengths = {
	recent: {text: 16_000, arguments: 2000, result: 2000},
	older: {text: 4000, arguments: 500, result: 500},
} as const;

type Lengths = (typeof lengths)[keyof typeof lengths];

/** Something that one party said. */
type Piece = {readonly from: string; readonly text: string};

/** Everything that a terminal, an editor or a model may take for the end of a line. */
const lineEnd = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g;

/**
 * Only lines that are not quoted say who speaks, so that nobody can speak for somebody else, whatever is in a result.
 */
const quoted = (text: string): string => `> ${text.replace(lineEnd, '\n> ')}`;

const joined = (contents: readonly ToolContent[], most: number): string =>
	cutMiddle(contents.map(contentText).join('\n'), most);

const blockPieces = (block: AssistantBlock, most: Lengths): readonly Piece[] => {
	switch (block.type) {
		case 'text':
			return [{from: 'ASSISTANT', text: cutMiddle(block.text, most.text)}];
		// What it thought is in what it did and said.
		case 'thinking':
			return [];
		case 'tool-call': {
			const args = block.invalid ?? JSON.stringify(block.arguments);
			return [{from: 'ASSISTANT CALLS', text: `${block.modelName}: ${cutMiddle(args, most.arguments)}`}];
		}
	}
};

const userPieces = (text: string, most: Lengths): readonly Piece[] =>
	text === '' ? [] : [{from: 'USER', text: cutMiddle(text, most.text)}];

const messagePieces = (message: Message, most: Lengths): readonly Piece[] => {
	switch (message.role) {
		case 'user': {
			const attached = joined(message.attachments ?? [], most.result);
			return [
				...userPieces(message.text, most),
				...(attached === '' ? [] : [{from: 'ATTACHED', text: attached}]),
			];
		}
		case 'assistant':
			return message.blocks.flatMap(block => blockPieces(block, most));
		case 'tool':
			return [{from: `RESULT (${message.outcome})`, text: joined(message.content, most.result)}];
	}
};

const summaryPieces = ({summary, last}: Summary, most: Lengths): readonly Piece[] => [
	{from: 'EARLIER SUMMARY', text: cutMiddle(summary, most.text)},
	...userPieces(last, most),
];

const written = (pieces: readonly Piece[]): string =>
	pieces.map(({from, text}) => `${from}:\n${quoted(text)}`).join('\n');

/** The pieces in about so many characters. They are cut before they are quoted: half a quoted line is no quote. */
const writtenShort = (pieces: readonly Piece[], most: number): string => {
	const text = written(pieces);
	if (text.length <= most) {
		return text;
	}
	const kept = pieces.slice(0, Math.max(1, Math.floor(most / shortestPiece)));
	const each = Math.floor(most / kept.length);
	const short = written(kept.map(piece => ({...piece, text: cutMiddle(piece.text, each)})));
	return kept.length === pieces.length ? short : `${short}\n[${pieces.length - kept.length} more left out]`;
};

/**
 * A conversation as plain text of at most about so many tokens. What came first stays, because it says what all of it
 * is about; of the rest the newest does.
 */
export const renderTranscript = (messages: readonly Message[], maxTokens: number): string => {
	const earlier = readSummary(messages);
	const parts = messages.map((message, index) => {
		const most = index < messages.length - recentMessages ? lengths.older : lengths.recent;
		return index === 0 && earlier !== undefined ? summaryPieces(earlier, most) : messagePieces(message, most);
	});
	const [first = [], ...rest] = parts;
	const opening = writtenShort(first, Math.max(400, maxTokens));
	const texts = rest.map(written);
	let left = maxTokens - estimateText(opening);
	let from = rest.length;
	while (from > 0) {
		left -= estimateText(texts[from - 1] ?? '') + 1;
		if (left < 0) {
			break;
		}
		from -= 1;
	}
	// The newest stays, however long it is.
	const newest = rest.length > 0 && from === rest.length ? [writtenShort(rest.at(-1) ?? [], maxTokens)] : [];
	const leftOut = from - newest.length;
	return [
		opening,
		...(leftOut > 0 ? [`[${leftOut} messages left out]`] : []),
		...newest,
		...texts.slice(from),
	]
		.filter(part => part !== '')
		.join('\n\n');
};

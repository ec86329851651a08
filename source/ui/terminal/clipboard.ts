import {sanitise} from '../../support/sanitise.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Terminals take about this much in one sequence and drop what is longer without a word. */
const mostEncoded = 74_000;
const mostBytes = Math.floor(mostEncoded / 4) * 3;
/** GNU screen passes on this much at once. */
const screenPiece = 240;

const escaped = (sequence: string): string => sequence.replaceAll('\u001B', '\u001B\u001B');

/** What makes tmux hand a sequence to the terminal around it. */
export const throughTmux = (sequence: string): string => `\u001BPtmux;${escaped(sequence)}\u001B\\`;

const throughScreen = (sequence: string): string =>
	(sequence.match(new RegExp(`[\\s\\S]{1,${screenPiece}}`, 'g')) ?? [])
		.map(piece => `\u001BP${piece}\u001B\\`)
		.join('');

export const isInTmux = (env: Env): boolean => (env.TMUX ?? '') !== '';

/** Where a sequence of ours must go to reach the terminal itself. */
const wrapFor = (sequence: string, env: Env): string => {
	if (isInTmux(env)) {
		// It depends on its settings which of the two it takes. Both put the same text in the same place.
		return sequence + throughTmux(sequence);
	}
	return (env.STY ?? '') === '' ? sequence : throughScreen(sequence);
};

const kilobytes = (bytes: number): string => `${Math.ceil(bytes / 1000).toLocaleString('en')} kB`;

const amount = (text: string): string => {
	const lines = text.replace(/\n$/, '').split('\n').length;
	const characters = text.length.toLocaleString('en');
	return lines > 1 ? `${lines.toLocaleString('en')} lines` : `${characters} characters`;
};

/** Only what can be seen: a shell that it is pasted into obeys what cannot. Tabs are a part of the text. */
const seenPart = (text: string): string => text.split('\t').map(sanitise).join('\t');

/** The bytes that put a text into the clipboard of the terminal, if it can be, and a sentence about it. */
export const clipboardWrite = (
	copied: string,
	env: Env,
): {readonly sequence: string; readonly says: string} => {
	if (env.TERM === 'dumb' || env.TERM === 'linux') {
		return {sequence: '', says: 'Not copied: this terminal has no clipboard.'};
	}
	const text = seenPart(copied);
	const bytes = Buffer.byteLength(text);
	if (text === '') {
		return {sequence: '', says: 'There is nothing to copy.'};
	}
	if (bytes > mostBytes) {
		const most = kilobytes(mostBytes);
		const says = `Not copied: ${kilobytes(bytes)} are more than terminals take at once (${most}). Copy a part of it.`;
		return {sequence: '', says};
	}
	const sequence = `\u001B]52;c;${Buffer.from(text).toString('base64')}\u0007`;
	return {
		sequence: wrapFor(sequence, env),
		says: `Copied ${amount(text)}. If it does not arrive, the terminal does not let programs use its clipboard.`,
	};
};

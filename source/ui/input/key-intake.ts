import type {Schedule} from '../../domain/ports.ts';

export type KeyIntake = {
	/** A key or a text, as it was read. */
	readonly read: (name: string, text: string) => void;
	/** A text that the terminal says was pasted. */
	readonly readPaste: (text: string) => void;
	/** A text with line breaks that was there before anybody could read it. More of it may follow at once. */
	readonly readAhead: (text: string) => void;
	readonly dispose: () => void;
};

type IntakeDeps = {
	/** `at` is when the key was read: it may have waited since. */
	readonly onKey: (name: string, text: string, at: number) => void;
	readonly onPaste: (text: string) => void;
	readonly now: () => number;
	readonly schedule: Schedule;
};

/** Text that was pasted comes closer together than this. */
const quietMilliseconds = 25;
/** A paste that is under way may stumble where the machine is busy. */
const pasteMilliseconds = 60;
/** Neither a person nor a script types so much without a pause. */
const rushCharacters = 256;

/** What such a key is as a part of a pasted text. */
const pastedAs: ReadonlyMap<string, string> = new Map([
	['enter', '\n'],
	['ctrl+j', '\n'],
	['tab', '\t'],
]);

/**
 * Tells keys from a text that a terminal without bracketed paste sends as if it were typed, in pieces that may end
 * anywhere: a line break on its own must not send what was pasted. A line break therefore waits for a moment, too short to
 * be noticed, and is a part of a paste when a lot of text came just before or any comes at once behind it; so does a tab
 * behind other text. All other keys count at once.
 */
export const createKeyIntake = ({onKey, onPaste, now, schedule}: IntakeDeps): KeyIntake => {
	/** A paste that is being read. */
	let pieces: string[] = [];
	/** A line break that may be the first one of a paste. */
	let waiting: {readonly name: string; readonly at: number} | undefined;
	/** Characters that came without a pause. */
	let rush = 0;
	let cancel: () => void = () => undefined;

	const flush = (): void => {
		cancel();
		const [key, pasted] = [waiting, pieces.join('')];
		waiting = undefined;
		pieces = [];
		rush = 0;
		if (key !== undefined) {
			onKey(key.name, '', key.at);
		}
		if (pasted !== '') {
			onPaste(pasted);
		}
	};
	/** Where the program was busy, what was sent meanwhile is read only after the first timer has run. */
	const restart = (pause = pieces.length > 0 ? pasteMilliseconds : quietMilliseconds): void => {
		cancel();
		cancel = schedule(() => {
			cancel = schedule(flush, 1);
		}, pause);
	};

	const takePiece = (piece: string): void => {
		pieces.push(waiting === undefined ? '' : (pastedAs.get(waiting.name) ?? ''), piece);
		waiting = undefined;
		restart();
	};

	return {
		read(name, text) {
			const asText = pastedAs.get(name) ?? text;
			const isPiece = text.length > 1 && /[\r\n]/.test(text);
			if (asText === '') {
				flush();
				onKey(name, text, now());
			} else if (isPiece || pieces.length > 0 || waiting !== undefined) {
				takePiece(asText);
			} else if (!pastedAs.has(name)) {
				rush += text.length;
				onKey(name, text, now());
				restart();
			} else if (rush >= rushCharacters) {
				takePiece(asText);
			} else if (name === 'enter' || rush > 0) {
				waiting = {name, at: now()};
				restart();
			} else {
				onKey(name, text, now());
			}
		},
		readPaste(text) {
			flush();
			onPaste(text);
		},
		readAhead(text) {
			flush();
			onPaste(text);
			rush = rushCharacters;
			restart(pasteMilliseconds);
		},
		dispose: () => cancel(),
	};
};

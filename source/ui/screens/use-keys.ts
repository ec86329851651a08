import {useInput, usePaste} from 'ink';
import {keyName} from '../input/key-name.ts';

type KeyReader = {
	readonly onKey: (name: string, text: string) => void;
	readonly onPaste: (text: string) => void;
	/** Told of several characters at once with a line break between them, where that is not a whole paste. */
	readonly onPiece?: (text: string) => void;
};

/** Hands over every key by its name, and pasted text as such. */
export const useKeys = ({onKey, onPaste, onPiece = onPaste}: KeyReader): void => {
	useInput((input, key) => {
		if (key.eventType === 'release') {
			return;
		}
		// Several characters at once were pasted by a terminal without bracketed paste: never a command.
		if (input.length > 1 && /[\r\n]/.test(input)) {
			onPiece(input);
			return;
		}
		onKey(keyName(input, key), key.ctrl || key.meta ? '' : input);
	});
	usePaste(onPaste);
};

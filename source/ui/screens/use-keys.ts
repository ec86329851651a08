import type {EventEmitter} from 'node:events';
import {useInput, usePaste, useStdin} from 'ink';
import {useEffect, useEffectEvent} from 'react';
import {functionKeyName} from '../input/function-key.ts';
import {keyName} from '../input/key-name.ts';

type KeyReader = {
	readonly onKey: (name: string, text: string) => void;
	readonly onPaste: (text: string) => void;
	/** Told of several characters at once with a line break between them, where that is not a whole paste. */
	readonly onPiece?: (text: string) => void;
};

/** Where Ink tells of every key as it was sent: `useInput` leaves out which function key it was, and how many escapes. */
const sequencesOf = (stdin: object): Pick<EventEmitter, 'on' | 'off'> | undefined =>
	'internal_eventEmitter' in stdin
		? (stdin.internal_eventEmitter as Pick<EventEmitter, 'on' | 'off'> | undefined)
		: undefined;

/** Two of them that were read together, which Ink tells as one. */
const twoEscapes = '\u001B\u001B';

/** Hands over every key by its name, and pasted text as such. */
export const useKeys = ({onKey, onPaste, onPiece = onPaste}: KeyReader): void => {
	const sequences = sequencesOf(useStdin());
	const onSequence = useEffectEvent((sequence: unknown) => {
		const name = sequence === twoEscapes ? 'esc' : functionKeyName(String(sequence));
		if (name !== undefined) {
			onKey(name, '');
		}
	});
	useEffect(() => {
		sequences?.on('input', onSequence);
		return () => {
			sequences?.off('input', onSequence);
		};
	}, [sequences]);
	useInput((input, key) => {
		if (key.eventType === 'release') {
			return;
		}
		// Several characters at once were pasted by a terminal without bracketed paste: never a command.
		if (input.length > 1 && /[\r\n]/.test(input)) {
			onPiece(input);
			return;
		}
		const name = keyName(input, key);
		// What has no name is a function key, or nothing that means anything.
		if (name !== '') {
			onKey(name, key.ctrl || key.meta ? '' : input);
		}
	});
	usePaste(onPaste);
};

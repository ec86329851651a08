type Source = Pick<NodeJS.ReadStream, 'on' | 'off' | 'setEncoding' | 'pause' | 'resume'> & {
	readonly setRawMode?: (isRaw: boolean) => unknown;
};

type LineInputDeps = {
	readonly stdin: Source;
	/** `isHidden` when the terminal has shown neither it nor the enter behind it. */
	readonly onLine: (line: string, isHidden: boolean) => void;
	readonly onInterrupt: () => void;
	readonly onEnd: () => void;
};

export type LineInput = {
	/** From now on nothing that is typed is a line, not even what was begun before; it is kept, unseen. */
	readonly hold: () => void;
	/** Lines again, or a line that is typed unseen. Gives what was typed meanwhile. */
	readonly release: (next: 'lines' | 'hidden') => string;
	/** Leaves the keyboard to another program. */
	readonly pause: () => void;
	readonly resume: () => void;
	readonly close: () => void;
};

const interruptKey = '\u0003';
const endKey = '\u0004';
const clearKey = '\u0015';
const erasers = ['\u007F', '\b'];
const lineBreak = /\r\n|\n|\r/;
/** Arrows and function keys: whatever they are, they are no part of a text. */
const keySequence = /\u001B(?:\[[0-9;?<>]*[ -/]*[@-~]|O.)?/g;

/**
 * Lines from the terminal, which edits and echoes them itself. Where they must not count, or not be seen, the keys are
 * taken one by one instead; then a line that was begun comes out as well, so that its end cannot answer anything.
 */
export const createLineInput = ({stdin, onLine, onInterrupt, onEnd}: LineInputDeps): LineInput => {
	let mode: 'lines' | 'held' | 'hidden' = 'lines';
	let pending = '';

	const setRaw = (isRaw: boolean): void => {
		try {
			stdin.setRawMode?.(isRaw);
		} catch {
			// The terminal is gone, and its end is told by itself.
		}
	};
	const readLines = (): void => {
		for (let at = lineBreak.exec(pending); at !== null && mode === 'lines'; at = lineBreak.exec(pending)) {
			const line = pending.slice(0, at.index);
			pending = pending.slice(at.index + at[0].length);
			onLine(line, false);
		}
	};
	const press = (character: string): void => {
		if (character === '\r' || character === '\n') {
			const line = pending;
			pending = '';
			onLine(line, true);
		} else if (character === interruptKey) {
			pending = '';
			onInterrupt();
		} else if (character === endKey && pending === '') {
			onEnd();
		} else if (character === clearKey) {
			pending = '';
		} else if (erasers.includes(character)) {
			pending = [...pending].slice(0, -1).join('');
		} else if (character >= ' ') {
			pending += character;
		}
	};
	const onData = (text: string): void => {
		switch (mode) {
			case 'lines':
				pending += text;
				readLines();
				break;
			case 'held':
				pending += text.replaceAll(interruptKey, '');
				if (text.includes(interruptKey)) {
					onInterrupt();
				}
				break;
			case 'hidden':
				for (const character of text.replaceAll(keySequence, '')) {
					press(character);
				}
		}
	};
	stdin.setEncoding('utf8');
	stdin.on('data', onData);
	stdin.on('end', onEnd);
	stdin.on('error', onEnd);
	stdin.resume();

	return {
		hold() {
			mode = 'held';
			setRaw(true);
		},
		release(next) {
			const typed = mode === 'held' ? pending : '';
			if (mode !== 'lines' || next !== 'lines') {
				pending = '';
				setRaw(next === 'hidden');
			}
			mode = next;
			return typed.replaceAll(keySequence, '').replaceAll(/\r\n?/g, '\n');
		},
		pause() {
			setRaw(false);
			stdin.off('data', onData);
			stdin.pause();
		},
		resume() {
			stdin.on('data', onData);
			stdin.resume();
		},
		close() {
			setRaw(false);
			stdin.off('data', onData);
			stdin.off('end', onEnd);
			stdin.off('error', onEnd);
			stdin.pause();
		},
	};
};

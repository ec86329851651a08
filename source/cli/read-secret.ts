import {StringDecoder} from 'node:string_decoder';
import {endSignals} from './watch-for-end.ts';

export type SecretTyped =
	| {readonly type: 'typed'; readonly text: string}
	/** ctrl+c, or the wait was aborted. */
	| {readonly type: 'cancelled'}
	/** ctrl+d on an empty line, or the terminal has gone. */
	| {readonly type: 'ended'};

type Terminal = {
	readonly input: NodeJS.ReadStream;
	/** Where the question is written. What is typed is written nowhere. */
	readonly output: Pick<NodeJS.WriteStream, 'write'>;
};

/** Nobody types so much, and a paste of a whole file is a slip. */
const longest = 64 * 1024;

const pasteOn = '\u001B[?2004h';
const pasteOff = '\u001B[?2004l';
const pasteStart = '\u001B[200~';
const pasteEnd = '\u001B[201~';

/** Arrows, function keys and the answers of a terminal: whatever else they are, they are no part of a secret. */
const keySequence = /^\u001B(?:\[[0-9;?<>]*[ -/]*[@-~]|O.|(?=[^[O]))/;

type LineEnd = SecretTyped['type'] | undefined;

/** Turns what arrives into one line: it may come in pieces, and a paste may bring line breaks along. */
const createLineEditor = () => {
	const typed: string[] = [];
	let rest = '';
	let isPasting = false;

	const put = (character: string): void => {
		if (typed.length < longest) {
			typed.push(character);
		}
	};

	const press = (character: string): LineEnd => {
		switch (character) {
			case '\r':
			case '\n':
				return 'typed';
			case '\u0003':
				return 'cancelled';
			case '\u0004':
				return typed.length === 0 ? 'ended' : undefined;
			case '\u007F':
			case '\b':
				typed.pop();
				return undefined;
			case '\u0015':
				typed.length = 0;
				return undefined;
			default:
				if (character >= ' ') {
					put(character);
				}
				return undefined;
		}
	};

	/** Undefined when more has to come before it can be understood. */
	const next = (): {readonly length: number; readonly end?: LineEnd} | undefined => {
		if (isPasting) {
			const end = rest.indexOf(pasteEnd);
			const pasted =
				end === -1 ? rest.slice(0, Math.max(0, rest.length - pasteEnd.length)) : rest.slice(0, end);
			for (const character of pasted) {
				put(character);
			}
			isPasting = end === -1;
			return end === -1
				? pasted === ''
					? undefined
					: {length: pasted.length}
				: {length: end + pasteEnd.length};
		}
		if (rest.startsWith(pasteStart)) {
			isPasting = true;
			return {length: pasteStart.length};
		}
		if (rest.startsWith('\u001B')) {
			const [sequence] = keySequence.exec(rest) ?? [];
			return sequence === undefined ? undefined : {length: sequence.length};
		}
		const [character] = rest;
		return character === undefined ? undefined : {length: character.length, end: press(character)};
	};

	return {
		/** How the line has ended, if it has. */
		push: (text: string): LineEnd => {
			rest += text;
			for (let step = next(); step !== undefined && rest !== ''; step = next()) {
				rest = rest.slice(step.length);
				if (step.end !== undefined) {
					return step.end;
				}
			}
			return undefined;
		},
		/** A terminal pastes every line break as enter. */
		text: (): string => typed.join('').replaceAll(/\r\n?/g, '\n'),
	};
};

/**
 * One line from the terminal that is shown nowhere, not even as dots: its length is nobody's business. The terminal is
 * put back on every way out, also when the process is ended by a signal or an exit.
 */
export const readSecret = (
	question: string,
	{input, output}: Terminal,
	signal: AbortSignal,
): Promise<SecretTyped> =>
	new Promise(resolve => {
		if (signal.aborted) {
			resolve({type: 'cancelled'});
			return;
		}
		const editor = createLineEditor();
		const decoder = new StringDecoder('utf8');
		const wasRaw = input.isRaw;
		const stops: (() => void)[] = [];

		const restore = (): void => {
			try {
				input.setRawMode(wasRaw);
				output.write(`${pasteOff}\n`);
			} catch {
				// The terminal is gone; there is nothing to restore.
			}
		};
		const finish = (outcome: SecretTyped): void => {
			input.off('data', onData);
			input.off('end', onEnd);
			input.off('error', onEnd);
			signal.removeEventListener('abort', onAbort);
			process.off('exit', restore);
			for (const stop of stops) {
				stop();
			}
			input.pause();
			restore();
			resolve(outcome);
		};
		const onData = (chunk: Buffer | string): void => {
			const end = editor.push(typeof chunk === 'string' ? chunk : decoder.write(chunk));
			if (end !== undefined) {
				finish(end === 'typed' ? {type: end, text: editor.text()} : {type: end});
			}
		};
		const onEnd = (): void => finish({type: 'ended'});
		const onAbort = (): void => finish({type: 'cancelled'});

		for (const name of endSignals) {
			const onSignal = (): void => {
				finish({type: 'cancelled'});
				// Where nobody else decides what a signal means, it means what it always does.
				if (process.listenerCount(name) === 0) {
					process.kill(process.pid, name);
				}
			};
			process.once(name, onSignal);
			stops.push(() => process.off(name, onSignal));
		}
		// Before the question: whoever answers at once must not see it.
		input.setRawMode(true);
		process.once('exit', restore);
		signal.addEventListener('abort', onAbort, {once: true});
		input.on('data', onData);
		input.once('end', onEnd);
		input.once('error', onEnd);
		input.resume();
		output.write(`${question}${pasteOn}`);
	});

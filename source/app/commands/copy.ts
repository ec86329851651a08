import type {AppState} from '../../state/app-state.ts';
import {keptItems} from '../../state/rewind.ts';
import {sanitise} from '../../support/sanitise.ts';
import type {Command} from './command.ts';

/** The last first, without those that were taken back; those without a word are none. */
const answersOf = (state: AppState): readonly string[] =>
	[...keptItems(state)].flatMap(item =>
		item.type === 'answer' && item.text.trim() !== '' ? [item.text] : [],
	);

/** The blocks of code in a text, without their fences. One that is not closed reaches to the end. */
const codeBlocks = (text: string): readonly string[] => {
	const blocks: string[] = [];
	let open: {readonly fence: string; readonly lines: string[]} | undefined;
	for (const line of text.split('\n')) {
		const [, fence] = /^\s{0,3}(`{3,}|~{3,})/.exec(line) ?? [];
		if (open === undefined) {
			open = fence === undefined ? undefined : {fence, lines: []};
		} else if (fence?.startsWith(open.fence) === true && line.trim() === fence) {
			blocks.push(open.lines.join('\n'));
			open = undefined;
		} else {
			open.lines.push(line);
		}
	}
	return open === undefined ? blocks : [...blocks, open.lines.join('\n')];
};

const wanted = (argument: string, answers: readonly string[]): string | undefined => {
	if (argument === 'code') {
		return answers.map(answer => codeBlocks(answer).at(-1)).find(block => block !== undefined);
	}
	return argument === '' ? answers[0] : answers[Number(argument) - 1];
};

const whyNone = (argument: string, count: number): string => {
	if (count === 0) {
		return 'There is no answer to copy yet.';
	}
	return argument === 'code'
		? 'There is no block of code in the answers.'
		: `There ${count === 1 ? 'is 1 answer' : `are ${count} answers`}; /copy 1 is the last.`;
};

export const copy: Command = {
	name: 'copy',
	aliases: [],
	argument: '[code|n]',
	summary: 'copy the last answer, its last block of code, or the nth answer from the end',
	run(argument, {say, getState, frontEnd}) {
		if (!/^(?:code|[1-9]\d{0,5})?$/.test(argument)) {
			say('/copy takes code, a number, or nothing for the last answer.', 'warning');
			return;
		}
		const answers = answersOf(getState());
		const text = wanted(argument, answers);
		const shown = frontEnd();
		if (text === undefined) {
			say(whyNone(argument, answers.length), 'warning');
		} else if (shown === undefined) {
			say('Nothing can be copied here: there is no window.', 'warning');
		} else {
			// What comes out of the clipboard is what was seen.
			say(shown.copy(sanitise(text)));
		}
	},
};

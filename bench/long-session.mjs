import {promptShows} from './session.mjs';
import {showsLine, submit} from './streaming.mjs';

// Ten lines each; with the message above it a turn is two items.
export const shortAnswer = Array.from({length: 9}, (_, line) => `${line + 1}. line ${line + 1} of the answer`)
	.concat('', 'END {{prompt}}')
	.join('\n');

// Messages wait in line for their turn, which takes no longer than typing the next one.
const ahead = 10;

/** Fills the transcript turn by turn until it has `items` items. */
export const fillTranscript = async (session, items) => {
	const turns = items / 2;
	for (let turn = 1; turn <= turns; turn++) {
		await submit(session, `fill ${turn}`);
		// What comes right behind enter looks pasted.
		await session.waitFor(promptShows('message'));
		if (turn % ahead === 0 || turn === turns) await session.waitFor(showsLine(`END fill ${turn}`));
	}
};

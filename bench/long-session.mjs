import {showsLine, submit} from './streaming.mjs';

// Ten lines each; with the message above it a turn is two items.
export const shortAnswer = Array.from({length: 9}, (_, line) => `${line + 1}. line ${line + 1} of the answer`)
	.concat('', 'END {{prompt}}')
	.join('\n');

/** Fills the transcript turn by turn until it has `items` items. */
export const fillTranscript = async (session, items) => {
	for (let turn = 1; turn <= items / 2; turn++) {
		await submit(session, `fill ${turn}`);
		await session.waitFor(showsLine(`END fill ${turn}`));
	}
};

import {median} from '../statistics.mjs';

const nanoseconds = 1e6;
/** Milliseconds between the tokens whose delay is measured: everything that one of them causes is over by then. */
const pace = 4;

const delaysOf = arrivals => arrivals.map(({text, at}) => Number(at - BigInt(text.trim())) / nanoseconds);

/** The calls of a turn, one after another. */
const rounds = 5;

/**
 * What a client takes: for a token from the moment it was sent until it is there, for each of many that come at once, and
 * for each round of an answer with a call, the call, and its result.
 * @param {{listen: (prompt: string) => Promise<{text: string, at: bigint}[]>, run: (prompt: string) => Promise<void>, sizes: {tokens: number, turns: number}}} client
 */
export const timeModel = async ({listen, run, sizes: {tokens, turns}}) => {
	const measure = async (prompt, times, parts) => {
		const took = [];
		for (let count = 0; count < times; count += 1) {
			const began = performance.now();
			await run(prompt);
			took.push((performance.now() - began) / parts);
		}
		return median(took);
	};
	// Once for nothing: what is measured is compiled code.
	await listen('stream 200 0');
	await measure(`stream ${tokens} 0`, 2, tokens);
	await measure(`tools ${rounds}`, turns, rounds);
	return {
		delay: median(delaysOf(await listen(`stream 300 ${pace}`))),
		token: await measure(`stream ${tokens} 0`, 5, tokens),
		round: await measure(`tools ${rounds}`, turns, rounds),
	};
};

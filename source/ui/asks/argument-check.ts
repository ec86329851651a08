import type {App} from '../../app/app.ts';
import type {ApprovalAsk} from '../../domain/ask.ts';
import {toFailure} from '../../domain/failure.ts';
import type {JsonObject} from '../../domain/json.ts';

/** Looks whether a tool takes arguments, one look at a time. */
export const createArgumentCheck = (checkArguments: App['checkArguments']) => {
	let running: AbortController | undefined;
	const stop = (): void => {
		running?.abort();
		running = undefined;
	};
	return {
		stop,
		/** Tells why not, or nothing; and tells nobody when it was stopped. */
		async run(
			ask: ApprovalAsk,
			args: JsonObject,
			tell: (problem: string | undefined) => void,
		): Promise<void> {
			stop();
			const mine = new AbortController();
			running = mine;
			const failure = await checkArguments(ask.askId, args, mine.signal).catch((error: unknown) =>
				toFailure('unchecked-arguments', error),
			);
			if (running === mine) {
				running = undefined;
				tell(failure?.message);
			}
		},
	};
};

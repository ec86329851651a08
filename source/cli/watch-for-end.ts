import type {Failure} from '../domain/failure.ts';

export type Ending = {
	/** Why the result does not arrive, as far as that is known. A reader that has gone wanted no more of it. */
	readonly lost: () => Failure | undefined;
	/** The same, once everything was written or could not be. */
	readonly lostInTheEnd: () => Promise<Failure | undefined>;
};

/** Calls `end` when the user or the system wants the program to end; being told a second time ends it at once. */
export const watchForEnd = (end: () => void): Ending => {
	let failure: Failure | undefined;
	process.once('SIGINT', end);
	process.once('SIGTERM', end);
	process.once('SIGHUP', end);
	process.stdout.on('error', (error: NodeJS.ErrnoException) => {
		// Whoever was reading has gone, as after `| head -1`.
		if (error.code !== 'EPIPE') {
			failure = {code: 'output-lost', message: `The output could not be written: ${error.message}`};
		}
		end();
	});
	process.stderr.on('error', end);
	return {
		lost: () => failure,
		lostInTheEnd: () =>
			new Promise(resolve => {
				// Called back when everything before it was written, or could not be.
				process.stdout.write('', () => setImmediate(() => resolve(failure)));
			}),
	};
};

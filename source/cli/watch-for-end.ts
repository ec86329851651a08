import type {Failure} from '../domain/failure.ts';

export type Ending = {
	/** As if nobody had listened. */
	readonly endAtOnce: (signal: EndSignal) => void;
	/** Why the result does not arrive, as far as that is known. A reader that has gone wanted no more of it. */
	readonly lost: () => Failure | undefined;
	/** The same, once everything was written or could not be. */
	readonly lostInTheEnd: () => Promise<Failure | undefined>;
};

/** Those that ask a program to end. */
export const endSignals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

export type EndSignal = (typeof endSignals)[number];

/**
 * Calls `end` when the user or the system wants the program to end, with the signal that said so; being told a second
 * time, by whichever, ends it at once.
 */
export const watchForEnd = (end: (signal?: EndSignal) => void): Ending => {
	let failure: Failure | undefined;
	let wasTold = false;
	const endAtOnce = (signal: EndSignal): void => {
		for (const name of endSignals) process.removeListener(name, onSignal);
		process.kill(process.pid, signal);
	};
	// It stays: whoever else waits for a signal can tell from its being there that the signal is not theirs to obey.
	const onSignal = (signal: EndSignal): void => {
		if (wasTold) {
			endAtOnce(signal);
			return;
		}
		wasTold = true;
		end(signal);
	};
	for (const name of endSignals) process.on(name, onSignal);
	process.stdout.on('error', (error: NodeJS.ErrnoException) => {
		// Whoever was reading has gone, as after `| head -1`.
		if (error.code !== 'EPIPE') {
			failure = {code: 'output-lost', message: `The output could not be written: ${error.message}`};
		}
		end();
	});
	process.stderr.on('error', () => end());
	return {
		endAtOnce,
		lost: () => failure,
		lostInTheEnd: () =>
			new Promise(resolve => {
				// Called back when everything before it was written, or could not be.
				process.stdout.write('', () => setImmediate(() => resolve(failure)));
			}),
	};
};

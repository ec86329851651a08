const endSignals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

const numbers: Readonly<Record<(typeof endSignals)[number], number>> = {
	SIGHUP: 1,
	SIGINT: 2,
	SIGQUIT: 3,
	SIGTERM: 15,
};

/** Why the program ends from outside or by a defect. */
export type SuddenEnd =
	/** The keyboard makes some of the signals, for everybody who runs in the terminal. */
	| {readonly type: 'signal'; readonly exitCode: number; readonly isFromKeyboard: boolean}
	| {readonly type: 'crash'; readonly error: unknown};

/** Tells of signals and of errors nobody caught, instead of dying on the spot. */
export const watchSuddenEnds = (onEnd: (end: SuddenEnd) => void): (() => void) => {
	const bySignal = endSignals.map(signal => {
		const isFromKeyboard = signal === 'SIGINT' || signal === 'SIGQUIT';
		const listener = (): void => onEnd({type: 'signal', exitCode: 128 + numbers[signal], isFromKeyboard});
		process.on(signal, listener);
		return () => process.off(signal, listener);
	});
	const onError = (error: unknown): void => onEnd({type: 'crash', error});
	process.on('uncaughtException', onError);
	process.on('unhandledRejection', onError);
	return () => {
		for (const stop of bySignal) {
			stop();
		}
		process.off('uncaughtException', onError);
		process.off('unhandledRejection', onError);
	};
};

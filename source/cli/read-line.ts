import {createInterface} from 'node:readline';

/** The next line that is typed; undefined when the input ends or the wait is aborted. */
export const readLine = (signal: AbortSignal): Promise<string | undefined> =>
	new Promise(resolve => {
		if (signal.aborted) {
			resolve(undefined);
			return;
		}
		const lines = createInterface({input: process.stdin});
		const end = (line: string | undefined): void => {
			signal.removeEventListener('abort', onAbort);
			// Before it is closed, which counts as the end of the input.
			resolve(line);
			lines.close();
			process.stdin.pause();
		};
		const onAbort = (): void => end(undefined);
		signal.addEventListener('abort', onAbort, {once: true});
		lines.once('line', end);
		lines.once('close', () => end(undefined));
	});

import {guardMilliseconds} from '../guard-time.ts';
import {confirmBindings, findViewerIntents} from '../input/viewer-bindings.ts';

/** A question that only a yes answers which was pressed after it could be read. Any other key is a no. */
export const createYesQuestion = (now: () => number) => {
	let asked: {readonly text: string; readonly run: () => void; shownAt: number | undefined} | undefined;
	return {
		text: (): string | undefined => asked?.text,
		ask(text: string, run: () => void): void {
			asked = {text, run, shownAt: undefined};
		},
		/** It is on the screen now, or something lies over it. */
		note(isShown: boolean): void {
			if (asked !== undefined) {
				asked.shownAt = isShown ? (asked.shownAt ?? now()) : undefined;
			}
		},
		answer(key: string): void {
			const before = asked;
			const isYes = findViewerIntents([confirmBindings], key).includes('yes');
			const isRead = before?.shownAt !== undefined && now() - before.shownAt >= guardMilliseconds;
			if (!isYes || isRead) {
				asked = undefined;
			}
			if (isYes && isRead) {
				before.run();
			}
		},
	};
};

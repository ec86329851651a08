import type {EditedText, FullScreen, WindowHost} from '../../source/ui/window-host.ts';

/** A window that remembers what was wanted of it. */
export const createFakeHost = () => {
	const screens: FullScreen[] = [];
	const edited: string[] = [];
	const copied: string[] = [];
	let suspensions = 0;
	let redraws = 0;
	let answer: EditedText = {type: 'unchanged'};
	const host: WindowHost = {
		async openScreen(screen) {
			screens.push(screen);
			await screen.closed;
		},
		async editText(text) {
			edited.push(text);
			return answer;
		},
		copy(text) {
			copied.push(text);
			return 'Copied.';
		},
		suspend() {
			suspensions += 1;
		},
		redraw() {
			redraws += 1;
		},
	};
	return {
		host,
		screens,
		edited,
		copied,
		suspensions: () => suspensions,
		redraws: () => redraws,
		/** What the editor makes of the next text. */
		answerWith(next: EditedText) {
			answer = next;
		},
	};
};

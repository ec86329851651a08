import type {PickStep} from '../input/binding.ts';

const page = 5;

/** Round and round by single steps; pages stop at the ends. Undefined for what does not move. */
export const moveHighlight = (step: PickStep, highlight: number, count: number): number | undefined => {
	switch (step) {
		case 'up':
			return highlight <= 0 ? count - 1 : highlight - 1;
		case 'down':
			return (highlight + 1) % Math.max(1, count);
		case 'page-up':
			return Math.max(0, highlight - page);
		case 'page-down':
			return Math.min(count - 1, Math.max(0, highlight) + page);
		default:
			return undefined;
	}
};

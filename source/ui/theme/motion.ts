import type {LookSettings} from '../../domain/look.ts';

export type Motion = {
	/** What turns while something is under way. */
	readonly spinnerFrames: readonly string[];
	/** How often the screen changes by itself while something is under way. */
	readonly tickMilliseconds: number;
};

type MotionOptions = {
	readonly look: Pick<LookSettings, 'reducedMotion'>;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly isAscii: boolean;
};

/** Whoever wants less of it gets a mark that stands still and clocks that count seconds. */
export const chooseMotion = ({look, env, isAscii}: MotionOptions): Motion => {
	const isStill = look.reducedMotion ?? !['', '0', 'false'].includes(env.NO_MOTION ?? '');
	if (isStill) {
		return {spinnerFrames: ['•'], tickMilliseconds: 1000};
	}
	return {
		spinnerFrames: isAscii ? ['|', '/', '-', '\\'] : ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'],
		tickMilliseconds: 100,
	};
};

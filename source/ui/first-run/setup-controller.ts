import type {Setup} from '../../domain/setup.ts';
import type {KeyLayer} from '../key-layer.ts';
import type {ViewState} from '../view-state.ts';

export type SetupDeps = {
	/** Absent where nothing can be set up. */
	readonly setup?: Setup;
	readonly getView: () => ViewState;
	readonly setView: (view: ViewState) => void;
	/** Sends a message, for instance to begin the tour. */
	readonly submit: (text: string) => void;
	readonly quit: () => void;
};

export type SetupController = KeyLayer & {readonly start: () => void; readonly dispose: () => void};

export const createSetupController = (_deps: SetupDeps): SetupController => ({
	takesKey: () => false,
	takesPaste: () => false,
	start: () => undefined,
	dispose: () => undefined,
});

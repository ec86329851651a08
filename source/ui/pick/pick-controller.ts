import type {App} from '../../app/app.ts';
import type {Schedule} from '../../domain/ports.ts';
import type {KeyLayer} from '../key-layer.ts';
import type {ViewState} from '../view-state.ts';

export type PickDeps = {
	readonly app: App;
	readonly now: () => number;
	readonly schedule: Schedule;
	readonly getView: () => ViewState;
	readonly setView: (view: ViewState) => void;
	/** Does what a key of the prompt would do, by the name of its intent. */
	readonly act: (intent: string) => void;
};

export type PickController = KeyLayer & {
	/** Opens, narrows or closes the list that belongs to what is being typed. */
	readonly followDraft: () => void;
	readonly openPalette: () => void;
	readonly searchHistory: () => void;
	readonly dispose: () => void;
};

export const createPickController = (_deps: PickDeps): PickController => ({
	takesKey: () => false,
	takesPaste: () => false,
	followDraft: () => undefined,
	openPalette: () => undefined,
	searchHistory: () => undefined,
	dispose: () => undefined,
});

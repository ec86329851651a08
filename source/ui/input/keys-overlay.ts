import type {KeyLayer} from '../key-layer.ts';
import type {ViewState} from '../view-state.ts';
import {findIntent} from './keymap.ts';

type OverlayDeps = {
	readonly getView: () => ViewState;
	readonly setView: (view: ViewState) => void;
	/** How many pages come after the first. */
	readonly maxScroll: () => number;
	/** Called with every key that it takes. */
	readonly onHide: () => void;
};

/** The list of keys has pages where it does not fit; any other key closes it. */
export const createKeysOverlay = ({
	getView,
	setView,
	maxScroll,
	onHide,
}: OverlayDeps): KeyLayer & {readonly open: () => void} => ({
	open: () => setView({...getView(), isKeysOpen: true, keysScroll: 0}),
	takesKey(name) {
		if (!getView().isKeysOpen) {
			return false;
		}
		onHide();
		const view = getView();
		const intent = findIntent('keys', name);
		const step = intent?.type === 'scroll' && maxScroll() > 0 ? intent.step : undefined;
		setView(
			step === undefined
				? {...view, isKeysOpen: false}
				: {...view, keysScroll: Math.min(maxScroll(), Math.max(0, view.keysScroll + step))},
		);
		return true;
	},
	takesPaste: () => false,
});

import type {App} from '../../app/app.ts';
import type {Schedule} from '../../domain/ports.ts';
import type {ViewState} from '../view-state.ts';
import type {Composer} from './composer.ts';

type ArmedDeps = {
	readonly app: Pick<App, 'getState' | 'interrupt'>;
	readonly schedule: Schedule;
	readonly getView: () => ViewState;
	readonly setView: (view: ViewState) => void;
	readonly composer: Pick<Composer, 'isEmpty' | 'putAway' | 'takeQueueBack'>;
	readonly quit: () => void;
	/** Does what the key pressed twice means. */
	readonly goBack: () => void;
};

const quitMilliseconds = 2000;
const backMilliseconds = 1000;

/** Keys that mean more when they are pressed again soon: the first press says so in the footer. */
export const createArmedKeys = (deps: ArmedDeps) => {
	const {app, schedule, getView, setView, composer, quit, goBack} = deps;
	let cancelQuit = (): void => undefined;
	let cancelBack = (): void => undefined;

	const disarmBack = (): void => {
		if (getView().isBackArmed === true) {
			cancelBack();
			const {isBackArmed: _, ...view} = getView();
			setView(view);
		}
	};

	/** Only where there is nothing to close, to stop or to lose. */
	const mayGoBack = (): boolean => {
		const {ask} = getView();
		return ask === undefined && composer.isEmpty() && app.getState().items.length > 0;
	};

	return {
		clearOrQuit(): void {
			if (getView().isQuitArmed) {
				quit();
				return;
			}
			cancelQuit();
			composer.putAway();
			setView({...getView(), isQuitArmed: true});
			cancelQuit = schedule(() => setView({...getView(), isQuitArmed: false}), quitMilliseconds);
		},
		/** Stops what runs. Where nothing does, the next press soon after it goes back to an earlier message. */
		interrupt(): void {
			const isArmed = getView().isBackArmed === true;
			const hadQueue = app.getState().queue.length > 0;
			disarmBack();
			composer.takeQueueBack();
			if (app.interrupt() || hadQueue || !mayGoBack()) {
				return;
			}
			if (isArmed) {
				goBack();
				return;
			}
			setView({...getView(), isBackArmed: true});
			cancelBack = schedule(disarmBack, backMilliseconds);
		},
		/** Every other key ends what a first press began. */
		disarmBack,
		dispose(): void {
			cancelQuit();
			cancelBack();
		},
	};
};

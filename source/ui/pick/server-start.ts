import type {App} from '../../app/app.ts';

/** Starts servers because somebody looks at what they offer, once for each time a list is opened. */
export const createServerStart = (
	{catalogue, getState, subscribe}: Pick<App, 'catalogue' | 'getState' | 'subscribe'>,
	onChange: () => void,
) => {
	const abort = new AbortController();
	let isWanted = false;
	let underWay = 0;
	/** Each server adds to the list when it is ready, however long another one takes. */
	const follow = (): (() => void) => {
		let {servers} = getState();
		return subscribe(() => {
			const before = servers;
			({servers} = getState());
			if (servers !== before) {
				onChange();
			}
		});
	};
	return {
		isUnderWay: (): boolean => underWay > 0,
		want(): void {
			if (!isWanted) {
				isWanted = true;
				underWay += 1;
				const unsubscribe = follow();
				void catalogue.connect(abort.signal).then(() => {
					unsubscribe();
					underWay -= 1;
					onChange();
				});
			}
		},
		/** The next list may start them again. Whoever is starting goes on: it was not for nothing. */
		forget(): void {
			isWanted = false;
		},
		dispose: (): void => abort.abort(),
	};
};

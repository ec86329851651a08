import type {Catalogue} from '../../app/catalogue.ts';

/** Starts servers because somebody looks at what they offer, once for each time a list is opened. */
export const createServerStart = (catalogue: Pick<Catalogue, 'connect'>, onChange: () => void) => {
	const abort = new AbortController();
	let isWanted = false;
	let underWay = 0;
	return {
		isUnderWay: (): boolean => underWay > 0,
		want(): void {
			if (!isWanted) {
				isWanted = true;
				underWay += 1;
				void catalogue.connect(abort.signal).then(() => {
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

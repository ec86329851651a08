import type {Catalogue} from '../../app/catalogue.ts';
import {noOfferLines} from '../../app/commands/offer-lines.ts';
import type {Bench} from '../bench/section.ts';
import {serversNote} from '../pick/pick-entries.ts';
import {createServerStart} from '../pick/server-start.ts';

/**
 * What servers offer, as a list that stays the same array while their state is the same. Servers that do not run yet
 * are started, because somebody looks.
 */
export const createOffered = <Item>(
	{app, changed, signal}: Pick<Bench, 'app' | 'changed' | 'signal'>,
	kind: Parameters<typeof noOfferLines>[0],
	list: (catalogue: Catalogue) => readonly Item[],
) => {
	let known: {readonly servers: unknown; readonly items: readonly Item[]} | undefined;
	const starting = createServerStart(app, () => {
		known = undefined;
		changed();
	});
	starting.want();
	signal.addEventListener('abort', starting.dispose, {once: true});

	return {
		items(): readonly Item[] {
			const {servers} = app.getState();
			if (known?.servers !== servers) {
				known = {servers, items: list(app.catalogue)};
			}
			return known.items;
		},
		/** Which servers are missing, and why. */
		note: (): string | undefined => serversNote(app.getState().servers, starting.isUnderWay()),
		emptyLines: (): readonly string[] =>
			starting.isUnderWay()
				? ['Starting servers …']
				: noOfferLines(kind, app.getState().servers, 'F2 shows the servers and why one may be missing.'),
	};
};

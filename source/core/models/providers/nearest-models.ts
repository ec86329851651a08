import type {Model, ModelEvent, ModelRequest} from '../../../domain/model.ts';
import type {ModelOffer} from '../../../domain/model-ports.ts';
import {limitedSignal} from '../../../support/limited-signal.ts';
import {nearestFew} from '../../../support/nearest.ts';
import type {Provider} from '../adapter.ts';
import {takesDeployments} from '../http/provider-advice.ts';

/** The failure is known by then, and the user waits for it. */
const patience = 2000;
const mostNames = 3;

const withoutMaker = (name: string): string => name.slice(name.lastIndexOf('/') + 1);

/** What to tell about a model that its provider does not know, given the names that the provider has. */
const adviceFor = (id: string, offered: readonly string[]): string | undefined => {
	if (offered.includes(id)) {
		return 'The provider does list it: your key or account may have no access to it.';
	}
	const model = id.slice(id.indexOf('/') + 1);
	const nameOf = (offer: string): string => offer.slice(offer.indexOf('/') + 1);
	// Routers put the maker before the name, and people leave it out.
	const near = nearestFew(
		model,
		offered,
		model.includes('/') ? nameOf : offer => withoutMaker(nameOf(offer)),
		mostNames,
	);
	return near.length === 0 ? undefined : `Did you mean ${near.join(' or ')}?`;
};

/** A model that, where its provider does not know it, names those of the provider that are most like it. */
export const withNearestModels = (
	model: Model,
	provider: Pick<Provider, 'baseUrl'>,
	list: (signal: AbortSignal) => Promise<readonly ModelOffer[]>,
): Model => {
	if (takesDeployments(provider)) return model;
	/** A list that is late or cannot be read makes the failure neither slow nor worse. */
	const advise = async (signal: AbortSignal): Promise<string | undefined> => {
		const late = new Promise<undefined>(resolve => {
			signal.addEventListener('abort', () => resolve(undefined), {once: true});
		});
		try {
			const offers = await Promise.race([list(signal), late]);
			return offers === undefined
				? undefined
				: adviceFor(
						model.id,
						offers.map(({id}) => id),
					);
		} catch {
			return undefined;
		}
	};
	async function* stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
		for await (const event of model.stream(request, signal)) {
			if (event.type !== 'failed' || event.trouble.kind !== 'unknown-model') {
				yield event;
				continue;
			}
			const advice = await advise(limitedSignal(signal, patience));
			if (signal.aborted) return;
			const {failure} = event.trouble;
			yield advice === undefined
				? event
				: {
						...event,
						trouble: {
							...event.trouble,
							failure: {...failure, hint: [advice, failure.hint].join(' ').trim()},
						},
					};
		}
	}
	return {...model, stream};
};

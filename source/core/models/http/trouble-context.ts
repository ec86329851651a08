import type {Provider} from '../adapter.ts';
import type {Discretion} from './own-words.ts';

/** Of the request that failed. */
export type TroubleContext = {
	readonly provider: Provider;
	readonly model: string;
	/** In the order sent. */
	readonly tools: readonly string[];
	/** Never shown. */
	readonly secrets: readonly string[];
};

/** Names of models and tools may look as random as a key. */
export const discretionOf = ({secrets, model, tools}: TroubleContext): Discretion => ({
	secrets,
	harmless: [model, ...tools],
});

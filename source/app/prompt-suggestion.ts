import type {Message} from '../domain/message.ts';
import type {AppState} from '../state/app-state.ts';
import {modelContext} from '../state/model-context.ts';

type Suggested = {
	readonly items: AppState['items'];
	readonly model: string;
	readonly text: string | undefined;
};

/** Asked for with every frame, so it is worked out once per change of the transcript or the model. */
export const createSuggestion = (
	suggestPrompt: (messages: readonly Message[]) => string | undefined,
): ((state: AppState) => string | undefined) => {
	let suggested: Suggested | undefined;
	return state => {
		if (suggested?.items !== state.items || suggested.model !== state.model) {
			const {items, model} = state;
			suggested = {items, model, text: suggestPrompt(modelContext(state))};
		}
		return suggested.text;
	};
};

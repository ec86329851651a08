import type {Ask, AskAnswer} from '../../domain/ask.ts';
import type {AskView} from '../view-state.ts';

/** The question that has the keyboard, for whatever keys do to a text of it. */
export type OpenQuestion = {
	readonly getAsk: () => AskView | undefined;
	readonly setAsk: (change: Partial<AskView>) => void;
	readonly current: () => Ask | undefined;
	readonly isSeen: (ask: AskView) => boolean;
	/** Shows something else, whose keys count some time after it was drawn. */
	readonly turnTo: (change: Partial<AskView>) => void;
	readonly give: (answer: AskAnswer) => void;
};

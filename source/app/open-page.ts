import type {Ask, AskAnswer} from '../domain/ask.ts';
import type {EventSink} from '../domain/ports.ts';

/** Shows an address in the user's browser; false where that is not possible. */
export type OpenUrl = (url: string) => Promise<boolean>;

type OpenPageDeps = {
	readonly openUrl: OpenUrl;
	readonly findAsk: (askId: string) => Ask | undefined;
	readonly answer: (askId: string, answer: AskAnswer) => void;
	readonly sink: EventSink;
};

/** The page that a question is about, if it is about one. */
export const addressOf = (ask: Ask | undefined): string | undefined => {
	if (ask?.kind === 'sign-in') {
		return ask.request.url;
	}
	return ask?.kind === 'elicitation' && ask.request.mode === 'url' ? ask.request.url : undefined;
};

/**
 * Opens the page that a question is about. Opening it answers a server that wants just that; a sign-in stays
 * until the browser comes back, and so does any page that could not be opened.
 */
export const createPageOpener = ({
	openUrl,
	findAsk,
	answer,
	sink,
}: OpenPageDeps): ((askId: string) => void) => {
	const opening = new Set<string>();
	const open = async (askId: string, address: string): Promise<void> => {
		opening.add(askId);
		const isOpen = await openUrl(address).catch(() => false);
		opening.delete(askId);
		if (isOpen && findAsk(askId)?.kind === 'elicitation') {
			answer(askId, {type: 'accept'});
		} else {
			sink.emit({type: 'browser-tried', askId, browser: isOpen ? 'started' : 'missing'});
		}
	};
	return askId => {
		const address = addressOf(findAsk(askId));
		if (address !== undefined && !opening.has(askId)) {
			void open(askId, address);
		}
	};
};

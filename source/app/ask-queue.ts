import type {Ask, AskAnswer} from '../domain/ask.ts';
import type {AskUser, EventSink} from '../domain/ports.ts';

export type AskQueue = {
	readonly askUser: AskUser;
	/** Answers a question once; an unknown or already answered id does nothing. */
	readonly answer: (askId: string, answer: AskAnswer) => void;
	/** Nobody is there to answer any more. */
	readonly withdrawAll: () => void;
};

type Waiting = {
	readonly kind: Ask['kind'];
	readonly settle: (answer: AskAnswer | {readonly type: 'aborted'}) => void;
};

/** What the user filled in or wrote goes to whoever asked and nowhere else: not to the file, not to a listener. */
const withoutContent = (answer: AskAnswer): AskAnswer => {
	switch (answer.type) {
		case 'accept':
		case 'withhold':
			return {type: answer.type};
		case 'edit':
			return {type: 'edit', text: ''};
		default:
			return answer;
	}
};

/** Holds who waits for which answer. The questions themselves are in the state. */
export const createAskQueue = (sink: EventSink): AskQueue => {
	const waiting = new Map<string, Waiting>();
	return {
		askUser: (ask, signal) =>
			new Promise(resolve => {
				const settle = (answer: AskAnswer | {readonly type: 'aborted'}): void => {
					waiting.delete(ask.askId);
					signal.removeEventListener('abort', onAbort);
					resolve(answer);
				};
				const onAbort = (): void => {
					settle({type: 'aborted'});
					// At once, so before the asker goes on and says that its call is over.
					sink.emit({type: 'ask-withdrawn', askId: ask.askId, kind: ask.kind});
				};
				if (signal.aborted) {
					resolve({type: 'aborted'});
					return;
				}
				signal.addEventListener('abort', onAbort);
				waiting.set(ask.askId, {kind: ask.kind, settle});
				sink.emit({type: 'ask-raised', ask});
			}),
		answer(askId, answer) {
			const asked = waiting.get(askId);
			if (asked !== undefined) {
				// Whoever hears of the answer must not be able to give another.
				waiting.delete(askId);
				sink.emit({type: 'ask-answered', askId, kind: asked.kind, answer: withoutContent(answer)});
				asked.settle(answer);
			}
		},
		withdrawAll() {
			for (const [askId, {kind, settle}] of [...waiting]) {
				settle({type: 'aborted'});
				sink.emit({type: 'ask-withdrawn', askId, kind});
			}
		},
	};
};

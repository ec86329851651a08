import type {CallOutcome, Message} from '../../../domain/message.ts';
import type {DemoScript, DemoStep, DemoTurn} from './demo-script.ts';

const matches = (turn: DemoTurn, text: string): boolean =>
	turn.match !== undefined && new RegExp(turn.match, 'i').test(text);

/** A note of the program is nothing that anybody said. */
export const isSaid = (message: Message): message is Message & {role: 'user'} =>
	message.role === 'user' && message.isNote !== true;

const userTexts = (messages: readonly Message[]): readonly string[] =>
	messages.flatMap(message => (isSaid(message) ? [message.text] : []));

/** The turn that comes after these messages when nothing asks for a certain one. */
const turnInOrder = (script: DemoScript, texts: readonly string[]): DemoTurn | undefined => {
	const ordered = script.turns.filter(turn => turn.match === undefined);
	const played = texts.filter(text => !script.turns.some(turn => matches(turn, text))).length;
	return ordered[Math.min(played, ordered.length - 1)];
};

const findTurn = (script: DemoScript, texts: readonly string[]): DemoTurn | undefined => {
	const text = texts.at(-1) ?? '';
	return script.turns.find(turn => matches(turn, text)) ?? turnInOrder(script, texts.slice(0, -1));
};

/** The worst outcome speaks for all calls of a step. */
const worst = (outcomes: readonly CallOutcome[]): CallOutcome | undefined =>
	(['cancelled', 'denied', 'failed', 'succeeded'] as const).find(outcome => outcomes.includes(outcome));

/**
 * Which step answers this conversation. It follows from the messages alone, so a resumed or forked
 * session goes on where it was.
 */
export const findStep = (script: DemoScript, messages: readonly Message[]): DemoStep | undefined => {
	const turn = findTurn(script, userTexts(messages));
	let next = 0;
	let outcomes: CallOutcome[] = [];
	const advance = (): DemoStep | undefined => {
		const outcome = worst(outcomes);
		const steps = turn?.steps ?? [];
		while (next < steps.length) {
			const step = steps[next];
			next += 1;
			if (step !== undefined && (step.if === undefined || step.if === outcome)) {
				return step;
			}
		}
		return undefined;
	};
	const start = messages.findLastIndex(isSaid) + 1;
	for (const message of messages.slice(start)) {
		if (message.role === 'assistant') {
			advance();
			outcomes = [];
		} else if (message.role === 'tool') {
			outcomes.push(message.outcome);
		}
	}
	return advance();
};

/** What a person might say next. */
export const suggestPrompt = (script: DemoScript, messages: readonly Message[]): string | undefined =>
	turnInOrder(script, userTexts(messages))?.prompt;

import type {AssistantBlock} from '../../domain/message.ts';
import type {FinishReason, Model, ModelFacts, Usage} from '../../domain/model.ts';
import type {EventSink} from '../../domain/ports.ts';

/** From this share of the context on the user is told that it fills up. */
const nearlyFull = 0.8;

const warn = (sink: EventSink, text: string): void =>
	sink.emit({type: 'notice-raised', tone: 'warning', text});

/** Says why the last answer of a turn is not a whole one. */
export const tellShortAnswer = (
	reason: FinishReason,
	blocks: readonly AssistantBlock[],
	sink: EventSink,
): void => {
	if (reason === 'stop' && !blocks.some(block => block.type !== 'thinking')) {
		warn(sink, 'The model said nothing. /model chooses another.');
	}
	if (reason === 'length') {
		warn(
			sink,
			'The model reached its output limit: the answer is cut short. Say "go on" to let it continue.',
		);
	}
	if (reason === 'refusal') {
		warn(sink, 'The model declined to answer.');
	}
};

/** Says that the conversation will soon be too long for the model. */
export const tellFullContext = (model: Model, usage: Usage | undefined, sink: EventSink): void => {
	const contextTokens = model.facts?.().contextTokens;
	if (usage === undefined || contextTokens === undefined || contextTokens <= 0) {
		return;
	}
	const share = (usage.inputTokens + usage.outputTokens) / contextTokens;
	if (share >= nearlyFull) {
		const percent = Math.min(100, Math.round(share * 100));
		warn(sink, `The conversation fills ${percent} % of the context of ${model.id}. /compact makes room.`);
	}
};

/** Says what is known about the model whenever that has changed since it was last said. */
export const createFactsTeller = (model: Model, sink: EventSink): (() => void) => {
	let told: ModelFacts = {};
	// What earlier turns have found out was told then.
	let {takesTools, seesImages} = model.facts?.() ?? {};
	return () => {
		const facts = model.facts?.() ?? {};
		const isNews =
			facts.contextTokens !== told.contextTokens ||
			facts.outputTokens !== told.outputTokens ||
			facts.seesImages !== told.seesImages ||
			facts.takesTools !== told.takesTools;
		if (isNews) {
			if (facts.takesTools === false && takesTools !== false) {
				warn(sink, `${model.id} cannot call tools: it answers without them. /model chooses another.`);
			}
			if (facts.seesImages === false && seesImages !== false) {
				warn(sink, `${model.id} takes no images: it gets descriptions of them.`);
			}
			({takesTools, seesImages} = facts);
			told = facts;
			sink.emit({type: 'model-learned', model: model.id, facts});
		}
	};
};

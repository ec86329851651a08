import fc from 'fast-check';
import type {SessionEvent} from '../../source/domain/event.ts';
import type {Message} from '../../source/domain/message.ts';
import {stoppedTurn} from '../../source/state/stopped-turn.ts';
import {at, replay} from './conversation-events.ts';

export const summaryOf = (id: string): SessionEvent =>
	at({type: 'history-compacted', compactionId: id, summary: id, tokensBefore: 9, tokensAfter: 1});

const answered = (turnId: string, stepId: string): readonly SessionEvent[] => [
	at({type: 'step-started', turnId, stepId, model: 'm'}),
	at({type: 'step-finished', stepId, reason: 'stop', blocks: [{type: 'text', text: stepId}]}),
	at({type: 'turn-finished', turnId}),
];

/** The texts of what is said, without what was called. */
export const wordsOf = (message: Message): readonly string[] =>
	message.role === 'user'
		? [message.text]
		: message.role === 'assistant'
			? message.blocks.flatMap(block => (block.type === 'text' ? [block.text] : []))
			: [];

/** What a user does, most of the time with the last message or the last rewind. */
const anyStep = fc.record({
	deed: fc.constantFrom(
		'ask',
		'fail',
		'fail',
		'retry',
		'retry',
		'compact',
		'rewind',
		'rewind',
		'undo',
		'undo',
	),
	which: fc.constantFrom(0, 0, 0, 1, 2),
});
export const anySteps = fc.array(anyStep, {minLength: 15, maxLength: 25});
type Step = typeof anyStep extends fc.Arbitrary<infer Value> ? Value : never;

/** The events of a conversation, and what of it the model has to see: a list that is cut, and put back as it was. */
export const talk = (steps: readonly Step[]) => {
	const events: SessionEvent[] = [];
	let list: readonly string[] = [];
	let saved: readonly {readonly rewindId: string; readonly list: readonly string[]}[] = [];
	const rewinds: string[] = [];
	const say = (...words: readonly string[]): void => {
		list = [...list, ...words];
		saved = [];
	};
	for (const [index, {deed, which}] of steps.entries()) {
		const id = `${index}`;
		const messages = list.filter(word => word.startsWith('ask'));
		if (deed === 'ask' || deed === 'fail') {
			events.push(at({type: 'message-accepted', turnId: id, messageId: `ask ${id}`, text: `ask ${id}`}));
			events.push(
				...(deed === 'ask'
					? answered(id, `answer ${id}`)
					: [at({type: 'turn-failed' as const, turnId: id, failure: {code: 'x', message: 'No.'}})]),
			);
			say(`ask ${id}`, ...(deed === 'ask' ? [`answer ${id}`] : []));
		} else if (deed === 'retry') {
			const failed = stoppedTurn(replay(events));
			if (failed !== undefined) {
				events.push(at({type: 'turn-retried', turnId: failed}), ...answered(failed, `answer ${id}`));
				say(`answer ${id}`);
			}
		} else if (deed === 'compact') {
			events.push(summaryOf(`summary ${id}`));
			say(`summary ${id}`);
		} else if (deed === 'rewind') {
			const message = messages.at(-1 - which);
			if (message !== undefined) {
				events.push(at({type: 'session-rewound', rewindId: id, messageId: message}));
				rewinds.push(id);
				saved = [...saved, {rewindId: id, list}];
				list = list.slice(0, list.indexOf(message));
			}
		} else {
			const rewindId = rewinds.at(-1 - which) ?? 'nobody';
			const last = saved.at(-1);
			events.push(at({type: 'rewind-undone', rewindId}));
			if (last?.rewindId === rewindId) {
				list = last.list;
				saved = saved.slice(0, -1);
			}
		}
	}
	return {
		events,
		expected: list.slice(
			Math.max(
				0,
				list.findLastIndex(word => word.startsWith('summary')),
			),
		),
	};
};

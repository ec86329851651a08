import type {AppFact} from '../../source/domain/event.ts';
import type {EventSink} from '../../source/domain/ports.ts';

export type RecordingSink = EventSink & {
	/** Everything that was said, in order. */
	readonly facts: readonly AppFact[];
	readonly types: () => readonly AppFact['type'][];
	/** What was said with `commit`, whether or not it is on disk yet. */
	readonly committed: readonly AppFact[];
	/** Resolves once a fact of this type has been said. */
	readonly said: (type: AppFact['type']) => Promise<void>;
};

/** Remembers what it is told. `save` stands for the disk: a commit waits for it. */
export const createRecordingSink = (
	save: (fact: AppFact) => Promise<void> = async () => undefined,
): RecordingSink => {
	const facts: AppFact[] = [];
	const committed: AppFact[] = [];
	const waiting = new Map<AppFact['type'], () => void>();
	const emit = (fact: AppFact): void => {
		facts.push(fact);
		waiting.get(fact.type)?.();
	};
	return {
		facts,
		committed,
		types: () => facts.map(({type}) => type),
		emit,
		async commit(fact) {
			committed.push(fact);
			emit(fact);
			await save(fact);
		},
		said: type =>
			new Promise(resolve => {
				if (facts.some(fact => fact.type === type)) {
					resolve();
					return;
				}
				waiting.set(type, resolve);
			}),
	};
};

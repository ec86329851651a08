import {expect} from 'vitest';
import type {AppFact} from '../../../source/domain/event.ts';

const idsOf = <Type extends AppFact['type']>(
	facts: readonly AppFact[],
	type: Type,
	idOf: (fact: Extract<AppFact, {type: Type}>) => string,
): readonly string[] => {
	const isIt = (fact: AppFact): fact is Extract<AppFact, {type: Type}> => fact.type === type;
	return facts.filter(isIt).map(idOf);
};

const callEnds = ['call-succeeded', 'call-failed', 'call-denied', 'call-cancelled'] as const;
const turnEnds: readonly AppFact['type'][] = ['turn-finished', 'turn-interrupted', 'turn-failed'];

/** What must hold of everything that one turn says, whatever happened in it. */
export const expectValidLife = (facts: readonly AppFact[]): void => {
	const types = facts.map(({type}) => type);
	expect(types.filter(type => turnEnds.includes(type))).toHaveLength(1);
	expect(turnEnds).toContain(types.at(-1));

	const requested = idsOf(facts, 'call-requested', ({callId}) => callId);
	expect(new Set(requested).size).toBe(requested.length);
	const ended = callEnds.flatMap(type => idsOf(facts, type, ({callId}) => callId));
	expect([...ended].sort()).toEqual([...requested].sort());

	const started = idsOf(facts, 'step-started', ({stepId}) => stepId);
	const finished = idsOf(facts, 'step-finished', ({stepId}) => stepId);
	expect(new Set(started).size).toBe(started.length);
	expect(started).toEqual(expect.arrayContaining([...finished]));
	expect(new Set(finished).size).toBe(finished.length);

	const seen = new Set<string>();
	for (const fact of facts) {
		if (fact.type === 'step-finished') {
			seen.add(fact.stepId);
		}
		// Nothing of an answer that is not whole is acted upon.
		if (fact.type === 'call-requested') {
			expect(seen).toContain(fact.stepId);
			seen.add(fact.callId);
		}
		if (fact.type === 'call-started') {
			expect(seen).toContain(fact.callId);
			seen.add(`${fact.callId} started`);
		}
		if (fact.type === 'call-succeeded') {
			expect(seen).toContain(`${fact.callId} started`);
		}
	}
	types.forEach((type, index) => {
		if (type === 'retry-scheduled') {
			expect(['step-started', 'turn-interrupted']).toContain(types[index + 1]);
		}
	});
};

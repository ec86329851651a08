import {describe, expect, it} from 'vitest';
import type {Verdict} from '../../../source/domain/approval.ts';
import {setUp} from './call-harness.ts';

const ask: Verdict = {decision: 'ask', rule: 'approval mode always-ask'};

describe('a call whose arguments nobody could check', () => {
	const why = '`$ref` of filter points nowhere';
	const check = async () => ({type: 'unchecked', why}) as const;

	it('says so to whoever is asked, and where it is kept', async () => {
		const {sink, asked, run} = setUp({verdict: ask, answer: {type: 'allow', scope: 'once'}, check});
		await run();
		expect(asked).toMatchObject([{kind: 'approval', unchecked: why}]);
		expect(sink.committed[0]).toMatchObject({type: 'call-started', unchecked: why});
	});

	it('says so where nobody is asked', async () => {
		const {sink, run} = setUp({check});
		await run();
		expect(sink.committed[0]).toMatchObject({type: 'call-started', unchecked: why});
	});

	it('says nothing any more when the user has put others in their place that fit', async () => {
		const {sink, run} = setUp({
			verdict: ask,
			answer: {type: 'allow', scope: 'once', arguments: {path: 'b.txt'}},
			check: async (_tool, {path}) => (path === 'b.txt' ? undefined : check()),
		});
		await run();
		expect(sink.committed[0]).not.toHaveProperty('unchecked');
	});
});

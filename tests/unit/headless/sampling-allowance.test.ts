import {describe, expect, it} from 'vitest';
import type {ToolCall} from '../../../source/domain/tool-call.ts';
import {createSamplingAllowance} from '../../../source/headless/sampling-allowance.ts';
import {callsByStatus} from '../../helpers/ui-samples.ts';

const running = (callId: string): ToolCall => ({...callsByStatus.running, callId});

describe('the use of the model without anybody there', () => {
	it('is allowed to a server that is being called, and to no other', () => {
		const allow = createSamplingAllowance();
		expect(allow('filesystem', [running('a')])).toBeUndefined();
		expect(allow('mail', [running('a')])).toBe('no call to it runs');
		expect(allow('filesystem', [callsByStatus.pending, callsByStatus['awaiting-approval']])).toBe(
			'no call to it runs',
		);
	});

	it('ends after 5 times in a call and 20 times in a run', () => {
		const allow = createSamplingAllowance();
		const inCall = (callId: string): number =>
			Array.from({length: 7}, () => allow('filesystem', [running(callId)])).filter(why => why === undefined)
				.length;
		expect(['a', 'b', 'a', 'c', 'd', 'e'].map(inCall)).toEqual([5, 5, 0, 5, 5, 0]);
	});
});

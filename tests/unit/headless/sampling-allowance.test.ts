import {describe, expect, it} from 'vitest';
import type {ToolCall} from '../../../source/domain/tool-call.ts';
import {createSamplingAllowance} from '../../../source/headless/sampling-allowance.ts';
import {sampling} from '../../helpers/server-questions.ts';
import {callsByStatus} from '../../helpers/ui-samples.ts';

const asked = {server: 'filesystem', request: sampling};
const running = (callId: string): ToolCall => ({...callsByStatus.running, callId});

describe('the use of the model without anybody there', () => {
	it('is allowed to a server that is being called, and to no other', () => {
		const allow = createSamplingAllowance();
		const none = {type: 'refused', why: 'no call to it runs'};
		expect(allow(asked, [running('a')])).toEqual({type: 'allowed', maxTokens: 100});
		expect(allow({...asked, server: 'mail'}, [running('a')])).toEqual(none);
		expect(allow(asked, [callsByStatus.pending, callsByStatus['awaiting-approval']])).toEqual(none);
	});

	it('ends after 5 times in a call and 20 times in a run', () => {
		const allow = createSamplingAllowance();
		const inCall = (callId: string): number =>
			Array.from({length: 7}, () => allow(asked, [running(callId)])).filter(({type}) => type === 'allowed')
				.length;
		expect(['a', 'b', 'a', 'c', 'd', 'e'].map(inCall)).toEqual([5, 5, 0, 5, 5, 0]);
	});

	it('ends where requests and answers could have 100,000 tokens, and lets no answer have more than 8,192', () => {
		const allow = createSamplingAllowance();
		const content = [{type: 'text', text: 'x'.repeat(4 * 30_000)}] as const;
		const large = {
			...asked,
			request: {...sampling, messages: [{role: 'user', content}], maxTokens: 5000},
		} as const;
		const allowed = ['a', 'b', 'c', 'd'].map(callId => allow(large, [running(callId)]));
		expect(allowed.slice(0, 2)).toEqual(Array.from({length: 2}, () => ({type: 'allowed', maxTokens: 5000})));
		expect(allowed[2]).toEqual({
			type: 'refused',
			why: 'servers may use 100,000 tokens of the model in a run',
		});
		const shorter = {...asked, request: {...sampling, maxTokens: 1_000_000}};
		expect(allow(shorter, [running('e')])).toEqual({type: 'allowed', maxTokens: 8192});
	});
});

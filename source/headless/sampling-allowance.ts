import type {SamplingAsk} from '../domain/ask.ts';
import {estimateContent, estimateText} from '../domain/estimate-tokens.ts';
import type {SamplingContent, SamplingRequest} from '../domain/server-request.ts';
import type {ToolCall} from '../domain/tool-call.ts';
import {groupDigits} from '../support/group-digits.ts';

const maxPerCall = 5;
const maxPerRun = 20;
/** Of all requests of servers in a run, what they send and what they may get. */
const maxTokens = 100_000;
const maxAnswerTokens = 8192;

export type SamplingAllowance =
	/** The answer may have so many tokens. */
	{readonly type: 'allowed'; readonly maxTokens: number} | {readonly type: 'refused'; readonly why: string};

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

const tokensOf = (content: SamplingContent): number => {
	switch (content.type) {
		case 'tool-use':
			return estimateText(content.name + JSON.stringify(content.input));
		case 'tool-result':
			return sum(content.content.map(estimateContent));
		default:
			return estimateContent(content);
	}
};

const sizeOf = ({messages, systemPrompt = '', tools}: SamplingRequest): number =>
	estimateText(systemPrompt) +
	estimateText(JSON.stringify(tools)) +
	sum(messages.flatMap(({content}) => content.map(tokensOf)));

/** How often and how much servers may use the model in a script that allows everything. */
export const createSamplingAllowance = () => {
	const used = new Map<string, number>();
	let total = 0;
	let tokensLeft = maxTokens;
	const refuse = (why: string): SamplingAllowance => ({type: 'refused', why});
	return ({server, request}: Pick<SamplingAsk, 'server' | 'request'>, calls: readonly ToolCall[]) => {
		const running = calls.filter(call => call.status === 'running' && call.server === server);
		if (running.length === 0) {
			return refuse('no call to it runs');
		}
		const call = running.find(({callId}) => (used.get(callId) ?? 0) < maxPerCall);
		if (call === undefined || total >= maxPerRun) {
			return refuse(`servers may do so ${maxPerCall} times in a call and ${maxPerRun} times in a run`);
		}
		const size = sizeOf(request);
		const answerTokens = Math.min(Math.max(1, request.maxTokens), maxAnswerTokens, tokensLeft - size);
		if (answerTokens < 1) {
			return refuse(`servers may use ${groupDigits(maxTokens)} tokens of the model in a run`);
		}
		used.set(call.callId, (used.get(call.callId) ?? 0) + 1);
		total += 1;
		tokensLeft -= size + answerTokens;
		return {type: 'allowed', maxTokens: answerTokens} satisfies SamplingAllowance;
	};
};

import {describe, expect, it} from 'vitest';
import {contextShares} from '../../../source/app/context-shares.ts';
import type {AppEvent} from '../../../source/domain/event.ts';
import {at, replay, requested} from '../../helpers/conversation-events.ts';
import {offerTool} from '../../helpers/fake-servers.ts';

const tools = [
	offerTool('files', 'read', {description: 'x'.repeat(4000)}),
	offerTool('files', 'write', {description: 'x'.repeat(4000)}),
	offerTool('git', 'log', {description: 'x'.repeat(400)}),
];
const said = (inputTokens?: number): readonly AppEvent[] => [
	at({type: 'message-accepted', turnId: 't1', messageId: 'm1', text: 'y'.repeat(4000)}),
	at({type: 'step-started', turnId: 't1', stepId: 's1', model: 'm'}),
	at({
		type: 'step-finished',
		stepId: 's1',
		reason: 'tool-calls',
		blocks: [{type: 'tool-call', callId: 'c1', modelName: 'files__read', arguments: {}}],
		...(inputTokens === undefined ? {} : {usage: {inputTokens, outputTokens: 0}}),
	}),
	at(requested('c1')),
];
const result = at({
	type: 'call-succeeded' as const,
	callId: 'c1',
	result: {content: [{type: 'text' as const, text: 'z'.repeat(8000)}]},
});
const answered = (inputTokens: number): readonly AppEvent[] => [
	at({type: 'step-started', turnId: 't1', stepId: 's2', model: 'm'}),
	at({
		type: 'step-finished',
		stepId: 's2',
		reason: 'stop',
		blocks: [{type: 'text', text: 'ok'}],
		usage: {inputTokens, outputTokens: 0},
	}),
];

describe('the shares of the context', () => {
	it('are estimates that add up before anything was counted', () => {
		const shares = contextShares(replay([]), 'i'.repeat(400), tools);
		expect(shares).toMatchObject({isCounted: false, instructions: 100, history: 0, results: 0});
		expect(shares.used).toBe(shares.instructions + shares.tools + shares.history);
		expect(shares.servers.map(({server, toolCount}) => [server, toolCount])).toEqual([
			['files', 2],
			['git', 1],
		]);
	});

	it('add up to what the provider counted', () => {
		const estimated = contextShares(replay([...said(), result]), 'i'.repeat(400), tools);
		const shares = contextShares(replay([...said(1), result, ...answered(50_000)]), 'i'.repeat(400), tools);
		expect(shares).toMatchObject({isCounted: true, used: 50_000});
		expect(shares.instructions + shares.tools + shares.history).toBe(50_000);
		expect(shares.servers.reduce((sum, {tokens}) => sum + tokens, 0)).toBe(shares.tools);
		expect(shares.tools / estimated.tools).toBeCloseTo(50_000 / estimated.used, 1);
		expect(shares.results).toBeGreaterThan(shares.history / 2);
		expect(shares.results).toBeLessThanOrEqual(shares.history);
	});

	it('count what came after the last answer on top of it', () => {
		const before = contextShares(replay(said(10_000)), '', tools);
		const after = contextShares(replay([...said(10_000), result]), '', tools);
		expect(before.used).toBeLessThan(10_100);
		expect(after.used).toBeGreaterThan(11_900);
	});

	it('are estimates again when a summary took the place of what was counted', () => {
		const compacted = at({
			type: 'history-compacted' as const,
			compactionId: 'k',
			summary: 's'.repeat(400),
			tokensBefore: 9000,
			tokensAfter: 100,
		});
		const shares = contextShares(replay([...said(10_000), result, compacted]), '', tools);
		expect(shares.isCounted).toBe(false);
		expect(shares.history).toBeLessThan(120);
		expect(shares.tools).toBeGreaterThan(2000);
	});
});

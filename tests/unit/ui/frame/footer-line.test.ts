import fc from 'fast-check';
import stringWidth from 'string-width';
import {describe, expect, it} from 'vitest';
import type {AppFact} from '../../../../source/domain/event.ts';
import type {ServerStatus} from '../../../../source/domain/server.ts';
import {footerLine} from '../../../../source/ui/frame/footer-line.ts';
import {createKeymap, usualKeymap} from '../../../../source/ui/input/keymap.ts';
import {createStyles} from '../../../../source/ui/theme/styles.ts';
import {initialView} from '../../../../source/ui/view-state.ts';
import {readyStatus} from '../../../helpers/fake-servers.ts';
import {hostile, stateAfter} from '../../../helpers/ui-samples.ts';
import {stateArbitrary, viewArbitrary} from '../../../helpers/ui-states.ts';
import {seen, unsafeLines} from '../../../helpers/ui-text.ts';

const styles = createStyles(true);
const at = (width: number, now = 0, keymap = usualKeymap) => ({width, styles, now, keymap});
const started = (model: string): AppFact => ({
	type: 'session-started',
	sessionId: 's',
	version: '0',
	model,
	cwd: '/',
});
const server = (name: string, status: ServerStatus): AppFact => ({
	type: 'server-status-changed',
	server: name,
	status,
});
const ready = readyStatus();
const footer = (facts: readonly AppFact[], width = 200): string =>
	seen(footerLine(stateAfter(facts), initialView, at(width)));

describe('the footer', () => {
	it('shows mode, model and keys', () => {
		expect(footer([started('demo/tour')])).toBe('always-ask · demo/tour · ? keys');
	});

	it('shows plan in the place of the approval mode, and the mode again afterwards', () => {
		const plan: AppFact = {type: 'work-mode-changed', mode: 'plan'};
		expect(footer([plan])).toMatch(/^plan · /);
		expect(footer([plan])).not.toContain('always-ask');
		expect(footer([plan, {type: 'work-mode-changed', mode: 'act'}])).toMatch(/^always-ask · /);
	});

	it('names the assistant after the mode, when there is one', () => {
		const chosen: AppFact = {type: 'assistant-changed', assistant: `researcher${hostile}`};
		expect(footer([started('demo/tour'), chosen])).toBe('always-ask · researcher · demo/tour · ? keys');
		expect(footer([chosen, {type: 'assistant-changed'}, started('demo/tour')])).not.toContain('researcher');
	});

	it('counts servers by what they do', () => {
		const facts = [
			server('a', ready),
			server('b', {type: 'connecting', since: 0}),
			server('c', {type: 'failed', failure: {code: 'x', message: 'no'}, stderr: []}),
			server('d', {type: 'disabled'}),
		];
		expect(footer(facts)).toContain('1/3 servers · 1 starting');
		expect(footer(facts)).toMatch(/^always-ask · 1 failed, \/mcp says why ·/);
		expect(footer([server('a', ready)])).toContain('1/1 server ·');
		expect(footer([server('a', {type: 'disabled'})])).not.toContain('server');
	});

	it('names what needs a hand: sign-ins, lost servers and half a server', () => {
		const failure = {code: 'x', message: 'no'};
		const half = server('a', {...ready, type: 'ready-but-list-failed', failure});
		expect(footer([half])).toMatch(/1 failed, \/mcp says why.*1\/1 server/);
		const unknown = (name: string) => server(name, {type: 'needs-sign-in', failure});
		expect(footer([unknown('a')])).toContain('1 needs a sign-in, /mcp');
		expect(footer([unknown('a'), unknown('b')])).toContain('2 need a sign-in, /mcp');
		const lost = server('a', {type: 'reconnecting', failure, attempt: 1, attempts: 3, nextAt: 5});
		expect(footer([lost])).toContain('0/1 server · 1 reconnecting');
	});

	it('shows how full the context is, and warns when it is nearly full', () => {
		const used = (inputTokens: number, cost?: number): readonly AppFact[] => [
			started('m'),
			{type: 'model-learned', model: 'm', facts: {contextTokens: 200_000}},
			{type: 'message-accepted', turnId: 't', messageId: 'x', text: 'go'},
			{type: 'step-started', turnId: 't', stepId: 's1', model: 'm'},
			{
				type: 'step-finished',
				stepId: 's1',
				reason: 'stop',
				blocks: [{type: 'text', text: 'x'}],
				usage: {inputTokens, outputTokens: 0, ...(cost === undefined ? {} : {cost})},
			},
			{type: 'turn-finished', turnId: 't'},
		];
		expect(footer(used(42_000))).toContain('42.0k tokens, 21 % of the context · cost -');
		expect(footer(used(42_000, 0.0123))).toContain('· $0.0123 ·');
		expect(footer(used(42_000, 1.239))).toContain('· $1.24 ·');
		expect(footer(used(42_000, 0))).not.toMatch(/cost|\$/);
		expect(footer(used(42_000), 40)).toBe('always-ask · m · 21 % full · cost -');
		expect(footer(used(900))).toContain('· 900 tokens · cost -');
		const full = footerLine(stateAfter(used(170_000)), initialView, at(200));
		expect(full).toContain(styles.warn('170.0k tokens, 85 % of the context'));
	});

	it('shows what is queued and what was used', () => {
		const facts: readonly AppFact[] = [
			{type: 'message-queued', messageId: 'a', text: 'x'},
			{type: 'step-started', turnId: 't', stepId: 's', model: 'm'},
			{
				type: 'step-finished',
				stepId: 's',
				reason: 'stop',
				blocks: [],
				usage: {inputTokens: 1200, outputTokens: 34},
			},
		];
		expect(footer(facts)).toContain('1.2k tokens · cost - · 1 queued');
	});

	it('keeps failures when a long model name leaves little room', () => {
		const facts = [
			started('provider/a-model-with-a-very-long-name-20250929'),
			server('c', {type: 'failed', failure: {code: 'x', message: 'no'}, stderr: []}),
		];
		expect(footer(facts, 72)).toContain('1 failed, /mcp says why · provider/a-model-with-a…');
	});

	it('says right after the mode that the session is not saved', () => {
		expect(footer([{type: 'saving-failed', failure: {code: 'x', message: 'disk full'}}])).toMatch(
			/^always-ask · not saved: disk full/,
		);
	});

	const asked: readonly AppFact[] = [
		started('demo/tour'),
		{type: 'message-accepted', turnId: 't', messageId: 'x', text: 'go'},
	];

	it('says what goes on, for how many seconds, and how to stop it, in the place of the keys', () => {
		const state = stateAfter(asked);
		const began = state.turn?.startedAt ?? 0;
		const line = (after: number, width = 200) =>
			seen(footerLine(state, initialView, at(width, began + after)));
		expect(line(8400)).toBe('always-ask · demo/tour · working 8 s · esc stops');
		expect(line(65_000)).toContain('working 1 m 05 s · esc stops');
		expect(line(8400, 40)).toBe('always-ask · demo/tour · working 8 s');
	});

	it('rather says how to stop than how much is used', () => {
		const usage = {inputTokens: 42_000, outputTokens: 0};
		const facts: readonly AppFact[] = [
			...asked,
			{type: 'step-started', turnId: 't', stepId: 's', model: 'demo/tour'},
			{type: 'step-finished', stepId: 's', reason: 'tool-calls', blocks: [], usage},
		];
		expect(footer(facts, 50)).toMatch(/^always-ask · demo\/tour · working \d+ s · esc stops$/);
	});

	it('keeps its order however much of it fits', () => {
		const facts = [
			...asked,
			server('a', ready),
			{type: 'message-queued', messageId: 'q', text: 'x'} as const,
		];
		const all = footer(facts).split(' · ');
		for (let width = 10; width < 120; width++) {
			const shown = footer(facts, width).split(' · ');
			const places = shown.map(part =>
				all.findIndex(full => full.startsWith(part) || part.endsWith('…') || full.endsWith(part)),
			);
			expect(places).toEqual(places.toSorted((one, other) => one - other));
		}
	});

	it('names the key that shows the keys, wherever the user has put it', () => {
		const state = stateAfter([started('m')]);
		const keymap = createKeymap({'show-keys': ['ctrl+y']});
		expect(seen(footerLine(state, initialView, at(80, 0, keymap)))).toBe('always-ask · m · ctrl+y keys');
		const none = createKeymap({'show-keys': []});
		expect(seen(footerLine(state, initialView, at(80, 0, none)))).toBe('always-ask · m');
	});

	it('asks for the second ctrl+c instead', () => {
		const line = footerLine(stateAfter([]), {...initialView, isQuitArmed: true}, at(80));
		expect(seen(line)).toBe('press ctrl+c again to quit');
	});

	it('leaves out whole facts when there is no room', () => {
		expect(footer([started('a-model-with-a-long-name')], 30)).toBe('always-ask · ? keys');
		expect(footer([started('demo/tour')], 9)).toBe('always-a…');
	});

	it('is never wider than the window', () => {
		fc.assert(
			fc.property(stateArbitrary, viewArbitrary, fc.integer({min: 1, max: 200}), (state, view, width) => {
				expect(stringWidth(footerLine(state, view, at(width)))).toBeLessThanOrEqual(width);
			}),
			{numRuns: 300},
		);
	});

	it('does nothing to the terminal', () => {
		const facts: readonly AppFact[] = [
			started(`m${hostile}`),
			{type: 'saving-failed', failure: {code: 'x', message: hostile}},
		];
		expect(unsafeLines([footerLine(stateAfter(facts), initialView, at(300))])).toEqual([]);
	});
});

import fc from 'fast-check';
import stringWidth from 'string-width';
import {describe, expect, it} from 'vitest';
import {whyKept} from '../../../../source/core/chat/tool-offer.ts';
import type {ToolContent} from '../../../../source/domain/tool.ts';
import type {ToolCall} from '../../../../source/domain/tool-call.ts';
import {createStyles} from '../../../../source/ui/theme/styles.ts';
import {toolCardLines} from '../../../../source/ui/transcript/tool-card.ts';
import {callsByStatus} from '../../../helpers/ui-samples.ts';
import {stateArbitrary} from '../../../helpers/ui-states.ts';
import {seen} from '../../../helpers/ui-text.ts';

const styles = createStyles(true);
const card = (call: ToolCall, width = 80): readonly string[] =>
	toolCardLines(call, {width, styles, now: 3000, spinner: '⠋'}).map(seen);

/** The first bytes of a picture of three by two pixels. */
const tinyPng = Buffer.from('89504e470d0a1a0a0000000d494844520000000300000002', 'hex').toString('base64');

const succeeded = (...content: readonly ToolContent[]): ToolCall => ({
	...callsByStatus.succeeded,
	result: {content},
});

describe('a card', () => {
	it('shows arguments on a line of their own where names and facts leave them no room', () => {
		const call: ToolCall = {
			...callsByStatus.cancelled,
			server: 'everything',
			tool: 'trigger-long-running-operation',
			outcomeUnknown: true,
		};
		expect(card(call).slice(0, 2)).toEqual([
			'■ everything trigger-long-running-operation · interrupted, outcome unknown',
			'  path: "notes.txt"',
		]);
		expect(card({...call, tool: 'trigger-a-very-long-running-operation'})).toContain('  path: "notes.txt"');
	});

	const expected: Readonly<Record<keyof typeof callsByStatus, readonly string[]>> = {
		pending: ['○ filesystem write_file  path: "notes.txt"'],
		'awaiting-approval': ['? filesystem write_file  path: "notes.txt" · waits for you'],
		running: ['⠋ filesystem write_file  path: "notes.txt" · 2.0 s'],
		succeeded: ['✔ filesystem write_file  path: "notes.txt" · 1.5 s · 13 B', '  wrote 5 bytes'],
		failed: [
			'✘ filesystem write_file  path: "notes.txt" · 42 ms',
			'  no such folder',
			'  create it first',
			'  ctrl+o: details, run again',
		],
		denied: ['⊘ filesystem write_file  path: "notes.txt" · denied', '  denied by the user'],
		cancelled: ['■ filesystem write_file  path: "notes.txt" · not run'],
	};
	for (const status of Object.keys(expected) as (keyof typeof expected)[]) {
		it(`says what a ${status} call is`, () => {
			expect(card(callsByStatus[status])).toEqual(expected[status]);
		});
	}

	it('says that the outcome of a call cut after sending is unknown', () => {
		const call: ToolCall = {...callsByStatus.cancelled, startedAt: 0, outcomeUnknown: true};
		expect(card(call)[0]).toMatch(/interrupted, outcome unknown$/);
	});

	it('gives the reason of a denial', () => {
		expect(card({...callsByStatus.denied, reason: 'wrong folder'})).toContain(
			'  denied by the user: wrong folder',
		);
	});

	it('stands still while its result waits for the user', () => {
		const held: ToolCall = {...callsByStatus.running, heldSince: 1400, progress: {progress: 1, total: 2}};
		expect(card(held)).toEqual([
			'? filesystem write_file  path: "notes.txt" · waits for your review · 400 ms',
		]);
	});

	it('tells the user, not the model, how to leave plan mode', () => {
		const planned = '  not in plan mode: shift+tab or /mode act';
		const message = whyKept(
			'x__y',
			'in plan mode only tools are offered that are known to do nothing but read',
		);
		expect(card({...callsByStatus.failed, failure: {code: 'tool-not-offered', message}})).toEqual([
			'✘ filesystem write_file  path: "notes.txt" · 42 ms',
			planned,
		]);
		const rule = 'plan mode, in which only tools run that are known to do nothing but read';
		expect(card({...callsByStatus.denied, rule})[1]).toBe(planned);
		const named = 'approvals[0] of config.json';
		expect(card({...callsByStatus.denied, rule: named})[1]).toBe(`  the rule ${named}`);
	});

	it('leaves out what only a model can do', () => {
		const message = whyKept('x__y', 'the assistant ada does not use it');
		expect(card({...callsByStatus.failed, failure: {code: 'tool-not-offered', message}}, 120)[1]).toBe(
			'  x__y cannot be used now, and nothing was run: the assistant ada does not use it.',
		);
	});

	it('shows no server for a tool that nobody offers', () => {
		expect(card({...callsByStatus.failed, server: ''})[0]).toMatch(/^✘ write_file {2}path/);
	});
});

describe('what the user did to a call', () => {
	it('is a line under it: the arguments, the result, or both', () => {
		expect(card({...callsByStatus.running, isEdited: true})).toEqual([
			'⠋ filesystem write_file  path: "notes.txt" · 2.0 s',
			'  arguments changed by you',
		]);
		expect(card({...callsByStatus.succeeded, reviewed: 'edited'})[1]).toBe('  result edited by you');
		expect(card({...callsByStatus.failed, isEdited: true, reviewed: 'withheld'})[1]).toBe(
			'  arguments changed by you · result withheld by you',
		);
		expect(card({...callsByStatus.denied, isEdited: true}, 40)).toContain('  arguments changed by you');
	});
});

describe('progress', () => {
	const running = (progress: number, total?: number, message?: string): readonly string[] =>
		card({
			...callsByStatus.running,
			progress: {
				progress,
				...(total === undefined ? {} : {total}),
				...(message === undefined ? {} : {message}),
			},
		});

	it('is a bar when the total is known', () => {
		expect(running(1, 2, 'halfway')[1]).toBe('  ████████░░░░░░░░ 50 %  halfway');
	});

	it('is a number when it is not', () => {
		expect(running(7)[1]).toBe('  progress 7');
		expect(running(7, 0, 'files')[1]).toBe('  progress 7  files');
	});

	it('never leaves its bar', () => {
		expect(running(5, 2)[1]).toBe(`  ${'█'.repeat(16)} 100 %`);
		expect(running(-5, 2)[1]).toBe(`  ${'░'.repeat(16)} 0 %`);
	});
});

describe('a result', () => {
	it('is cut after four lines, saying how many more there are, unless it is one', () => {
		const text = (lines: number): string => Array.from({length: lines}, (_, index) => `l${index}`).join('\n');
		expect(card(succeeded({type: 'text', text: text(4)})).slice(1)).toEqual(['  l0', '  l1', '  l2', '  l3']);
		expect(card(succeeded({type: 'text', text: text(5)})).at(-1)).toBe('  l4');
		expect(card(succeeded({type: 'text', text: text(6)})).slice(4)).toEqual(['  l3', '  … 2 more lines']);
		expect(card(succeeded({type: 'text', text: text(50)})).at(-1)).toBe('  … 46 more lines');
	});

	it('that is empty says so', () => {
		expect(card(succeeded()).slice(1)).toEqual(['  (nothing)']);
		expect(card(succeeded({type: 'text', text: ''})).slice(1)).toEqual(['  (nothing)']);
	});

	const kinds: readonly (readonly [content: ToolContent, shown: string])[] = [
		[{type: 'image', mimeType: 'image/png', data: 'A'.repeat(4096)}, 'image · image/png · 3.0 KB'],
		[{type: 'audio', mimeType: 'audio/wav', data: 'AAAA'}, 'audio · audio/wav · 3 B'],
		[{type: 'image', mimeType: 'image/png', data: tinyPng}, 'image · image/png · 3 × 2 · 24 B'],
		[{type: 'resource', uri: 'file:///a', blob: 'AAAA'}, 'resource · file:///a · 3 B'],
		[{type: 'link', uri: 'file:///a', name: 'a'}, 'link · a · file:///a'],
		[
			{type: 'unknown', kind: 'hologram', value: null},
			'hologram · content of a kind that is not known here\n  null',
		],
	];
	for (const [content, shown] of kinds) {
		it(`of the kind ${content.type} is shown as ${shown}`, () => {
			expect(card(succeeded(content)).slice(1).join('\n')).toBe(`  ${shown}`);
		});
	}

	it('is shown from its structure when there is nothing else', () => {
		const call: ToolCall = {...callsByStatus.succeeded, result: {content: [], structured: {sum: 3}}};
		expect(card(call).slice(1)).toEqual(['  {"sum":3}']);
	});

	it('of megabytes is not wrapped as a whole, and says what is certain about its length', () => {
		const [, ...wide] = card(succeeded({type: 'text', text: '漢'.repeat(2_000_000)}));
		expect(wide).toEqual([...Array(4).fill(`  ${'漢'.repeat(38)}`), '  … at least 523 more lines']);
		const [, ...many] = card(succeeded({type: 'text', text: 'l\n'.repeat(1_000_000)}));
		expect(many.at(-1)).toBe('  … at least 999995 more lines');
	});
});

describe('the width', () => {
	it('is never exceeded, and names and facts never vanish', () => {
		fc.assert(
			fc.property(stateArbitrary, fc.integer({min: 40, max: 120}), (state, width) => {
				for (const call of state.calls.values()) {
					for (const line of toolCardLines(call, {width, styles, now: 9e6, spinner: '⠋'})) {
						expect(stringWidth(line), seen(line)).toBeLessThanOrEqual(width);
					}
				}
			}),
			{numRuns: 200},
		);
	});

	it('gives the facts a line of their own when they do not fit beside the names', () => {
		const call: ToolCall = {...callsByStatus.cancelled, startedAt: 0, outcomeUnknown: true};
		expect(card(call, 40)).toEqual([
			'■ filesystem write_file',
			'  interrupted, outcome unknown',
			'  ctrl+o: details, run again',
		]);
		expect(card({...call, tool: 't'.repeat(50)}, 40)[0]).toBe(`■ filesystem ${'t'.repeat(26)}…`);
	});
});

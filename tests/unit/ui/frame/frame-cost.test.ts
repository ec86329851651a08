import {afterEach, describe, expect, it, vi} from 'vitest';
import type {ToolCall} from '../../../../source/domain/tool-call.ts';
import {approvalLines} from '../../../../source/ui/frame/approval-lines.ts';
import {addressLines} from '../../../../source/ui/frame/server-ask-lines.ts';
import {createStyles} from '../../../../source/ui/theme/styles.ts';
import {toolCardLines} from '../../../../source/ui/transcript/tool-card.ts';
import {addressAsk, askOf, callsByStatus} from '../../../helpers/ui-samples.ts';

const styles = createStyles(true);

/** An object that counts how often its text is read. */
const counted = (text: string) => {
	const reads = {count: 0};
	const value = {
		get content() {
			reads.count += 1;
			return text;
		},
	};
	return {value, reads};
};

afterEach(() => {
	vi.restoreAllMocks();
});

describe('a frame', () => {
	const view = {askId: 'ask-1', shownAt: 0, highlight: 'deny', scroll: 0, isFocused: false} as const;
	const context = {height: 20, styles, count: 1, before: 0, isDraftFocused: false};

	it('lays out the arguments of a question once for a width', () => {
		const {value, reads} = counted('line\n'.repeat(1000));
		const ask = askOf({arguments: value});
		const draw = (width: number, scroll: number) =>
			approvalLines(ask, {...view, scroll}, {...context, width}).lines.join('\n');
		const first = draw(80, 0);
		expect(reads.count).toBe(1);
		expect(draw(80, 0)).toBe(first);
		expect(draw(80, 500)).not.toBe(first);
		expect(reads.count).toBe(1);
		draw(60, 0);
		expect(reads.count).toBe(2);
		expect(draw(80, 0)).toBe(first);
	});

	it('lays out the message of a question of a server once for a width', () => {
		const {value, reads} = counted('word '.repeat(4000));
		const request = {
			mode: 'url',
			url: 'https://a.example',
			get message() {
				return value.content;
			},
		} as const;
		const ask = {...addressAsk(), request};
		const draw = (scroll: number) =>
			addressLines(ask, request.url, {...view, scroll}, {...context, width: 80}).lines.join('\n');
		expect(draw(0)).not.toBe(draw(50));
		expect(reads.count).toBe(1);
	});

	it('lays out the card of a call that is over once for a width', () => {
		const measure = vi.spyOn(Buffer, 'byteLength');
		const call: ToolCall = {
			...callsByStatus.succeeded,
			result: {content: [{type: 'text', text: 'line\n'.repeat(100_000)}]},
		};
		const draw = (width: number, now: number) => toolCardLines(call, {width, styles, now, spinner: '-'});
		const first = draw(80, 5000);
		expect(draw(80, 9000)).toBe(first);
		expect(measure).toHaveBeenCalledTimes(1);
		expect(draw(40, 9000)).not.toEqual(first);
	});

	it('reads the arguments of a call that runs once', () => {
		const {value, reads} = counted('x'.repeat(100_000));
		const call: ToolCall = {...callsByStatus.running, arguments: value};
		const draw = (now: number) => toolCardLines(call, {width: 80, styles, now, spinner: '-'}).join('\n');
		expect(draw(3000)).not.toBe(draw(5000));
		expect(draw(3000)).toContain('content: "xxx');
		expect(reads.count).toBe(1);
	});
});

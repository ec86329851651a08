import {describe, expect, it} from 'vitest';
import type {ToolCall} from '../../../../source/domain/tool-call.ts';
import {callSizes, overviewLines} from '../../../../source/ui/details/overview-lines.ts';

const call: ToolCall = {
	callId: 'one',
	server: 'files',
	tool: 'read',
	modelName: 'files__read',
	arguments: {},
	requestedAt: 0,
	status: 'running',
	startedAt: 1,
};

const shown = (each: ToolCall): string =>
	overviewLines(each, callSizes(each), 2)
		.map(({label = '', text}) => `${label}${text}`)
		.join('\n');

describe('what there is to know about a call', () => {
	it('has why its arguments were not checked', () => {
		expect(shown({...call, unchecked: 'the schema is invalid'})).toContain(
			'arguments not checked: the schema is invalid',
		);
		expect(shown(call)).not.toContain('checked');
	});

	it('has every result with untrusted content in which an argument was found', () => {
		const sources = ['to', 'text'].map(argument => ({server: 'mail', tool: 'inbox', argument}));
		expect(shown({...call, sources})).toContain('untrusted  to came from the result of inbox (mail)');
		expect(shown({...call, sources})).toContain('untrusted  text came from the result of inbox (mail)');
	});
});

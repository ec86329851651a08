import {expect} from 'vitest';
import type {McpToolOutcome} from '../../../source/core/toolbox/shared/McpTool.ts';
import {McpToolError} from '../../../source/core/toolbox/shared/McpToolError.ts';

export const signal = new AbortController().signal;

export const textsOf = <Output>(outcome: McpToolOutcome<Output>): string[] => {
	if (outcome instanceof McpToolError) throw outcome;
	return outcome.flatMap(item => (item.type === 'text' ? [item.text] : []));
};

export const jsonOf = <Output>(outcome: McpToolOutcome<Output>): Output => {
	if (outcome instanceof McpToolError) throw outcome;
	const json = outcome.find(item => item.type === 'json');
	if (json === undefined) throw new Error('The outcome has no JSON.');
	return json.data;
};

export const errorOf = <Output>(outcome: McpToolOutcome<Output>): McpToolError => {
	expect(outcome).toBeInstanceOf(McpToolError);
	if (outcome instanceof McpToolError) return outcome;
	throw new Error('The outcome is no error.');
};

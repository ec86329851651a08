import {McpToolError} from '../../shared/McpToolError.ts';
import {showName} from '../../shared/showName.ts';

export type Operator = '+' | '-' | '*' | '/' | '%' | '^' | '(' | ')' | ',';

/** `at` counts characters from 1, as a person would. */
export type Token =
	| {readonly type: 'number'; readonly value: number; readonly at: number}
	| {readonly type: 'name'; readonly name: string; readonly at: number}
	| {readonly type: 'operator'; readonly operator: Operator; readonly at: number}
	| {readonly type: 'end'; readonly at: number};

const operators: ReadonlyMap<string, Operator> = new Map<string, Operator>([
	['+', '+'],
	['-', '-'],
	['−', '-'],
	['*', '*'],
	['**', '^'],
	['×', '*'],
	['·', '*'],
	['/', '/'],
	['÷', '/'],
	['%', '%'],
	['^', '^'],
	['(', '('],
	[')', ')'],
	[',', ','],
]);

const pattern =
	/(?<space>\s+)|(?<number>(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)|(?<name>[A-Za-zπ][A-Za-z0-9]*)|(?<operator>\*\*|[-+−*×·/÷%^(),])/uy;

export const readTokens = (expression: string): readonly Token[] => {
	const tokens: Token[] = [];
	let offset = 0;
	while (offset < expression.length) {
		const at = offset + 1;
		pattern.lastIndex = offset;
		const groups = pattern.exec(expression)?.groups;
		if (groups === undefined) {
			const character = String.fromCodePoint(expression.codePointAt(offset) ?? 0);
			throw new McpToolError(
				`Character ${at} of the expression, ${showName(character)}, is not understood. Use numbers, + - * / % ^, parentheses and function names.`,
				'expression',
			);
		}
		offset = pattern.lastIndex;
		const operator = operators.get(groups.operator ?? '');
		if (groups.number !== undefined) {
			tokens.push({type: 'number', value: Number(groups.number), at});
		} else if (groups.name !== undefined) {
			tokens.push({type: 'name', name: groups.name.toLowerCase(), at});
		} else if (operator !== undefined) {
			tokens.push({type: 'operator', operator, at});
		}
	}
	tokens.push({type: 'end', at: expression.length + 1});
	return tokens;
};

import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {calculateMcpToolHandler} from '../../../source/core/toolbox/calculate/internal/calculateMcpToolHandler.ts';
import {evaluateExpression} from '../../../source/core/toolbox/calculate/internal/evaluateExpression.ts';
import {McpToolError} from '../../../source/core/toolbox/shared/McpToolError.ts';

type Node =
	| {readonly type: 'number'; readonly value: number}
	| {readonly type: 'minus'; readonly of: Node}
	| {readonly type: 'call'; readonly name: 'max' | 'sqrt'; readonly of: Node}
	| {readonly type: 'pair'; readonly operator: string; readonly left: Node; readonly right: Node};

const {tree} = fc.letrec<{tree: Node}>(tie => ({
	tree: fc.oneof(
		{maxDepth: 6},
		fc.record({
			type: fc.constant('number' as const),
			value: fc.oneof(fc.nat(20), fc.double({min: 0, max: 1e6, noNaN: true})),
		}),
		fc.record({type: fc.constant('minus' as const), of: tie('tree')}),
		fc.record({
			type: fc.constant('call' as const),
			name: fc.constantFrom('max' as const, 'sqrt' as const),
			of: tie('tree'),
		}),
		fc.record({
			type: fc.constant('pair' as const),
			operator: fc.constantFrom('+', '-', '*', '/', '%', '^'),
			left: tie('tree'),
			right: tie('tree'),
		}),
	),
}));

const compute = (node: Node): number => {
	switch (node.type) {
		case 'number':
			return node.value;
		case 'minus':
			return -compute(node.of);
		case 'call':
			return node.name === 'max' ? Math.max(compute(node.of), 1) : Math.sqrt(compute(node.of));
		case 'pair': {
			const [left, right] = [compute(node.left), compute(node.right)];
			if (!Number.isFinite(left) || !Number.isFinite(right)) return Number.NaN;
			if (node.operator === '+') return left + right;
			if (node.operator === '-') return left - right;
			if (node.operator === '*') return left * right;
			if (node.operator === '/') return right === 0 ? Number.NaN : left / right;
			return node.operator === '%' ? left % right : left ** right;
		}
	}
};

const strengths: Readonly<Record<string, number>> = {'+': 1, '-': 1, '*': 2, '/': 2, '%': 2, '^': 4};

/** Writes no more parentheses than the usual precedence asks for. */
const print = (node: Node, weakest = 1): string => {
	const wrap = (strength: number, text: string): string => (strength < weakest ? `(${text})` : text);
	switch (node.type) {
		case 'number':
			return String(node.value);
		case 'minus':
			return wrap(3, `-${print(node.of, 3)}`);
		case 'call':
			return node.name === 'max' ? `max(${print(node.of)}, 1)` : `sqrt(${print(node.of)})`;
		case 'pair': {
			const strength = strengths[node.operator] ?? 0;
			const right = node.operator === '^' ? 3 : strength + 1;
			const left = node.operator === '^' ? 5 : strength;
			return wrap(strength, `${print(node.left, left)} ${node.operator} ${print(node.right, right)}`);
		}
	}
};

/** NaN where no subexpression may be without a finite value. */
const isSound = (node: Node): boolean =>
	Number.isFinite(compute(node)) &&
	(node.type === 'number' ||
		(node.type === 'pair' ? isSound(node.left) && isSound(node.right) : isSound(node.of)));

const evaluate = (expression: string): number | undefined => {
	try {
		return evaluateExpression(expression);
	} catch (error) {
		if (error instanceof McpToolError) return undefined;
		throw error;
	}
};

describe('calculate under fuzz', () => {
	it('agrees with a reference on every expression', () => {
		fc.assert(
			fc.property(tree, node => {
				const result = evaluate(print(node));
				if (isSound(node)) expect(result).toBe(compute(node) === 0 ? 0 : compute(node));
				else expect(result).toBeUndefined();
			}),
			{numRuns: 2000},
		);
	});

	it('answers any text with a finite number or an error about the expression', async () => {
		const pieces = fc.array(
			fc.constantFrom(...'0123456789.eE+-*/%^(),πpi ', 'sqrt(', 'min(', 'round(', '1e308', '**', '\n'),
			{maxLength: 200},
		);
		const anyText = fc.oneof(
			fc.string({unit: 'binary', maxLength: 300}),
			fc.string({unit: 'grapheme', maxLength: 300}),
			pieces.map(list => list.join('')),
		);
		await fc.assert(
			fc.asyncProperty(anyText, async expression => {
				const outcome = await calculateMcpToolHandler({params: {expression}});
				if (outcome instanceof McpToolError) {
					expect(outcome.field).toBe('expression');
					expect(outcome.message).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
				} else {
					const json = outcome.find(item => item.type === 'json');
					expect(Number.isFinite(json?.data.result)).toBe(true);
				}
			}),
			{numRuns: 3000},
		);
	});

	it('stays quick on text made to be slow', () => {
		const longest = 1000;
		for (const piece of ['(', '-', '2^', '1e', '.', 'a', '1,', 'min(', '((1)', ' ', '9', '1+', 'π']) {
			evaluate(piece.repeat(longest).slice(0, longest));
		}
	});
});

import {describe, expect, it} from 'vitest';
import {calculateMcpToolHandler} from '../../../source/core/toolbox/calculate/internal/calculateMcpToolHandler.ts';
import {errorOf, jsonOf, textsOf} from './read-outcome.ts';

const calculate = (expression: string) => calculateMcpToolHandler({params: {expression}});

describe('calculate', () => {
	it.each([
		['1 + 2 * 3', 7],
		['(1 + 2) * 3', 9],
		['7 % 4', 3],
		['-7 % 4', -3],
		['2 ^ 3 ^ 2', 512],
		['-2 ^ 2', -4],
		['2 ^ -2', 0.25],
		['2 ** 10', 1024],
		['6 ÷ 3 × 4 − 1', 7],
		['0.1 + 0.2', 0.3],
		['.5 + 1.', 1.5],
		['1.5e3 / 3E-1', 5000],
		['--3', 3],
		['-0', 0],
		['floor(pi * 100) + floor(π)', 317],
		['e ^ 0', 1],
		['SQRT(16)', 4],
		['round(2.5)', 3],
		['round(-2.5)', -3],
		['round(1.005, 2)', 1.01],
		['round(1234.5, -2)', 1200],
		['round(1e300, 10)', 1e300],
		['min(3, 1, 2) + max(3, 1, 2)', 4],
		['avg(1, 2, 3) + sum(1, 2)', 5],
		['log10(1000) + log2(8) + ln(e)', 7],
		['pow(2, 8) + abs(-1) + trunc(1.9) + sign(-3)', 257],
		['(1200 * 1.19 + 80) / 3', 502.666666666667],
	])('computes %s', async (expression, expected) => {
		expect(jsonOf(await calculate(expression))).toEqual({expression, result: expected});
	});

	it.each([
		['1 +', 'Expected a number, but found the end of the expression.'],
		['1 + * 2', 'Expected a number, but found "*" at character 5.'],
		['(1 + 2', 'Expected ")" for the "(" at character 1, but found the end of the expression.'],
		['1 2', 'Expected an operator, but found the number 2 at character 3.'],
		['2π', 'Expected an operator, but found "π" at character 2.'],
		['1)', 'Expected an operator, but found ")" at character 2.'],
		['5 km', 'Expected an operator, but found "km" at character 3.'],
		[
			'1,200 + 1',
			'The "," at character 2 is outside of a function: write numbers without thousands separators.',
		],
		['1 / 0', 'Division by zero: change the divisor.'],
		['1 % (2 - 2)', 'Remainder of a division by zero: change the divisor.'],
		['sqrt(-1)', 'sqrt(…) is not a real number.'],
		['(-8) ^ 0.5', 'The power is not a real number.'],
		['10 ^ 400', 'The power is too large: results may reach about 1.8e308.'],
		['1e999', 'A number in the expression is too large: results may reach about 1.8e308.'],
		['sqr(4)', '"sqr" is not a known function. Did you mean sqrt'],
		['log(4)', '"log" is not a known function. Did you mean ln or log10 or log2?'],
		['tau', '"tau" is not a known constant.'],
		['sqrt', 'The function sqrt needs its arguments in parentheses.'],
		['sqrt()', 'The function sqrt takes 1 argument, not 0.'],
		['atan2(1)', 'The function atan2 takes 2 arguments, not 1.'],
		['round(1, 2, 3)', 'The function round takes 1 to 2 arguments, not 3.'],
		['1 + $x', 'Character 5 of the expression, $, is not understood.'],
		['1 + \u001b[31m', 'Character 5 of the expression, "\\u{001b}", is not understood.'],
	])('explains what is wrong with %j', async (expression, message) => {
		const error = errorOf(await calculate(expression));
		expect(error.message).toContain(message);
		expect(error.field).toBe('expression');
	});

	it('does not reach into the program', async () => {
		for (const expression of [
			'constructor',
			'process.exit()',
			'this',
			'__proto__',
			'toString()',
			'globalThis',
		]) {
			expect(errorOf(await calculate(expression)).field).toBe('expression');
		}
	});

	it('refuses to nest too deeply', async () => {
		expect(jsonOf(await calculate(`${'('.repeat(99)}1${')'.repeat(99)}`)).result).toBe(1);
		for (const deep of [
			`${'('.repeat(400)}1${')'.repeat(400)}`,
			`${'-'.repeat(900)}1`,
			`${'2^'.repeat(400)}1`,
		]) {
			expect(errorOf(await calculate(deep)).message).toContain('nested more than 100 levels');
		}
	});

	it('says when an integer is too long to be exact', async () => {
		expect(textsOf(await calculate('2^64'))).toEqual(['18446744073709552000 (rounded to about 16 digits)']);
		expect(textsOf(await calculate('2^53 - 1'))).toEqual(['9007199254740991']);
	});
});

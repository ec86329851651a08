import {McpToolError} from '../../shared/McpToolError.ts';
import {nearestNames} from '../../shared/nearestNames.ts';
import {mathConstants, mathFunctions} from './mathFunctions.ts';
import {type Operator, readTokens, type Token} from './readTokens.ts';

const deepestNesting = 100;

const refuse = (message: string): never => {
	throw new McpToolError(message, 'expression');
};

const describe = (token: Token): string => {
	switch (token.type) {
		case 'number':
			return `the number ${token.value} at character ${token.at}`;
		case 'name':
			return `"${token.name}" at character ${token.at}`;
		case 'operator':
			return `"${token.operator}" at character ${token.at}`;
		case 'end':
			return 'the end of the expression';
	}
};

/** A number a person can use, or the reason why there is none. */
const usable = (value: number, what: string): number => {
	if (Number.isNaN(value)) return refuse(`${what} is not a real number.`);
	return Number.isFinite(value) ? value : refuse(`${what} is too large: results may reach about 1.8e308.`);
};

const divide = (left: number, right: number): number =>
	right === 0 ? refuse('Division by zero: change the divisor.') : left / right;

const remainder = (left: number, right: number): number =>
	right === 0 ? refuse('Remainder of a division by zero: change the divisor.') : left % right;

/** Reads and computes in one pass: there is no tree to keep, and nothing but arithmetic can happen. */
export const evaluateExpression = (expression: string): number => {
	const tokens = readTokens(expression);
	let position = 0;
	let depth = 0;

	const peek = (): Token => tokens[position] ?? {type: 'end', at: expression.length + 1};

	const take = (...wanted: readonly Operator[]): Operator | undefined => {
		const token = peek();
		if (token.type !== 'operator' || !wanted.includes(token.operator)) return undefined;
		position++;
		return token.operator;
	};

	const expectClosing = (openedAt: number): void => {
		if (take(')') === undefined) {
			refuse(`Expected ")" for the "(" at character ${openedAt}, but found ${describe(peek())}.`);
		}
	};

	const readArguments = (openedAt: number): number[] => {
		if (take(')') !== undefined) return [];
		const values = [readSum()];
		while (take(',') !== undefined) values.push(readSum());
		expectClosing(openedAt);
		return values;
	};

	const unknownName = (name: string, what: string, known: Iterable<string>): never => {
		const nearest = name === 'log' ? ['ln', 'log10', 'log2'] : nearestNames(name, [...known]);
		const advice = nearest.length > 0 ? ` Did you mean ${nearest.join(' or ')}?` : '';
		return refuse(`"${name.slice(0, 40)}" is not a known ${what}.${advice}`);
	};

	const readName = (name: string): number => {
		const openedAt = peek().at;
		if (take('(') === undefined) {
			const constant = mathConstants.get(name);
			if (constant !== undefined) return constant;
			if (mathFunctions.has(name)) return refuse(`The function ${name} needs its arguments in parentheses.`);
			return unknownName(name, 'constant', [...mathConstants.keys(), ...mathFunctions.keys()]);
		}
		const found = mathFunctions.get(name) ?? unknownName(name, 'function', mathFunctions.keys());
		const values = readArguments(openedAt);
		if (values.length < found.least || values.length > found.most) {
			const wanted = found.least === found.most ? `${found.least}` : `${found.least} to ${found.most}`;
			refuse(
				`The function ${name} takes ${wanted} ${found.most === 1 ? 'argument' : 'arguments'}, not ${values.length}.`,
			);
		}
		return usable(found.compute(...values), `${name}(…)`);
	};

	const readOperand = (): number => {
		const token = peek();
		if (token.type === 'number') {
			position++;
			return usable(token.value, 'A number in the expression');
		}
		if (token.type === 'name') {
			position++;
			return readName(token.name);
		}
		if (take('(') !== undefined) {
			const value = readSum();
			expectClosing(token.at);
			return value;
		}
		return refuse(`Expected a number, but found ${describe(token)}.`);
	};

	const readSigned = (): number => {
		if (++depth > deepestNesting) {
			refuse(`The expression is nested more than ${deepestNesting} levels deep: compute it in parts.`);
		}
		try {
			const sign = take('-', '+');
			if (sign !== undefined) return sign === '-' ? -readSigned() : readSigned();
			const base = readOperand();
			return take('^') === undefined ? base : usable(base ** readSigned(), 'The power');
		} finally {
			depth--;
		}
	};

	const readProduct = (): number => {
		let value = readSigned();
		for (let operator = take('*', '/', '%'); operator !== undefined; operator = take('*', '/', '%')) {
			const right = readSigned();
			if (operator === '*') value = usable(value * right, 'The product');
			else if (operator === '/') value = usable(divide(value, right), 'The quotient');
			else value = remainder(value, right);
		}
		return value;
	};

	const readSum = (): number => {
		let value = readProduct();
		for (let operator = take('+', '-'); operator !== undefined; operator = take('+', '-')) {
			const right = readProduct();
			value = usable(operator === '+' ? value + right : value - right, 'The sum');
		}
		return value;
	};

	const result = readSum();
	const rest = peek();
	if (rest.type === 'operator' && rest.operator === ',') {
		refuse(
			`The "," at character ${rest.at} is outside of a function: write numbers without thousands separators.`,
		);
	}
	if (rest.type !== 'end') refuse(`Expected an operator, but found ${describe(rest)}.`);
	// Minus zero means nothing to a reader.
	return result === 0 ? 0 : result;
};

import {expect, it} from 'vitest';
import {readShape} from '../../../source/core/checks/check-shape.ts';

const problemsOf = (value: unknown): readonly string[] => {
	const read = readShape(value);
	return read.type === 'refused'
		? read.problems.map(({path, message}) => `${path.join('.')}: ${message}`)
		: [];
};

it('says where a key of another level belongs, and guesses only among those of the level', () => {
	const test = {name: 'n', server: 's', tool: 't'};
	expect(problemsOf({version: 1, tests: [], name: 'x', sever: 'y'})).toEqual([
		'name: unknown key here; it belongs to each test below "tests"',
		'sever: unknown key',
	]);
	expect(problemsOf({version: 1, tests: [{...test, maxLatency: 5, servr: 's'}]})).toEqual([
		'tests.0.maxLatency: unknown key here; it belongs to the "expect" of a test',
		'tests.0.servr: unknown key; did you mean server?',
	]);
	expect(problemsOf({version: 1, tests: [{...test, expect: {eqals: 1, tool: 't'}}]})).toEqual([
		'tests.0.expect.eqals: unknown key; did you mean equals?',
		'tests.0.expect.tool: unknown key here; it belongs to each test below "tests"',
	]);
});

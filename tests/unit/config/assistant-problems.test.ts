import {describe, expect, it} from 'vitest';
import {assistantProblems} from '../../../source/core/config/assistant-problems.ts';
import type {Assistant} from '../../../source/domain/assistant.ts';

const keeper: Assistant = {name: 'keeper', excludeTools: [], trustedTools: []};
const problemsOf = (change: Partial<Assistant>) => assistantProblems({...keeper, ...change}, ['other']);

describe('what is wrong with an assistant before it is written', () => {
	it('is nothing where all is well', () => {
		expect(problemsOf({})).toEqual([]);
		expect(
			problemsOf({model: 'anthropic/claude-x', servers: ['notes'], trustedTools: ['notes__add']}),
		).toEqual([]);
	});

	it.each([
		['', 'an assistant needs a name'],
		['  ', 'an assistant needs a name'],
		[' keeper', 'a name does not begin or end with a blank'],
		['none', '"none" stands for no assistant; take another name'],
		['other', 'there is one of this name already'],
	])('is its name: %j', (name, text) => {
		expect(problemsOf({name})[0]).toEqual({field: 'name', text});
	});

	it('is told at the field that it is about', () => {
		const problems = problemsOf({model: '', trustedTools: ['']});
		expect(problems.map(({field}) => field)).toEqual(['model', 'trustedTools']);
		expect(problems.every(({text}) => text !== '')).toBe(true);
	});
});

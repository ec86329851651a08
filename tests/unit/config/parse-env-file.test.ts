import {describe, expect, it} from 'vitest';
import {parseEnvFile} from '../../../source/core/config/parse-env-file.ts';

describe('parseEnvFile', () => {
	it.each<[string, Record<string, string>]>([
		['', {}],
		['A=1\nB=2', {A: '1', B: '2'}],
		['A=1\r\nB=2\r\n', {A: '1', B: '2'}],
		['\ufeffA=1', {A: '1'}],
		['# a comment\n\n  # another\nA=1', {A: '1'}],
		['export A=1', {A: '1'}],
		['  A = 1  ', {A: '1'}],
		['A=', {A: ''}],
		['A= # nothing', {A: ''}],
		['A=a b # a comment', {A: 'a b'}],
		['A=a#b', {A: 'a#b'}],
		['A=a=b', {A: 'a=b'}],
		['A="a # b" # a comment', {A: 'a # b'}],
		['A="one\\ntwo\\t\\"three\\" \\\\ \\x"', {A: 'one\ntwo\t"three" \\ \\x'}],
		["A='one\\ntwo'", {A: 'one\\ntwo'}],
		['A=`it\'s "so"`', {A: 'it\'s "so"'}],
		['A="one\ntwo\nthree"\nB=2', {A: 'one\ntwo\nthree', B: '2'}],
		['A=1\nA=2', {A: '2'}],
		['A.b-c=1', {'A.b-c': '1'}],
	])('reads %j as %o', (text, variables) => {
		expect(parseEnvFile(text)).toEqual({variables, badLines: []});
	});

	it.each([
		['A=1\nnonsense\nB=2', [2], {A: '1', B: '2'}],
		['1A=1', [1], {}],
		['A="never closed\nB=2', [1], {B: '2'}],
	])('names the lines of %j that say nothing', (text, badLines, variables) => {
		expect(parseEnvFile(text)).toEqual({variables, badLines});
	});
});

import {describe, expect, it} from 'vitest';
import {createThinkSplitter} from '../../../../source/core/models/openai/think-splitter.ts';

describe('blanks at the start of an answer', () => {
	it('are held back while a mark may follow', () => {
		const splitter = createThinkSplitter();
		expect(splitter.take('\n\n')).toEqual([]);
		expect(splitter.take('<think>Hm.</think>Hi')).toEqual([
			{type: 'thinking', text: 'Hm.'},
			{type: 'text', text: 'Hi'},
		]);
	});

	it('are passed on when there is no end of them', () => {
		const splitter = createThinkSplitter();
		const pieces = Array.from({length: 100}, () => splitter.take('\n')).flat();
		expect(pieces.map(({text}) => text).join('')).toBe('\n'.repeat(100));
		expect(splitter.end()).toEqual([]);
	});
});

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
		expect(pieces.map(piece => ('text' in piece ? piece.text : '')).join('')).toBe('\n'.repeat(100));
		expect(splitter.end(true)).toEqual([]);
	});
});

describe('an answer whose thinking is known to begin in the prompt', () => {
	it('is thinking up to the closing mark from the start', () => {
		const splitter = createThinkSplitter({isOpen: true});
		expect(['I th', 'ink.</th', 'ink>\n\nHi'].flatMap(splitter.take)).toEqual([
			{type: 'thinking', text: 'I th'},
			{type: 'thinking', text: 'ink.'},
			{type: 'text', text: 'Hi'},
		]);
		expect(splitter.end(true)).toEqual([]);
	});

	it('is a text where no closing mark comes', () => {
		const splitter = createThinkSplitter({isOpen: true});
		splitter.take('Hel');
		splitter.take('lo<');
		expect(splitter.end(true)).toEqual([{type: 'text', text: 'Hello<'}]);
	});

	it('is known no longer once an answer has no closing mark: the one before was only a word', () => {
		const memory = {isOpen: false};
		const first = createThinkSplitter(memory);
		first.take('It ends its reasoning with ');
		expect(first.take('</think> and then answers.')).toContainEqual({type: 'withdrawn', why: 'thinking'});
		expect(memory.isOpen).toBe(true);
		const second = createThinkSplitter(memory);
		second.take('Hello.');
		second.end(true);
		expect(createThinkSplitter(memory).take('Hello again.')).toEqual([{type: 'text', text: 'Hello again.'}]);
	});

	it('is no text where the limit was reached before the closing mark', () => {
		const splitter = createThinkSplitter({isOpen: true});
		splitter.take('On and on');
		expect(splitter.end(false)).toEqual([]);
	});
});

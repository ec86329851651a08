import {sanitise} from '../../support/sanitise.ts';
import {wrapText} from '../text/wrap-text.ts';
import type {CreateAnswerWriter} from './answer-writer.ts';

export const createMarkdownLoader = () => {
	const createAnswerWriter: CreateAnswerWriter = () => {
		let done = 0;
		let all = '';
		return {
			write(text, width) {
				all = text;
				const end = text.lastIndexOf('\n\n');
				if (end <= done) return [];
				const lines = wrapText(sanitise(text.slice(done, end)), width);
				done = end;
				return lines;
			},
			finish(text, width) {
				const lines = wrapText(sanitise(text.slice(done)), width);
				done = text.length;
				return lines;
			},
			rest: width => wrapText(sanitise(all.slice(done)), width),
		};
	};
	return {createAnswerWriter, load: () => undefined};
};

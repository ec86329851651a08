import {isPlainClusters} from './plain-text.mjs';

// Creating the first Intl.Segmenter loads ICU's break data (about 20 ms). Text in which every UTF-16
// unit is a grapheme cluster of its own, which is nearly all text, is split without it.
// Destructured, because the build replaces the expression `Intl.Segmenter` by the function below.
const {Segmenter} = Intl;

const segmentAt = (input, index) => ({segment: input[index], index, input});

const iteratePlain = input => {
	let index = 0;
	return {
		next: () =>
			index < input.length ? {done: false, value: segmentAt(input, index++)} : {done: true, value: undefined},
		[Symbol.iterator]() {
			return this;
		},
	};
};

const plainSegments = input => ({
	containing(position = 0) {
		const index = Math.trunc(position) || 0;
		return index >= 0 && index < input.length ? segmentAt(input, index) : undefined;
	},
	[Symbol.iterator]: () => iteratePlain(input),
});

// A function and not an arrow, because it is called with `new`.
export function LeanSegmenter(locales, options) {
	const isForGraphemes = (options?.granularity ?? 'grapheme') === 'grapheme';
	let real;
	const load = () => {
		real ??= new Segmenter(locales, options);
		return real;
	};
	return {
		segment(input) {
			const text = String(input);
			return isForGraphemes && isPlainClusters(text) ? plainSegments(text) : load().segment(text);
		},
		resolvedOptions: () => load().resolvedOptions(),
	};
}

LeanSegmenter.supportedLocalesOf = (...parameters) => Segmenter.supportedLocalesOf(...parameters);

import {type FuzzyMatch, fuzzyMatch, scatteredScore} from '../../support/fuzzy-match.ts';
import type {DraftToken} from './draft-token.ts';
import type {PickEntry, PickItem} from './pick-view.ts';

/** A word that only what is said about an entry has counts less than one in its name. */
const detailScore = 8000;

const matchWord = (typed: string, {mark, label, detail, also = []}: PickEntry): FuzzyMatch | undefined => {
	const word = mark !== undefined && typed.startsWith(mark) ? typed.slice(mark.length) : typed;
	const own = fuzzyMatch(word, label);
	const others = also.flatMap(name => fuzzyMatch(word, name) ?? []);
	const best = Math.min(...others.map(({score}) => score));
	if (own !== undefined || others.length > 0) {
		return {score: Math.min(best, own?.score ?? best), places: own?.places ?? []};
	}
	const place = detail.toLowerCase().indexOf(word.toLowerCase());
	return place === -1 ? undefined : {score: detailScore + Math.min(place, 999), places: []};
};

const matchAll = (words: readonly string[], entry: PickEntry): PickItem | undefined => {
	let score = 0;
	const marks: number[] = [];
	for (const word of words) {
		const match = matchWord(word, entry);
		if (match === undefined) {
			return undefined;
		}
		score += match.score;
		marks.push(...match.places);
	}
	return {...entry, score, marks};
};

/** The entries in which every word is found, the best first; in their own order where they are equally good. */
export const rankEntries = (query: string, entries: readonly PickEntry[]): readonly PickItem[] => {
	const words = query.split(/\s+/).filter(word => word !== '');
	const found = entries.flatMap(entry => matchAll(words, entry) ?? []);
	return words.length === 0 ? found : found.sort((one, other) => one.score - other.score);
};

/** Whether what was typed names it: a command by the beginning of a name, a prompt of a server by its whole name. */
const isNamed = ({choice, label, also = []}: PickItem, query: string): boolean =>
	choice.type === 'command'
		? [label, ...also].some(name => name.startsWith(query.toLowerCase()))
		: label === query;

/** The same for a word of a draft. Of commands, those come first that enter takes before they are selected. */
export const rankFor = ({type, query}: DraftToken, entries: readonly PickEntry[]): readonly PickItem[] => {
	const items = rankEntries(query, entries);
	const named = items.filter(item => type === 'command' && isNamed(item, query));
	return [...named, ...items.filter(item => !named.includes(item))];
};

/** Nothing at first where enter had better send what is there. */
export const firstHighlight = ({type, query}: DraftToken, [best]: readonly PickItem[]): number => {
	if (best === undefined) {
		return -1;
	}
	switch (type) {
		case 'command':
			return isNamed(best, query) ? 0 : -1;
		case 'argument':
			return query !== '' && best.label.toLowerCase().includes(query.toLowerCase()) ? 0 : -1;
		case 'resource':
		case 'tool':
			return best.score < scatteredScore ? 0 : -1;
	}
};

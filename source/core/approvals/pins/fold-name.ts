import {withoutHidden} from './hidden-characters.ts';

/** Letters of other alphabets, each with the Latin one that it looks like. */
const lookalikes: ReadonlyMap<string, string> = new Map(
	'аa вb сc ԁd еe һh нh іi јj кk ӏl мm оo рp ԛq гr ѕs тt уy ѵv ԝw хx αa βb εe ηn ιi κk νv οo ρp τt υu χx ωw ıi łl øo đd ħh ŧt ɑa ɡg օo ոn սu հh ցg'
		.split(' ')
		.map(([letter = '', latin = '']) => [letter, latin]),
);

/** Only where it is needed: most text has no such letter. */
const foreign = /[^\0-\x7f]/;

/** Text in small letters without accents, foreign lookalikes as the letters that they look like. */
export const foldLetters = (text: string): string => {
	const lower = text.toLowerCase();
	if (!foreign.test(lower)) return lower;
	const plain = withoutHidden(lower).normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
	return plain.replaceAll(/[^\0-\x7f]/gu, letter => lookalikes.get(letter) ?? letter);
};

/** What a name looks like at a glance: case, separators and characters that resemble each other make no difference. */
export const foldName = (name: string): string =>
	foldLetters(name)
		.replaceAll(/[\s._:/|-]+/g, '')
		.replaceAll('0', 'o')
		.replaceAll(/[1i]/g, 'l')
		.replaceAll('rn', 'm')
		.replaceAll('vv', 'w');

import type {Line, Zone} from './createTextWriter.ts';

/** So much is enough of any page; of a short one, this share of it. */
const enoughText = 200;
const enoughShare = 0.3;
/** A part that has less of a long page than this was marked as its text by mistake. */
const leastShare = 0.1;

const choices: ReadonlyArray<ReadonlySet<Zone>> = [
	new Set<Zone>(['main']),
	new Set<Zone>(['article']),
	new Set<Zone>(['main', 'article', 'body']),
	new Set<Zone>(['main', 'article', 'body', 'noise']),
];

/** The lines of the page's own text, where it says which they are; more of it where that would be next to nothing. */
export const chooseLines = (lines: readonly Line[]): readonly Line[] => {
	const lengths: Record<Zone, number> = {main: 0, article: 0, body: 0, noise: 0, hidden: 0};
	for (const {zone, text} of lines) lengths[zone] += text.length;
	const lengthOf = (zones: ReadonlySet<Zone>): number =>
		[...zones].reduce((sum, zone) => sum + lengths[zone], 0);
	const everything = choices.at(-1) ?? new Set<Zone>();
	const whole = lengthOf(everything);
	const least = Math.max(Math.min(enoughText, enoughShare * whole), leastShare * whole);
	const chosen = choices.find(zones => lengthOf(zones) >= least) ?? everything;
	return lines.filter(({zone}) => chosen.has(zone));
};

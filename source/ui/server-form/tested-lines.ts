import {assertNever} from '../../domain/assert-never.ts';
import type {Failure} from '../../domain/failure.ts';
import type {DraftTested} from '../../domain/server-admin.ts';
import {offeredCounts} from '../../support/offered-counts.ts';
import {outputBeside} from '../../support/relevant-stderr.ts';
import {sanitise, sanitiseLine} from '../../support/sanitise.ts';
import {formatDuration} from '../text/format.ts';
import {cellsOf} from '../text/graphemes.ts';
import {reveal} from '../text/reveal.ts';
import {cutToWidth, wrapText} from '../text/wrap-text.ts';
import type {Styles} from '../theme/styles.ts';

const safe = (text: string): string => sanitiseLine(reveal(text));

const failureLines = ({message, hint}: Failure, width: number, styles: Styles): readonly string[] => [
	...wrapText(`✘ ${sanitise(message)}`, width).map(styles.bad),
	...(hint === undefined ? [] : wrapText(sanitise(hint), width)),
];

const toolLines = (
	tools: (DraftTested & {readonly type: 'works'})['tools'],
	width: number,
	styles: Styles,
): readonly string[] => {
	const names = tools.map(({name}) => safe(name));
	const column = Math.min(Math.max(0, ...names.map(cellsOf)), Math.floor(width * 0.4));
	return tools.map(({description}, index) => {
		const name = cutToWidth(names[index] ?? '', column);
		const [first = ''] = description.trim().split('\n');
		const room = Math.max(0, width - column - 4);
		return `  ${name}${' '.repeat(Math.max(0, column - cellsOf(name)))}  ${styles.dim(cutToWidth(safe(first), room))}`;
	});
};

/** What came of a test, line by line. */
export const testedLines = (tested: DraftTested, width: number, styles: Styles): readonly string[] => {
	switch (tested.type) {
		case 'works': {
			const {identity, protocolVersion, transport, note, unreadable = {}} = tested.facts;
			const failures = Object.values(unreadable);
			const called = identity === undefined ? '' : `${identity.name} ${identity.version ?? ''}`.trim();
			const facts = [
				...(called === '' ? [] : [`calls itself ${safe(called)}`]),
				`MCP ${safe(protocolVersion)} over ${transport}`,
			];
			const time = formatDuration(tested.milliseconds);
			const counts = offeredCounts(tested.facts);
			return [
				failures.length === 0
					? styles.good(`✔ works in ${time}: ${counts}`)
					: styles.warn(`! answers in ${time}, but: ${counts}`),
				...failures.flatMap(failure => failureLines(failure, width, styles)),
				...wrapText(facts.join(' · '), width).map(styles.dim),
				...(note === undefined ? [] : wrapText(safe(note), width).map(styles.warn)),
				...toolLines(tested.tools, width, styles),
			];
		}
		case 'needs-sign-in':
			return [
				...wrapText(`! It wants you to sign in: ${safe(tested.failure.message)}`, width).map(styles.warn),
				...wrapText('ctrl+s saves it; then i signs in, from the list of servers.', width),
			];
		case 'failed':
			return [
				...failureLines(tested.failure, width, styles),
				...outputBeside(tested.failure.message, tested.stderr).map(line =>
					styles.dim(cutToWidth(`  ${safe(line)}`, width)),
				),
			];
		case 'cancelled':
			return [styles.dim('The test was stopped.')];
		default:
			return assertNever(tested);
	}
};

import {alignColumns} from '../../support/align-columns.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import {wrapColumns} from '../../support/wrap-words.ts';
import {summaryOf} from './summary-of.ts';

type Named = {readonly name: string; readonly about: string};

const indent = '  ';

/** Names below each other and what they are beside them: in a window within its columns, elsewhere one line each. */
export const offerRows = (offers: readonly Named[], columns: number | undefined): readonly string[] => {
	const rows = offers.map(({name, about}) => [sanitiseLine(name), summaryOf(about)] as const);
	const lines =
		columns === undefined
			? alignColumns(rows)
			: wrapColumns(rows, columns - indent.length, Math.floor(columns / 3));
	return lines.map(line => indent + line);
};

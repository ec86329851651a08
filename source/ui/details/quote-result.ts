import {sanitise} from '../../support/sanitise.ts';

/** More of a result is of no use in a message. */
const mostInserted = 20_000;

/** What a tool returned, as a quotation for a message. `name` is safe to show. */
export const quoteResult = (name: string, text: string): string => {
	// Every line of it must be one here, too, or the rest of it would not be quoted.
	const safe = sanitise(text.slice(0, mostInserted));
	const cut = text.length > mostInserted ? `${safe}\n…` : safe;
	return `${name} returned:\n${cut
		.split('\n')
		.map(line => `> ${line}`.trimEnd())
		.join('\n')}\n`;
};

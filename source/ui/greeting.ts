import {sanitiseLine} from '../support/sanitise.ts';
import {cutToWidth} from './text/wrap-text.ts';
import type {Styles} from './theme/styles.ts';

export type GreetingFacts = {
	readonly version: string;
	/** False when nobody said which model to use. */
	readonly isChosen: boolean;
	readonly model: string;
	/** Where the program runs, with the user's own folder as `~`. */
	readonly folder: string;
	readonly width: number;
	/** What is said instead where the program goes on with another session. */
	readonly opening?: string;
};

/** The first lines of a session: what this is, whom one talks to, where, and how to find out more. */
export const greeting = (
	{version, isChosen, model, folder, width, opening}: GreetingFacts,
	{strong, dim, accent}: Styles,
): readonly string[] => {
	const title = `${accent('▲')} ${strong('mcp-tui')} ${dim(version)}`;
	const room = width - 2;
	if (opening !== undefined) {
		return [
			'',
			`${accent('▲')} ${strong(cutToWidth(sanitiseLine(opening), room))}`,
			`  ${dim(cutToWidth(sanitiseLine(model), room))}`,
		];
	}
	return isChosen
		? [
				title,
				`  ${cutToWidth(sanitiseLine(model), room)}`,
				`  ${dim(cutToWidth(sanitiseLine(folder), room))}`,
				'',
				`  ${dim(cutToWidth('/ commands · @ resources · ? keys', room))}`,
			]
		: [title, '', cutToWidth('Welcome. No model is set up yet; here is how to begin.', width)];
};

import type {Styles} from './theme/styles.ts';

/** The first lines of a session. `isChosen` is false when nobody said which model to use. */
export const greeting = (
	version: string,
	isChosen: boolean,
	{strong, dim, accent}: Styles,
): readonly string[] => {
	const title = `${accent('▲')} ${strong('mcp-tui')} ${dim(version)}`;
	return isChosen
		? [title, '']
		: [
				title,
				'',
				'No model is set up, so here is the tour: a scripted model with real tools.',
				'It takes three minutes and needs no key and no network. Press enter to begin.',
				'',
				dim('To talk to a real model, set a key such as ANTHROPIC_API_KEY or OPENAI_API_KEY'),
				dim('and start again, or start Ollama or LM Studio. /model shows what can be used.'),
				'',
			];
};

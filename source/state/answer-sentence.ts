import type {Ask, AskAnswer} from '../domain/ask.ts';

/**
 * What the user did with the question of a server, without what they told it. None where the transcript says it
 * already: calls have cards, and what comes of an allowed or muted question has a line of its own.
 */
export const answerSentence = (ask: Ask, answer: AskAnswer): string | undefined => {
	const isDeniedByRule = (answer.type === 'deny' || answer.type === 'stop') && answer.rule !== undefined;
	if (ask.kind === 'approval' || ask.kind === 'turn' || answer.type === 'mute' || isDeniedByRule) {
		return undefined;
	}
	const {server} = ask;
	switch (ask.kind) {
		case 'elicitation':
			if (answer.type === 'accept') {
				return ask.request.mode === 'form'
					? `You answered the question of ${server}.`
					: `You opened the page that ${server} asked for.`;
			}
			return `You ${answer.type === 'deny' ? 'declined' : 'cancelled'} the question of ${server}.`;
		case 'sampling':
			return answer.type === 'deny' ? `You did not let ${server} use your model.` : undefined;
		case 'sign-in':
			return answer.type === 'accept'
				? `You gave the address for the sign-in to ${server}.`
				: `You did not sign in to ${server}.`;
		default:
			// A file of a later version may hold kinds of questions that are unknown here.
			return undefined;
	}
};

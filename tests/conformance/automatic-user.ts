import type {ServerRequests} from '../../source/domain/server-ports.ts';

/** Follows an address as a browser would, one redirect, and visits the callback that it leads to. */
const visit = async (url: string, signal: AbortSignal): Promise<void> => {
	const answer = await fetch(url, {redirect: 'manual', signal});
	const location = answer.headers.get('location');
	if (location === null) throw new Error(`${url} answered ${answer.status} and led nowhere`);
	await fetch(new URL(location, url), {signal});
};

/** A user who signs in, agrees to everything, and fills forms with what is asked. */
export const createAutomaticUser = (fill: () => Readonly<Record<string, boolean>>): ServerRequests => ({
	elicit: async () => ({action: 'accept', content: fill()}),
	sample: async () => ({
		type: 'answered',
		model: 'conformance',
		content: [{type: 'text', text: 'an answer'}],
		stopReason: 'endTurn',
	}),
	signIn: async (_server, {url}, signal) => {
		await visit(url, signal);
		return {type: 'opened'};
	},
	roots: () => [],
});

import type {ConnectionMemory, ServerRequests} from '../../../domain/server-ports.ts';

/** For whoever cannot ask anybody: every question of a server is turned down. */
export const noRequests: ServerRequests = {
	elicit: () => Promise.resolve({action: 'cancel'}),
	sample: () =>
		Promise.resolve({
			type: 'refused',
			failure: {code: 'no-model', message: 'There is no model here that could answer.'},
		}),
	signIn: () => Promise.resolve({type: 'declined'}),
	roots: () => [],
};

export const noMemory: ConnectionMemory = {recall: () => undefined, remember: () => {}};

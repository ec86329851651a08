import type {ServerRequests} from '../../../domain/server-ports.ts';

/** The same requests, and whether one of them waits for an answer now: a person needs longer than a machine. */
export const countRequests = (requests: ServerRequests) => {
	let open = 0;

	const counted = async <T>(answer: Promise<T>): Promise<T> => {
		open += 1;
		try {
			return await answer;
		} finally {
			open -= 1;
		}
	};

	const counting: ServerRequests = {
		...requests,
		elicit: (...request) => counted(requests.elicit(...request)),
		sample: (...request) => counted(requests.sample(...request)),
	};
	return {requests: counting, isWaiting: () => open > 0};
};

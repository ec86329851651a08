import type {ServerRequests} from '../../source/domain/server-ports.ts';
import type {
	ElicitationAnswer,
	ElicitationRequest,
	SamplingAnswer,
	SamplingRequest,
} from '../../source/domain/server-request.ts';

type FakeRequestsOptions = {
	readonly elicit?: (request: ElicitationRequest, signal: AbortSignal) => Promise<ElicitationAnswer>;
	readonly sample?: (request: SamplingRequest, signal: AbortSignal) => Promise<SamplingAnswer>;
	readonly roots?: ServerRequests['roots'];
};

export type FakeRequests = ServerRequests & {
	readonly elicited: readonly ElicitationRequest[];
	readonly sampled: readonly SamplingRequest[];
	/** How many questions were taken back. */
	readonly withdrawn: () => number;
};

/** Somebody who answers what servers ask, and remembers it. */
export const createFakeRequests = ({
	elicit = async () => ({action: 'cancel'}),
	sample = async () => ({type: 'refused', failure: {code: 'test', message: 'not now'}}),
	roots = () => [],
}: FakeRequestsOptions = {}): FakeRequests => {
	const elicited: ElicitationRequest[] = [];
	const sampled: SamplingRequest[] = [];
	let withdrawn = 0;
	const watch = (signal: AbortSignal): void =>
		signal.addEventListener('abort', () => {
			withdrawn += 1;
		});
	return {
		elicited,
		sampled,
		withdrawn: () => withdrawn,
		elicit(_server, request, signal) {
			elicited.push(request);
			watch(signal);
			return elicit(request, signal);
		},
		sample(_server, request, signal) {
			sampled.push(request);
			watch(signal);
			return sample(request, signal);
		},
		signIn: async () => ({type: 'declined'}),
		roots,
	};
};

/** Answers only when the question is taken back. */
export const untilWithdrawn = (_request: unknown, signal: AbortSignal): Promise<ElicitationAnswer> =>
	new Promise(resolve => signal.addEventListener('abort', () => resolve({action: 'cancel'})));

import type {IncomingMessage} from 'node:http';
import type {HttpLimits} from './http-limits.ts';
import type {Refusal} from './http-service.ts';

/** The bytes that all requests under way hold together. */
export type BodyBudget = {used: number};

type BodyRead =
	| {readonly type: 'read'; readonly text: string; readonly bytes: number}
	| {readonly type: 'refused'; readonly refusal: Refusal}
	/** The client left in the middle. */
	| {readonly type: 'gone'};

const refused = (status: number, message: string): BodyRead => ({
	type: 'refused',
	refusal: {status, message},
});

const decode = (chunks: readonly Buffer[]): string | undefined => {
	try {
		return new TextDecoder('utf-8', {fatal: true}).decode(Buffer.concat(chunks));
	} catch {
		// The only thing that can be wrong with it.
		return undefined;
	}
};

/**
 * Reads the body of a request within the limits. What it holds counts against the budget until somebody subtracts
 * the bytes that were read.
 */
export const readBody = async (
	request: IncomingMessage,
	{bodyBytes, allBodiesBytes}: HttpLimits,
	budget: BodyBudget,
): Promise<BodyRead> => {
	const tooLarge = refused(413, `The body of a request may have ${bodyBytes} bytes.`);
	const encoding = request.headers['content-encoding'] ?? 'identity';
	if (encoding !== 'identity') return refused(415, 'Send the body without a Content-Encoding.');
	if (Number(request.headers['content-length'] ?? 0) > bodyBytes) return tooLarge;
	const chunks: Buffer[] = [];
	let bytes = 0;
	const giveUp = (read: BodyRead): BodyRead => {
		budget.used -= bytes;
		return read;
	};
	const outcome = await new Promise<BodyRead | undefined>(resolve => {
		request.on('data', (chunk: Buffer) => {
			if (bytes + chunk.length > bodyBytes) return resolve(tooLarge);
			if (budget.used + chunk.length > allBodiesBytes)
				return resolve(refused(503, 'Too much is being sent at the same time. Try again in a moment.'));
			chunks.push(chunk);
			bytes += chunk.length;
			budget.used += chunk.length;
		});
		request.once('end', () => resolve(undefined));
		request.once('error', () => resolve({type: 'gone'}));
		request.once('close', () => resolve({type: 'gone'}));
	});
	request.removeAllListeners('data');
	if (outcome !== undefined) return giveUp(outcome);
	const text = decode(chunks);
	return text === undefined ? giveUp(refused(400, 'The body is not UTF-8.')) : {type: 'read', text, bytes};
};

import type {ServerResponse} from 'node:http';
import {Readable} from 'node:stream';
import {finished, pipeline} from 'node:stream/promises';
import type {ReadableStream} from 'node:stream/web';

/** Pages must neither keep nor guess what they get. */
const always = {'cache-control': 'no-store', 'x-content-type-options': 'nosniff'};

const isStream = (response: Response): response is Response & {readonly body: ReadableStream} =>
	response.body !== null && response.headers.get('content-type')?.startsWith('text/event-stream') === true;

/** Sends an answer as fast as the client takes it. Resolves when it was sent or the client has gone; never throws. */
export const sendResponse = async (
	response: Response,
	to: ServerResponse,
	more: Readonly<Record<string, string>>,
): Promise<void> => {
	if (to.destroyed) {
		// Whoever made the answer can stop with it.
		await response.body?.cancel().catch(() => undefined);
		return;
	}
	try {
		// Whether a connection is kept is between Node and the client, whatever a library says about it.
		if (response.headers.get('connection') === 'keep-alive') response.headers.delete('connection');
		const headers = {...always, ...Object.fromEntries(response.headers), ...more};
		if (!isStream(response)) {
			const body = Buffer.from(await response.arrayBuffer());
			const length = response.body === null ? {} : {'content-length': body.length};
			to.writeHead(response.status, {...headers, ...length}).end(body);
			await finished(to);
			return;
		}
		to.writeHead(response.status, headers);
		// The first event of a stream may be long in coming.
		to.flushHeaders();
		await pipeline(Readable.fromWeb(response.body), to);
	} catch {
		// The client has gone, or what was being sent broke off: an answer that is cut tells that by itself.
		to.destroy();
	}
};

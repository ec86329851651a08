import type {ServerResponse} from 'node:http';
import {Readable} from 'node:stream';
import {pipeline} from 'node:stream/promises';
import type {ReadableStream} from 'node:stream/web';

/** Pages must neither keep nor guess what they get. */
const always = {'cache-control': 'no-store', 'x-content-type-options': 'nosniff'};

/** Sends an answer as fast as the client takes it. Resolves when it was sent or the client has gone; never throws. */
export const sendResponse = async (
	response: Response,
	to: ServerResponse,
	more: Readonly<Record<string, string>>,
): Promise<void> => {
	try {
		to.writeHead(response.status, {...always, ...Object.fromEntries(response.headers), ...more});
		if (response.body === null) {
			await new Promise<void>(resolve => {
				to.once('close', resolve);
				to.end(resolve);
			});
			return;
		}
		// The first event of a stream may be long in coming.
		to.flushHeaders();
		await pipeline(Readable.fromWeb(response.body as ReadableStream), to);
	} catch {
		// The client has gone, or what was being sent broke off: an answer that is cut tells that by itself.
		to.destroy();
	}
};

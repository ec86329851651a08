import {ExchangeError} from './exchange-error.ts';

/** Enough for the title of a page, and for what an error says. */
const maxExcerptBytes = 64 * 1024;
/** Some servers send the whole answer at once although they were asked for a stream. */
const maxWholeBytes = 8 * 1024 * 1024;

type Reader = ReadableStreamDefaultReader<Uint8Array>;

/** The text that has come and what follows of it, as far as anybody wants to read. */
const readExcerpt = async (
	first: string,
	reader: Reader,
	most: number,
	isEnough: (text: string) => boolean,
) => {
	const decoder = new TextDecoder();
	let text = first;
	try {
		while (text.length < most && !isEnough(text)) {
			const {done, value} = await reader.read();
			if (done) break;
			text += decoder.decode(value, {stream: true});
		}
		await reader.cancel();
	} catch {
		// What there is of it says enough.
	}
	return text.slice(0, most);
};

/** The title of a web page as one line; empty where it has none. */
export const titleOf = (page: string): string =>
	(/<title[^>]{0,200}>([^<]{0,500})/i.exec(page)?.[1] ?? '').replace(/\s+/g, ' ').trim();

const webPage = async (first: string, reader: Reader): Promise<never> => {
	const text = await readExcerpt(first, reader, maxExcerptBytes, page => /<\/title|<body/i.test(page));
	throw new ExchangeError({type: 'web-page', title: titleOf(text)});
};

/** The same body, of which a piece was already taken. */
const putBack = (first: readonly Uint8Array[], reader: Reader): ReadableStream<Uint8Array> => {
	const waiting = [...first];
	return new ReadableStream<Uint8Array>(
		{
			pull: async controller => {
				const next = waiting.shift();
				if (next !== undefined) return controller.enqueue(next);
				const {done, value} = await reader.read();
				if (done) controller.close();
				else controller.enqueue(value);
			},
			cancel: reason => reader.cancel(reason),
		},
		{highWaterMark: 0},
	);
};

/**
 * Answers with the response if it may be a stream of events. The SDKs take anything for one, and find no events in it.
 * Not every server names the type of its stream correctly, so what it begins with decides.
 */
export const expectStream = async (response: Response): Promise<Response> => {
	const {body, status, statusText, headers} = response;
	const contentType = (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
	if (!response.ok || body === null || contentType === 'text/event-stream') return response;
	const reader: Reader = body.getReader();
	if (contentType === 'text/html' || contentType === 'application/xhtml+xml') return webPage('', reader);
	const taken: Uint8Array[] = [];
	const decoder = new TextDecoder();
	let text = '';
	while (text.trim() === '' && text.length < maxExcerptBytes) {
		const {done, value} = await reader.read();
		if (done) break;
		taken.push(value);
		text += decoder.decode(value, {stream: true});
	}
	const begin = text.trimStart();
	if (begin.startsWith('<')) return webPage(text, reader);
	if (/^[[{]/.test(begin)) {
		const whole = await readExcerpt(text, reader, maxWholeBytes, () => false);
		throw new ExchangeError({type: 'not-a-stream', contentType, body: whole});
	}
	return new Response(putBack(taken, reader), {status, statusText, headers});
};

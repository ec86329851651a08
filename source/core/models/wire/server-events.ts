type ServerEvent = {
	/** The name of the event; empty for most. */
	readonly event: string;
	readonly data: string;
	/** False for what was there when the body ended, without the blank line that ends an event. */
	readonly isTerminated: boolean;
};

/** Lines of text out of pieces of it. Each character is looked at once, however long a line is. */
const createLineReader = () => {
	let pieces: string[] = [];
	const take = (rest: string): string => {
		const line = pieces.length === 0 ? rest : pieces.join('') + rest;
		pieces = [];
		return line.endsWith('\r') ? line.slice(0, -1) : line;
	};
	return {
		feed: (text: string): readonly string[] => {
			const lines: string[] = [];
			let start = 0;
			for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
				lines.push(take(text.slice(start, end)));
				start = end + 1;
			}
			if (start < text.length) pieces.push(text.slice(start));
			return lines;
		},
		rest: (): string => take(''),
	};
};

/** Server-sent events out of their lines. */
const createEventReader = () => {
	let event = '';
	let data: string[] = [];
	const finish = (isTerminated: boolean): ServerEvent | undefined => {
		const text = data.join('\n');
		const found = text.trim() === '' ? undefined : {event, data: text, isTerminated};
		event = '';
		data = [];
		return found;
	};
	const take = (line: string): ServerEvent | undefined => {
		if (line === '') return finish(true);
		const colon = line.indexOf(':');
		const field = colon === -1 ? line : line.slice(0, colon);
		const value = colon === -1 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
		if (field === 'data') data.push(value);
		else if (field === 'event') event = value;
		else if (field === 'error') {
			// llama.cpp reports what goes wrong in a field of its own.
			event = 'error';
			data.push(value);
		} else if (line.startsWith('{')) data.push(line);
		return undefined;
	};
	return {take, finish};
};

const mostReads = 16;
const longestWait = 500;

/**
 * A connection can be used again only if its body was read to the end, which is near once the answer is complete. Nobody
 * waits for it.
 */
const leave = async (reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> => {
	const cancel = (): void => {
		reader.cancel().catch(() => undefined);
	};
	const timer = setTimeout(cancel, longestWait).unref();
	try {
		for (let reads = 0; reads < mostReads; reads += 1) {
			if ((await reader.read()).done) return;
		}
		cancel();
	} catch {
		// The connection is gone, or was aborted: there is nothing left to read.
	} finally {
		clearTimeout(timer);
	}
};

const byteOrderMark = /^\uFEFF/;

export type AnswerBody =
	| {readonly type: 'events'; readonly events: AsyncIterable<ServerEvent>}
	/** One text: a server that does not stream, or an error in place of a stream. */
	| {readonly type: 'text'; readonly text: string};

/** The body of an answer: a stream of events, or one JSON text, whatever its headers say that it is. */
export const readBody = async (body: ReadableStream<Uint8Array>): Promise<AnswerBody> => {
	const reader = body.getReader();
	const decoder = new TextDecoder();
	let start = '';
	let isOver = false;
	const readOn = async (): Promise<string> => {
		const {done, value} = await reader.read();
		isOver = done;
		return done ? decoder.decode() : decoder.decode(value, {stream: true});
	};
	while (!isOver && start.trim() === '') start += (await readOn()).replace(byteOrderMark, '');

	if (/^\s*[{[]/.test(start)) {
		const pieces = [start];
		while (!isOver) pieces.push(await readOn());
		return {type: 'text', text: pieces.join('')};
	}

	async function* events(): AsyncGenerator<ServerEvent> {
		const lines = createLineReader();
		const reading = createEventReader();
		try {
			for (let text = start; ; text = await readOn()) {
				for (const line of lines.feed(text)) {
					const found = reading.take(line);
					if (found !== undefined) yield found;
				}
				if (isOver) break;
			}
			const rest = lines.rest();
			if (rest !== '') reading.take(rest);
			const last = reading.finish(false);
			if (last !== undefined) yield last;
		} finally {
			if (!isOver) void leave(reader);
		}
	}
	return {type: 'events', events: events()};
};

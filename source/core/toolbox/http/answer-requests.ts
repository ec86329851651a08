import type {IncomingMessage, ServerResponse} from 'node:http';
import type {Guard} from './guard-requests.ts';
import type {HttpLimits} from './http-limits.ts';
import type {Exchange, HttpService, Refusal} from './http-service.ts';
import {type BodyBudget, readBody} from './read-body.ts';
import {sendResponse} from './send-response.ts';

/** One request and what came of it: never a body, a query or a token. */
export type RequestRecord = {
	readonly method: string;
	readonly path: string;
	/** What was asked for, if a service has said so. */
	readonly what?: string;
	readonly status: number;
	readonly milliseconds: number;
};

type AnsweringOptions = {
	readonly services: readonly [HttpService, ...HttpService[]];
	readonly guard: Guard;
	readonly limits: HttpLimits;
	readonly now: () => number;
	readonly onAnswered?: (record: RequestRecord) => void;
};

export type Answering = {
	readonly answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
	/** Lets in nobody else; resolves when those who are in have their answer, or the time is over. */
	readonly close: () => Promise<void>;
};

type UnderWay = {
	readonly end: AbortController;
	readonly ended: Promise<void>;
	/** Whether it gets some time when the host closes: not before it has arrived, nor if it has no end. */
	isWaitedFor: boolean;
};

const closing: Refusal = {status: 503, message: 'This server is closing.', headers: {connection: 'close'}};
const busy: Refusal = {
	status: 503,
	message: 'Too many requests are under way. Try again in a moment.',
	headers: {'retry-after': '1'},
};

const pathOf = (url: string): string => url.split('?')[0] ?? '';

const headersOf = (request: IncomingMessage): Headers => {
	const headers = new Headers();
	for (const [name, value] of Object.entries(request.headers))
		if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
	return headers;
};

/** Reads on without keeping anything, so that the client comes to see the refusal; within reason. */
const discardRest = (request: IncomingMessage, most: number): void => {
	let bytes = 0;
	request.on('data', (chunk: Buffer) => {
		bytes += chunk.length;
		if (bytes > most) request.socket.destroy();
	});
	request.on('error', () => {
		// Nobody is interested in it any more.
	});
	request.resume();
};

/** Takes requests from the guard to the service that they are for, and the answers back. */
export const createAnswering = ({services, guard, limits, now, onAnswered}: AnsweringOptions): Answering => {
	const budget: BodyBudget = {used: 0};
	const underWay = new Set<UnderWay>();
	let isClosing = false;

	const findAnswer = async (
		request: IncomingMessage,
		exchange: Omit<Exchange, 'headers' | 'body'>,
		hold: (bytes: number) => void,
	): Promise<Response | undefined> => {
		const owner = services.find(({owns}) => owns(exchange.path));
		const {refuse} = owner ?? services[0];
		const refusal = isClosing ? closing : guard.check(request);
		if (refusal !== undefined) return refuse(refusal);
		if (guard.isQuestionOfBrowser(request)) return new Response(null, {status: 204});
		if (underWay.size > limits.requests) return refuse(busy);
		if (owner === undefined) return refuse({status: 404, message: 'There is nothing at this path.'});
		const read = await readBody(request, limits, budget);
		if (read.type === 'gone') return undefined;
		if (read.type === 'refused') return refuse(read.refusal);
		hold(read.bytes);
		try {
			return await owner.answer({...exchange, headers: headersOf(request), body: read.text});
		} catch {
			// What happened may show what is inside this machine.
			return refuse({status: 500, message: 'This failed for an unexpected reason.'});
		}
	};

	const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
		const began = now();
		const end = new AbortController();
		let settle = (): void => undefined;
		const ended = new Promise<void>(resolve => {
			settle = resolve;
		});
		const own: UnderWay = {end, ended, isWaitedFor: false};
		underWay.add(own);
		response.once('close', () => end.abort());
		const {method = '', url = ''} = request;
		const path = pathOf(url);
		let what: string | undefined;
		let held = 0;
		const exchange = {
			method,
			path,
			signal: end.signal,
			ended,
			note: (text: string) => {
				what = text;
			},
			lasts: () => {
				own.isWaitedFor = false;
			},
		};
		const found = await findAnswer(request, exchange, bytes => {
			held = bytes;
			own.isWaitedFor = true;
		});
		if (found === undefined) response.destroy();
		else {
			if (!request.complete) discardRest(request, 2 * limits.bodyBytes);
			await sendResponse(found, response, guard.headersFor(request));
		}
		budget.used -= held;
		underWay.delete(own);
		settle();
		onAnswered?.({
			method,
			path,
			...(what === undefined ? {} : {what}),
			status: found?.status ?? 0,
			milliseconds: now() - began,
		});
	};

	return {
		answer,
		async close() {
			isClosing = true;
			const calls = [...underWay].filter(({isWaitedFor}) => isWaitedFor).map(each => each.ended);
			let timer: NodeJS.Timeout | undefined;
			const time = new Promise<void>(resolve => {
				timer = setTimeout(resolve, limits.closingTime);
			});
			await Promise.race([Promise.all(calls), time]);
			clearTimeout(timer);
			for (const {end} of underWay) end.abort();
			await Promise.all(services.map(service => service.close()));
		},
	};
};

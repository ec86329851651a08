import type {ServerResponse} from 'node:http';
import type {WireProtocol} from '../../../source/core/models/adapter.ts';
import type {SignedThinking} from '../../helpers/strict-anthropic-blocks.ts';
import {type SeenRequest, startHttpHost, type WhenOver} from '../http-host.ts';
import {anthropicVoice} from './fault-anthropic.ts';
import {chatVoice} from './fault-chat.ts';
import {responsesVoice} from './fault-responses.ts';
import {
	type Frame,
	type ScriptAnswer,
	type StreamAnswer,
	type StreamFault,
	signatureOf,
	type WireVoice,
} from './fault-script.ts';

const voices: Readonly<Record<WireProtocol, WireVoice>> = {
	anthropic: anthropicVoice,
	responses: responsesVoice,
	chat: chatVoice,
};

const paths: ReadonlyMap<string, WireProtocol> = new Map([
	['/v1/messages', 'anthropic'],
	['/v1/responses', 'responses'],
	['/v1/chat/completions', 'chat'],
]);

/** What tests look at in a request: `messages` of two protocols, `input` of the third. */
type SeenBody = {
	readonly model: string;
	readonly messages: readonly {readonly role: string; readonly content?: unknown}[];
	readonly input: readonly {readonly type?: string}[];
};

export type FaultRequest = {
	readonly protocol: WireProtocol;
	readonly body: SeenBody;
	/** The names of the tools in it. */
	readonly tools: readonly string[];
	/** What the provider would refuse it for. */
	readonly problems: readonly string[];
};

/** One answer per request, the last again and again; or decided by the request. */
export type FaultScript = readonly ScriptAnswer[] | ((request: FaultRequest, index: number) => ScriptAnswer);

export type FaultServer = {
	readonly url: string;
	/** Every request to a model, in order. */
	readonly requests: readonly FaultRequest[];
	/** What the provider would have refused in any of them. */
	readonly problems: () => readonly string[];
	/** Resolves when a stream has been halted. */
	readonly halted: () => Promise<void>;
	/** From now on this is what is said, from its beginning. */
	readonly play: (script: FaultScript) => void;
};

export type FaultServerOptions = {
	/** What its list of models says. */
	readonly models?: readonly string[];
	readonly whenOver?: WhenOver;
};

const listedModels = (names: readonly string[]): object => ({
	object: 'list',
	has_more: false,
	data: names.map(id => ({
		id,
		object: 'model',
		type: 'model',
		display_name: id,
		created_at: '2026-01-01T00:00:00Z',
	})),
});

const framesUntil = (frames: readonly Frame[], fault: StreamFault | undefined): readonly Frame[] =>
	fault === undefined ? frames : frames.slice(0, frames.findIndex(({place}) => place === fault.at) + 1);

/** What comes in place of the rest, and how the body ends. */
const endStream = (
	response: ServerResponse,
	voice: WireVoice,
	fault: StreamFault | undefined,
	rest: readonly Frame[],
): void => {
	const what = fault?.what ?? 'end';
	switch (what) {
		case 'end':
			response.end();
			return;
		case 'done':
			response.end('data: [DONE]\n\n');
			return;
		case 'fin':
			response.write('', () => response.socket?.end());
			return;
		case 'rst':
			response.write('', () => response.socket?.resetAndDestroy());
			return;
		case 'error':
		case 'overload':
			response.end(voice.streamError(what));
			return;
		case 'garbage':
			// The rest is as it should be: whoever skips what they cannot read would act upon it.
			response.end(`${voice.garbage}${rest.map(({text}) => text).join('')}`);
			return;
		case 'stall':
			return;
		default:
			what satisfies never;
	}
};

const keyOf = ({headers}: SeenRequest): string =>
	String(headers['x-api-key'] ?? headers.authorization ?? '').replace(/^Bearer /, '');

/**
 * Plays all three protocols from one script, and is as strict as the providers: a request that breaks their rules is
 * refused in their words, whatever the script says.
 */
export const startFaultServer = async (
	first: FaultScript = [],
	{models = [], whenOver}: FaultServerOptions = {},
): Promise<FaultServer> => {
	const requests: FaultRequest[] = [];
	const signed: SignedThinking[] = [];
	let script = first;
	let played = 0;
	let serial = 0;
	let onHalt = (): void => undefined;
	let halted = new Promise<void>(resolve => {
		onHalt = resolve;
	});

	const stream = (response: ServerResponse, voice: WireVoice, answer: StreamAnswer): void => {
		for (const part of answer.parts) {
			if (part.type === 'thinking') signed.push({thinking: part.text, signature: signatureOf(part.text)});
		}
		serial += 1;
		const {fault, haltAt} = answer;
		response.writeHead(200, {'content-type': 'text/event-stream'}).flushHeaders();
		const whole = voice.frames(answer, serial);
		const frames = framesUntil(whole, fault);
		if (haltAt === undefined) {
			for (const {text} of frames) response.write(text);
			endStream(response, voice, fault, whole.slice(frames.length));
			return;
		}
		const bytes = Buffer.from(frames.map(({text}) => text).join(''));
		const end = Math.max(1, Math.round(bytes.length * haltAt));
		response.write(bytes.subarray(0, end), () => onHalt());
		if (end === bytes.length) response.end();
	};

	const answerTo = (seen: SeenRequest, response: ServerResponse): void => {
		const protocol = paths.get(seen.path);
		if (seen.method !== 'POST' || protocol === undefined) {
			const isList = seen.path.split('?')[0] === '/v1/models';
			response
				.writeHead(isList ? 200 : 404, {'content-type': 'application/json'})
				.end(JSON.stringify(isList ? listedModels(models) : {error: {message: 'Not found'}}));
			return;
		}
		const voice = voices[protocol];
		const body = JSON.parse(seen.body);
		const problems = voice.problems(body, signed);
		const request: FaultRequest = {
			protocol,
			body,
			tools: voice.toolNames(body),
			problems: problems.map(({message}) => message),
		};
		requests.push(request);
		const index = played;
		played += 1;
		const refusal = problems[0]?.answer;
		const answer =
			typeof script === 'function' ? script(request, index) : script[Math.min(index, script.length - 1)];
		if (refusal !== undefined || answer === undefined) {
			const {status, body: said} = refusal ?? voice.refusal('server-error', {key: '', model: ''});
			response.writeHead(status, {'content-type': 'application/json'}).end(JSON.stringify(said));
			return;
		}
		switch (answer.type) {
			case 'stream':
				stream(response, voice, answer);
				return;
			case 'reset':
				response.socket?.resetAndDestroy();
				return;
			case 'body':
				response.writeHead(answer.status, answer.headers).end(answer.body);
				return;
			case 'refusal': {
				const {kind, headers = {}, tool} = answer;
				const {status, body: said} = voice.refusal(kind, {
					key: keyOf(seen),
					model: String(body.model),
					...(tool === undefined ? {} : {tool: {name: tool, index: request.tools.indexOf(tool)}}),
				});
				response
					.writeHead(status, {'content-type': 'application/json', ...headers})
					.end(JSON.stringify(said));
				return;
			}
			default:
				answer satisfies never;
		}
	};

	const host = await startHttpHost(answerTo, 0, whenOver);
	return {
		url: host.url,
		requests,
		problems: () => requests.flatMap(request => request.problems),
		halted: () => halted,
		play(next) {
			script = next;
			played = 0;
			halted = new Promise<void>(resolve => {
				onHalt = resolve;
			});
		},
	};
};

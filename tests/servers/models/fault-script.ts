import type {SignedThinking} from '../../helpers/strict-anthropic-blocks.ts';

/** What a model says, in no protocol yet. `arguments` is the text as it is streamed, which may be no JSON. */
export type ScriptPart =
	| {readonly type: 'thinking'; readonly text: string}
	| {readonly type: 'text'; readonly text: string}
	| {readonly type: 'call'; readonly id: string; readonly name: string; readonly arguments: string};

/** Why a stream ends by itself. */
type ScriptFinish = 'stop' | 'calls' | 'length' | 'refusal';

/** Places in a stream that every protocol has: before anything, in a text, in the arguments of a call, after all parts. */
export type StreamPlace = 'start' | 'text' | 'arguments' | 'parts';

export type StreamFault = {
	readonly at: StreamPlace;
	/** What happens there in place of the rest. */
	readonly what: /** The connection is closed in the middle of the body. */
		| 'fin'
		| 'rst'
		/** The body ends as if it were whole. */
		| 'end'
		/** What ends a stream of Chat Completions, and nothing else. */
		| 'done'
		/** Nothing more comes, and nothing ends. */
		| 'stall'
		| 'error'
		| 'overload'
		| 'garbage';
};

/** What a provider refuses a request for. */
export type RefusalKind =
	| 'wrong-key'
	| 'no-access'
	| 'rate-limited'
	| 'quota'
	| 'overloaded'
	| 'server-error'
	| 'context-full'
	| 'unknown-model'
	| 'bad-tool';

export type ScriptAnswer =
	| {
			readonly type: 'stream';
			readonly parts: readonly ScriptPart[];
			readonly finish: ScriptFinish;
			readonly usage?: {readonly input: number; readonly output: number};
			readonly fault?: StreamFault;
			/** The stream stops after this share of its bytes, from 0 to 1, and the server says so. */
			readonly haltAt?: number;
	  }
	| {
			readonly type: 'refusal';
			readonly kind: RefusalKind;
			readonly headers?: Readonly<Record<string, string>>;
			/** The tool that is complained about, by its name for the model. */
			readonly tool?: string;
	  }
	| {
			readonly type: 'body';
			readonly status: number;
			readonly headers: Readonly<Record<string, string>>;
			readonly body: string;
	  }
	/** The connection is reset before there is an answer. */
	| {readonly type: 'reset'};

export type StreamAnswer = Extract<ScriptAnswer, {type: 'stream'}>;

/** A piece of a stream. `place` is where one is in the answer once it is sent. */
export type Frame = {readonly text: string; readonly place?: StreamPlace};

export type RefusalBody = {readonly status: number; readonly body: object};

export type RefusalDetails = {
	/** The key as it came, which some providers repeat. */
	readonly key: string;
	readonly model: string;
	readonly tool?: {readonly name: string; readonly index: number};
};

/** One wire protocol, as its server speaks it. */
export type WireVoice = {
	/** `serial` tells answers apart: ids are made of it. */
	readonly frames: (answer: StreamAnswer, serial: number) => readonly Frame[];
	/** An error in the middle of a stream. */
	readonly streamError: (kind: 'error' | 'overload') => string;
	/** A piece of a stream that cannot be read. */
	readonly garbage: string;
	readonly refusal: (kind: RefusalKind, details: RefusalDetails) => RefusalBody;
	/** What is wrong with a request, in the provider's words, and how it answers. */
	readonly problems: (
		body: unknown,
		signed: readonly SignedThinking[],
	) => readonly {readonly message: string; readonly answer: RefusalBody}[];
	readonly toolNames: (body: unknown) => readonly string[];
};

/** So that a signature is right for its thinking, and for no other. */
export const signatureOf = (thinking: string): string =>
	Buffer.from(`signed:${thinking}`).toString('base64url');

export const says = (...texts: readonly string[]): StreamAnswer => ({
	type: 'stream',
	parts: texts.map(text => ({type: 'text', text})),
	finish: 'stop',
});

export const callOf = (id: string, name: string, args: object | string = {}): ScriptPart => ({
	type: 'call',
	id,
	name,
	arguments: typeof args === 'string' ? args : JSON.stringify(args),
});

export const calls = (...parts: readonly ScriptPart[]): StreamAnswer => ({
	type: 'stream',
	parts,
	finish: 'calls',
});

export const refuses = (
	kind: RefusalKind,
	more: {readonly headers?: Readonly<Record<string, string>>; readonly tool?: string} = {},
): ScriptAnswer => ({type: 'refusal', kind, ...more});

/** The two halves of a text, each of them one piece of a stream. */
export const halves = (text: string): readonly [string, string] => {
	const middle = Math.ceil(text.length / 2);
	return [text.slice(0, middle), text.slice(middle)];
};

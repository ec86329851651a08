import type {FolderAsk, InputAsk} from '../domain/ask.ts';
import type {Failure} from '../domain/failure.ts';
import type {AskUser, EventSink, NewId} from '../domain/ports.ts';
import {failureText} from './failure-text.ts';

export type InputKept =
	| {
			readonly type: 'kept';
			/** As the user is told: `the keychain`. */
			readonly place: string;
			/** Why that does not outlive the program, where it does not: the end of a sentence. */
			readonly problem?: string;
			/** What to do about it. */
			readonly hint?: string;
	  }
	| {readonly type: 'failed'; readonly failure: Failure};

/** Keeps the value of `${input:id}`. Resolves with where it is, or why it could not be kept. */
export type KeepInput = (id: string, value: string, signal: AbortSignal) => Promise<InputKept>;

type QuestionDeps = {
	readonly askUser: AskUser;
	readonly newId: NewId;
	readonly sink: EventSink;
	readonly keepInput?: KeepInput;
};

export type OwnQuestions = {
	/** Whether the servers that a project brings along may be used. A later question about the folder replaces it. */
	readonly askFolder: (
		folder: string,
		servers: FolderAsk['servers'],
		signal: AbortSignal,
	) => Promise<'trust' | 'refuse' | 'later'>;
	/** Asks for a value and keeps it. Whoever asks for the same value meanwhile gets the same answer. */
	readonly askInput: (
		input: Omit<InputAsk, 'kind' | 'askId'>,
		signal: AbortSignal,
	) => Promise<'kept' | 'later'>;
};

const nowhere: InputKept = {
	type: 'failed',
	failure: {code: 'no-keychain', message: 'There is no place for it here.'},
};

const keptText = (id: string, {place, problem, hint}: InputKept & {readonly type: 'kept'}): string =>
	problem === undefined
		? `The value of ${id} is kept in ${place}.`
		: failureText({
				code: 'no-keychain',
				message: `The value of ${id} is kept only until the program ends: ${problem}.`,
				...(hint === undefined ? {} : {hint}),
			});

/** What the program itself has to ask of the user. */
export const createOwnQuestions = ({askUser, newId, sink, keepInput}: QuestionDeps): OwnQuestions => {
	const folders = new Map<string, AbortController>();
	const inputs = new Map<string, Promise<'kept' | 'later'>>();

	const keep = async (
		{inputId}: Pick<InputAsk, 'inputId'>,
		value: string,
		signal: AbortSignal,
	): Promise<'kept' | 'later'> => {
		const kept: InputKept = (await keepInput?.(inputId, value, signal)) ?? nowhere;
		if (signal.aborted) {
			return 'later';
		}
		if (kept.type === 'failed') {
			const text = `The value of ${inputId} is not kept. ${failureText(kept.failure)}`;
			sink.emit({type: 'notice-raised', tone: 'warning', text});
			return 'later';
		}
		const tone = kept.problem === undefined ? 'info' : 'warning';
		sink.emit({type: 'notice-raised', tone, text: keptText(inputId, kept)});
		return 'kept';
	};

	const ask = async (
		input: Omit<InputAsk, 'kind' | 'askId'>,
		signal: AbortSignal,
	): Promise<'kept' | 'later'> => {
		const answer = await askUser({...input, kind: 'input', askId: newId()}, signal);
		const value = answer.type === 'accept' ? answer.content?.value : undefined;
		return typeof value === 'string' && value !== '' ? keep(input, value, signal) : 'later';
	};

	return {
		async askFolder(folder, servers, signal) {
			folders.get(folder)?.abort();
			const controller = new AbortController();
			folders.set(folder, controller);
			const answer = await askUser(
				{kind: 'folder', askId: newId(), folder, servers},
				AbortSignal.any([signal, controller.signal]),
			);
			if (folders.get(folder) === controller) {
				folders.delete(folder);
			}
			switch (answer.type) {
				case 'accept':
					return 'trust';
				case 'deny':
					return 'refuse';
				default:
					return 'later';
			}
		},
		askInput(input, signal) {
			const waiting = inputs.get(input.inputId);
			if (waiting !== undefined) {
				return waiting;
			}
			const asked = ask(input, signal).finally(() => inputs.delete(input.inputId));
			inputs.set(input.inputId, asked);
			return asked;
		},
	};
};

import type {FolderAsk, InputAsk} from '../domain/ask.ts';
import type {Failure} from '../domain/failure.ts';
import type {AskUser, EventSink, NewId} from '../domain/ports.ts';
import {failureText} from './failure-text.ts';

/** Keeps the value of `${input:id}`. Resolves with why it could not be kept. */
export type KeepInput = (id: string, value: string, signal: AbortSignal) => Promise<Failure | undefined>;

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

/** What the program itself has to ask of the user. */
export const createOwnQuestions = ({askUser, newId, sink, keepInput}: QuestionDeps): OwnQuestions => {
	const folders = new Map<string, AbortController>();
	const inputs = new Map<string, Promise<'kept' | 'later'>>();

	const keep = async (
		{inputId}: Pick<InputAsk, 'inputId'>,
		value: string,
		signal: AbortSignal,
	): Promise<'kept' | 'later'> => {
		const failure = await keepInput?.(inputId, value, signal);
		if (signal.aborted) {
			return 'later';
		}
		const text =
			failure === undefined
				? `The value of ${inputId} is kept.`
				: `The value of ${inputId} is not kept. ${failureText(failure)}`;
		sink.emit({type: 'notice-raised', tone: failure === undefined ? 'info' : 'warning', text});
		return failure === undefined ? 'kept' : 'later';
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

import {assertNever} from '../../domain/assert-never.ts';
import type {Failure} from '../../domain/failure.ts';
import type {AskUser, NewId} from '../../domain/ports.ts';
import {contentForModel, type ToolDefinition, type ToolResult} from '../../domain/tool.ts';
import type {Review} from '../../domain/tool-call.ts';
import {resultText} from './content-text.ts';
import type {CallEffect} from './seek-permission.ts';

/** What a tool brought, before the model sees it. A call can fail without a result. */
export type Brought = {readonly result?: ToolResult; readonly failure?: Failure};

/** What the model may see of it. */
export type Reviewed = Brought & {readonly reviewed?: Review; readonly effect: CallEffect};

const textResult = (text: string): ToolResult => ({content: [{type: 'text', text}]});

/** The words of a failure are those of the server, too. */
const silenced = ({code}: Failure, {server, tool}: ToolDefinition, what: string): Failure => ({
	code,
	message: `The call of ${tool} of ${server} failed, and the user ${what} what it said.`,
});

/** Shows the user a result before the model sees it. What is no answer to that question lets nothing through. */
export const reviewResult = async (
	tool: ToolDefinition,
	callId: string,
	brought: Brought,
	{askUser, newId}: {readonly askUser: AskUser; readonly newId: NewId},
	signal: AbortSignal,
): Promise<Reviewed> => {
	const {failure} = brought;
	const result = brought.result ?? textResult(failure?.message ?? '');
	if (result.content.length > 0 && contentForModel(result.content).length === 0) {
		// The model gets nothing of it, and what there is to see the user sees on the card.
		return {...brought, effect: 'continue'};
	}
	const text = resultText(result);
	const forUser = result.content.filter(({isForUser}) => isForUser === true);

	const replaced = (words: string, reviewed: Review, effect: CallEffect): Reviewed => ({
		result: {content: [...textResult(words).content, ...forUser]},
		...(failure === undefined
			? {}
			: {failure: silenced(failure, tool, reviewed === 'edited' ? 'rewrote' : 'withheld')}),
		reviewed,
		effect,
	});
	const withhold = (effect: CallEffect, message = ''): Reviewed =>
		replaced(['[The user withheld this result.]', message].join(' ').trim(), 'withheld', effect);

	const answer = await askUser(
		{
			kind: 'result',
			askId: newId(),
			callId,
			server: tool.server,
			tool: tool.tool,
			isError: failure !== undefined,
			result,
			text,
		},
		signal,
	);
	switch (answer.type) {
		case 'send':
			return {...brought, effect: 'continue'};
		case 'edit':
			return answer.text === text
				? {...brought, effect: 'continue'}
				: replaced(answer.text, 'edited', 'continue');
		case 'withhold':
			return withhold('continue', answer.message);
		case 'deny':
			return withhold('continue', answer.reason);
		case 'stop':
		case 'aborted':
			return withhold('stop');
		case 'allow':
		case 'accept':
		case 'dismiss':
		case 'mute':
		case 'continue':
		case 'wrap-up':
		case 'compact':
			return withhold('continue');
		default:
			return assertNever(answer);
	}
};

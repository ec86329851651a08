import type {AssistantBlock, Message} from '../../domain/message.ts';
import type {ModelEvent} from '../../domain/model.ts';
import type {NewId} from '../../domain/ports.ts';

export type CallBlock = AssistantBlock & {readonly type: 'tool-call'};

export const isToolCall = (block: AssistantBlock): block is CallBlock => block.type === 'tool-call';

const idsIn = (message: Message): readonly string[] => {
	switch (message.role) {
		case 'user':
			return [];
		case 'assistant':
			return message.blocks.filter(isToolCall).map(({callId}) => callId);
		case 'tool':
			return [message.callId];
	}
};

/** The ids of the calls in a conversation. */
export const callIdsOf = (messages: readonly Message[]): readonly string[] => messages.flatMap(idsIn);

export type AnswerBlocks = {
	readonly blocks: readonly AssistantBlock[];
	readonly addText: (type: 'text' | 'thinking', text: string) => void;
	/** Takes what was said so far out of the answer. */
	readonly withdraw: (why: (ModelEvent & {type: 'withdrawn'})['why']) => void;
	readonly addCall: (call: ModelEvent & {type: 'tool-call'}) => void;
};

/** The blocks of one answer as they arrive. `usedIds` are those of all calls before it. */
export const createAnswerBlocks = (newId: NewId, usedIds: () => Iterable<string>): AnswerBlocks => {
	const blocks: AssistantBlock[] = [];
	let callIds: Set<string> | undefined;
	const addText: AnswerBlocks['addText'] = (type, text) => {
		const last = blocks.at(-1);
		if (last?.type === type) {
			blocks[blocks.length - 1] = {type, text: last.text + text};
		} else {
			blocks.push({type, text});
		}
	};
	return {
		blocks,
		addText,
		withdraw(why) {
			const said = blocks.splice(0);
			for (const block of why === 'thinking' ? said : []) {
				if (block.type === 'tool-call') {
					blocks.push(block);
				} else {
					addText('thinking', block.text);
				}
			}
		},
		addCall({type, callId: given, modelName, arguments: args, invalid}) {
			callIds ??= new Set(usedIds());
			// Some providers leave ids out or count from zero in every answer; a result must match exactly
			// one call of the whole session.
			const callId = given !== '' && !callIds.has(given) ? given : newId();
			callIds.add(callId);
			blocks.push({type, callId, modelName, arguments: args, ...(invalid === undefined ? {} : {invalid})});
		},
	};
};

import type {Attachment} from '../../domain/attachment.ts';
import type {Message} from '../../domain/message.ts';
import {resultWords} from './content-text.ts';
import {definitionOf, type HearingDeps, speakerOf, type TurnHearing} from './turn-hearing.ts';

/** What the user attached was written by others, as results are. */
export const hearAttachments = (hearing: TurnHearing, attachments: readonly Attachment[]): void => {
	for (const attachment of attachments) {
		const content =
			attachment.type === 'resource' ? attachment.content : attachment.messages.map(each => each.content);
		hearing.hear(speakerOf(attachment), {}, resultWords({content}));
	}
};

const isQuestion = (message: Message): boolean => message.role === 'user' && message.isNote !== true;

/** A turn that is tried again has read already what stands behind the last message of the user. */
export const recallTurn = (
	hearing: TurnHearing,
	messages: readonly Message[],
	{calls, servers}: Pick<HearingDeps, 'calls' | 'servers'>,
): void => {
	const read = messages.slice(messages.findLastIndex(isQuestion) + 1).filter(({role}) => role === 'tool');
	if (read.length === 0) {
		return;
	}
	const byId = new Map([...calls()].map(call => [call.callId, call]));
	for (const message of read) {
		const call = message.role === 'tool' ? byId.get(message.callId) : undefined;
		const hasSpoken = call?.status === 'succeeded' || call?.status === 'failed';
		if (message.role === 'tool' && hasSpoken && call.server !== '' && call.reviewed !== 'withheld') {
			hearing.hear(definitionOf(call, servers), call.arguments, resultWords({content: message.content}));
		}
	}
};

import type {JsonObject} from '../../../domain/json.ts';
import type {WireMessage} from './conversation.ts';

const mark: JsonObject = {cache_control: {type: 'ephemeral'}};

/** Everything up to and including the last of these blocks is kept in the provider's cache. */
export const markLast = (blocks: readonly JsonObject[]): readonly JsonObject[] =>
	blocks.map((block, index) => (index === blocks.length - 1 ? {...block, ...mark} : block));

/**
 * Marks the last two messages of the user's side. What the one before the last marked was written by the request before
 * this one, and is read by it; the last is written for the next. With the instructions and the tools that makes four
 * marks, which is the most that there may be.
 */
export const markRecent = (messages: readonly WireMessage[]): readonly WireMessage[] => {
	const recent = messages.filter(({role}) => role === 'user').slice(-2);
	return messages.map(message =>
		recent.includes(message) ? {...message, content: markLast(message.content)} : message,
	);
};

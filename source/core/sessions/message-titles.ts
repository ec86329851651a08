import {ownCopy} from '../../support/own-copy.ts';
import {toTitle} from './session-files.ts';

/** Nobody goes back further, and a log can have any number of messages. */
const mostMessages = 1000;

/** Puts it in; what was put in first goes when there is too much. */
const putBounded = (map: Map<string, string>, key: string, value: string): void => {
	map.set(key, value);
	const [oldest] = map.size > mostMessages ? map.keys() : [];
	if (oldest !== undefined) {
		map.delete(oldest);
	}
};

/** How the last messages of a log begin, so that what refers to one can say which. */
export const createMessageTitles = () => {
	const titles = new Map<string, string>();
	const rewinds = new Map<string, string>();
	return {
		add: (messageId: string, text: string): void =>
			putBounded(titles, messageId, ownCopy(toTitle(text) ?? '')),
		/** Empty where it is not known. */
		titleOf: (messageId: string): string => titles.get(messageId) ?? '',
		rewound: (rewindId: string, messageId: string): void => putBounded(rewinds, rewindId, messageId),
		ofRewind: (rewindId: string): string => rewinds.get(rewindId) ?? '',
	};
};

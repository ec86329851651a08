import {sanitiseLine} from '../../support/sanitise.ts';
import {cutPair, cutToWidth, wrapText} from '../text/wrap-text.ts';
import {leastName, type QuestionContext, queueMark} from './question-layout.ts';

/** Who wants what, on one line. */
export const titleOf = (server: string, wants: string, context: QuestionContext) => {
	const {styles, width} = context;
	const queue = queueMark(context);
	const name = sanitiseLine(server);
	const nameWidth = width - 2 - wants.length - queue.length;
	return {
		title: `${styles.strong(cutToWidth(name, nameWidth))}${wants}${styles.dim(queue)}`,
		isReadable: nameWidth >= Math.min(leastName, name.length),
	};
};

/** A title that names nobody. */
export const plainTitle = (words: string, context: QuestionContext) => {
	const {styles, width} = context;
	const queue = queueMark(context);
	return {
		title: `${styles.strong(cutToWidth(words, Math.max(1, width - 2 - queue.length)))}${styles.dim(queue)}`,
		isReadable: true,
	};
};

/** A tool and its server on one line. Names that do not fit come back in full, for the part that scrolls. */
export const toolTitle = (
	ref: {readonly server: string; readonly tool: string},
	words: string,
	context: QuestionContext,
): {readonly title: string; readonly names: readonly string[]; readonly isReadable: boolean} => {
	const {styles, width} = context;
	const server = sanitiseLine(ref.server);
	const tool = sanitiseLine(ref.tool);
	const queue = queueMark(context);
	const namesWidth = width - 2 - words.length - queue.length;
	const [first, second] = cutPair(server, tool, namesWidth);
	return {
		isReadable: namesWidth >= leastName,
		title: `${first}${words}${styles.strong(second)}${styles.dim(queue)}`,
		names: first === server && second === tool ? [] : wrapText(`${server}: ${tool}`, width - 2),
	};
};

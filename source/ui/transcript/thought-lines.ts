import type {Answer} from '../../state/app-state.ts';
import {formatDuration} from '../text/format.ts';
import {cutToWidth} from '../text/wrap-text.ts';
import type {Styles} from '../theme/styles.ts';

/** Whether the model goes on to something else, or to nothing. */
const isOver = ({status, text, draft}: Answer): boolean =>
	status !== 'streaming' || text !== '' || draft !== undefined;

const durationText = ({startedAt, thoughtUntil}: Answer): string => {
	if (thoughtUntil === undefined) {
		return '';
	}
	const seconds = Math.max(1, Math.round((thoughtUntil - startedAt) / 1000));
	return ` for ${seconds < 60 ? `${seconds} s` : formatDuration(seconds * 1000)}`;
};

/** That the model has thought, in place of its thoughts. Nothing before they are over. */
export const thoughtLines = (answer: Answer, width: number, styles: Styles): readonly string[] =>
	answer.thinking.trim() === '' || !isOver(answer)
		? []
		: [styles.dim(cutToWidth(`✻ thought${durationText(answer)} · ctrl+t reads it`, width))];

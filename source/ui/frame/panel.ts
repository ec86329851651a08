import type {TextBuffer} from '../input/text-buffer.ts';
import type {Styles} from '../theme/styles.ts';

/** The room that a panel has between the transcript and the footer. */
export type PanelRoom = {readonly width: number; readonly height: number; readonly styles: Styles};

/** Something that lies over the draft, as it is drawn now. Never more lines than the room has. */
export type PanelPicture = {
	readonly lines: readonly string[];
	/** The text that is typed for it in the place of the draft. */
	readonly typed?: {readonly text: TextBuffer; readonly placeholder: string};
};

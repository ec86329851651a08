import type {ToolContent} from '../../domain/tool.ts';
import type {Styles} from '../theme/styles.ts';

export type CardContext = {
	readonly width: number;
	readonly styles: Styles;
	readonly now: number;
	readonly spinner: string;
	/** The last that its server said while the call runs. */
	readonly logs?: readonly string[];
	/** One line and no more: there are many cards. */
	readonly isCrowded?: boolean;
	/** A picture as lines, to stand below the one that says what it is. */
	readonly imageLines?: (image: ToolContent & {readonly type: 'image'}, width: number) => readonly string[];
};

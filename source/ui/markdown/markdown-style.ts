import type {SyntaxRole} from '../theme/styles.ts';

/** How a stretch of text may be marked. The colour and attributes of each are the caller's choice. */
export type Mark = 'heading' | 'strong' | 'emphasis' | 'strike' | 'code' | 'link' | 'dim' | 'warn';

/** What a stretch of code is; nothing where it is neither a word of the language nor of a difference. */
export type CodeMark = SyntaxRole | 'code' | 'added' | 'removed' | 'place' | 'plain';

type Paint = (text: string) => string;

/** Each function may add escape sequences around the text and nothing that takes a cell. */
export type MarkdownStyle = {readonly [Name in Mark | 'added' | 'removed']: Paint} & {
	readonly syntax: Readonly<Record<SyntaxRole, Paint>>;
	/** Whether lines are read aloud: nothing stands in columns. */
	readonly isSpoken?: true;
};

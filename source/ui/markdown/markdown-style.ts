/** How a stretch of text may be marked. The colour and attributes of each are the caller's choice. */
export type Mark = 'heading' | 'strong' | 'emphasis' | 'strike' | 'code' | 'link' | 'dim';

/** Each function may add escape sequences around the text and nothing that takes a cell. */
export type MarkdownStyle = {readonly [Name in Mark]: (text: string) => string};

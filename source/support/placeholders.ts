/** `<your-key>`, `[TOKEN]`, `{{key}}`. */
const inBrackets = /^(?:<[^<>]+>|\[[^[\]]+\]|\{\{[^{}]+\}\})$/;
/** `YOUR_API_KEY`, `your-key-here`, `acr_pat_your_token`, `REPLACE_ME`. */
const asksForIt =
	/(?:^|[-_ .])(?:your|replace|insert|enter)(?:[-_ .]|$)|[-_ ](?:here|goes[-_ ]here)$|change[-_]?me|placeholder/i;
/** `xxx`, `***`, `...`, `sk-xxxx`, `ghp_...`. */
const dotted = /^(?:[a-z0-9]{1,12}[-_])*(?:x{3,}|\*{3,}|\.{3,}|…+)$/i;
/** The word for what is wanted in the place of it: `Bearer token`, `user:password@`. */
const itsOwnName =
	/^(?:(?:api|access|auth|secret|private)[-_ ]?)?(?:key|token|secret|passw(?:or)?d|pass|pwd)$/i;

/** `https://<host>/mcp`, `/path/to/server`, `your-user-id`. */
const somewhere = /<[a-z][^<>]*>|(?:^|[^a-z0-9])your[-_.]|\/path\/to\b/i;

/** Whether a part of a word is one. A sentence may well speak of `your key`. */
export const holdsPlaceholder = (word: string): boolean => !/\s/.test(word) && somewhere.test(word);

/** Whether a text of a documentation stands for a value that the reader is to put in its place. */
export const isPlaceholder = (text: string): boolean =>
	inBrackets.test(text) || asksForIt.test(text) || dotted.test(text) || itsOwnName.test(text);

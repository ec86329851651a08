import {chatPages} from './chat-pages.ts';
import type {ManualPages} from './manual-page.ts';
import {mcpPages} from './mcp-pages.ts';
import {offerPages} from './offer-pages.ts';
import {ownPages} from './own-pages.ts';
import {programPages} from './program-pages.ts';

/** A page for each command, by its name. Loaded only where somebody asks for help. */
export const manual: ManualPages = {
	...chatPages,
	...mcpPages,
	...offerPages,
	...ownPages,
	...programPages,
};

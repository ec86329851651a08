import type {JsonObject} from '../../domain/json.ts';
import type {McpServers} from '../../domain/server-ports.ts';
import {mapTexts} from '../../support/map-texts.ts';
import {visibleText} from '../../support/sanitise.ts';

/** `raw` stays as it came: it is for those who want to know what exactly was sent, and are shown escapes. */
const withoutHidden = <Outcome extends {readonly type: string; readonly raw?: JsonObject}>(
	outcome: Outcome,
): Outcome => {
	const visible = mapTexts(outcome, visibleText);
	return visible.raw === outcome.raw ? visible : {...visible, raw: outcome.raw};
};

/**
 * Servers whose texts hide nothing from the user. It is done where text comes in, so that the screen, the session and
 * the model have the same text, with a mark where something was taken out.
 */
export const visibleServers = (servers: McpServers): McpServers => ({
	...servers,
	check: async (...given) => mapTexts(await servers.check(...given), visibleText),
	call: async (...given) => withoutHidden(await servers.call(...given)),
	getPrompt: async (...given) => withoutHidden(await servers.getPrompt(...given)),
	readResource: async (...given) => withoutHidden(await servers.readResource(...given)),
	listSkills: async (...given) => withoutHidden(await servers.listSkills(...given)),
	readSkill: async (...given) => withoutHidden(await servers.readSkill(...given)),
});

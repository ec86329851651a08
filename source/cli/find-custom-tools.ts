import {customToolsOf} from '../compose-custom-tools.ts';
import {findSurroundings, readUserSettings} from '../compose-settings.ts';
import type {McpTool} from '../core/toolbox/shared/McpTool.ts';
import type {CommandOutput} from '../headless/command-output.ts';
import {askPassphraseIfTerminal} from './ask-passphrase.ts';

/** The custom tools of the user's own configuration, to be served; what is wrong with them is told. */
export const findCustomTools = async (output: CommandOutput): Promise<readonly McpTool[]> => {
	const surroundings = findSurroundings({
		onWait: output.say,
		onTrouble: output.complain,
		...askPassphraseIfTerminal(),
	});
	const read = (defersSecrets: boolean) =>
		readUserSettings(surroundings, {configFiles: [], isStrict: false, defersSecrets});
	try {
		const first = await read(true);
		const hasTools =
			first.type === 'read' &&
			first.settings.customTools.length + first.settings.refusedCustomTools.length > 0;
		// Nobody is asked for the secrets of servers that are not started here.
		const found = hasTools && first.isDeferred === true ? await read(false) : first;
		if (found.type === 'refused') {
			output.complain(found.failure);
			return [];
		}
		const {settings} = found;
		const troubles =
			settings.isBroken === true
				? settings.problems
				: settings.refusedCustomTools.flatMap(({problems}) => problems);
		for (const trouble of troubles) output.say(trouble);
		return await customToolsOf({config: settings});
	} finally {
		surroundings.credentials.close();
	}
};

import {customToolsOf} from '../compose-custom-tools.ts';
import {findSurroundings, readUserSettings} from '../compose-settings.ts';
import type {ToolSources} from '../core/toolbox/toolbox-tools.ts';
import type {CommandOutput} from '../headless/command-output.ts';
import {askPassphraseIfTerminal} from './ask-passphrase.ts';

/** What the user's own configuration has for those that are served; what is wrong with custom tools is told. */
export const findServedTools = async (
	output: CommandOutput,
): Promise<Pick<ToolSources, 'customTools' | 'network'>> => {
	const environment = process.env;
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
			return {network: {environment, allowedHosts: []}};
		}
		const {settings} = found;
		const troubles =
			settings.isBroken === true
				? settings.problems
				: settings.refusedCustomTools.flatMap(({problems}) => problems);
		for (const trouble of troubles) output.say(trouble);
		return {
			customTools: await customToolsOf({config: settings}),
			network: {environment, allowedHosts: settings.toolbox?.allowedHosts ?? []},
		};
	} finally {
		surroundings.credentials.close();
	}
};

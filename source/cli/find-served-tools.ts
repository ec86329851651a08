import {customToolsOf} from '../compose-custom-tools.ts';
import {findSurroundings, readUserSettings} from '../compose-settings.ts';
import {noToolbox} from '../domain/toolbox-settings.ts';
import type {CommandOutput} from '../headless/command-output.ts';
import {askPassphraseIfTerminal} from './ask-passphrase.ts';
import {limitServedTools, type ServedTools} from './limit-served-tools.ts';

const switchedOff =
	'The built-in tools are not served, because "toolbox" in your configuration says so: only custom tools are.';
const untilCorrected = 'The built-in tools are not served until that is corrected.';

/** What the user's own configuration says about those that are served; what is wrong with that is told. */
export const findServedTools = async (output: CommandOutput, signal: AbortSignal): Promise<ServedTools> => {
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
			return limitServedTools(noToolbox, [], environment);
		}
		const {settings} = found;
		const troubles =
			// A slip may have been meant to narrow what is served, so that nothing is left of it.
			settings.isBroken === true || settings.toolbox === noToolbox
				? settings.problems
				: [
						...settings.refusedCustomTools.flatMap(({problems}) => problems),
						...(settings.customToolWarnings ?? []),
					];
		for (const trouble of troubles) output.say(trouble);
		if (settings.toolbox?.isWanted === false)
			output.say(settings.toolbox === noToolbox ? untilCorrected : switchedOff);
		return limitServedTools(settings.toolbox, await customToolsOf({config: settings}, signal), environment);
	} finally {
		surroundings.credentials.close();
	}
};

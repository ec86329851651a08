import {alignColumns} from '../../support/align-columns.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import type {Command} from './command.ts';

export const config: Command = {
	name: 'config',
	aliases: ['settings'],
	argument: '',
	summary: 'show the configuration files, and the settings in use',
	async run(_argument, {say, getState, theme, configFiles}, signal) {
		const files = (await configFiles?.()) ?? [];
		if (signal.aborted) {
			return;
		}
		const {model, assistant, approvalMode, workMode} = getState();
		const settings = [
			['model', `${model} (/model)`],
			['assistant', `${assistant ?? 'none'} (/assistant)`],
			['approvals', `${approvalMode} (/approvals)`],
			['mode', `${workMode} (/mode)`],
			['theme', `${theme()} (/theme)`],
		] as const;
		say(
			[
				...(files.length === 0 ? ['No configuration file is used here.'] : files.map(sanitiseLine)),
				'',
				...alignColumns(settings.map(([name, value]) => [name, sanitiseLine(value)])),
				...(files.length === 0 ? [] : ['', 'Edit your file in any editor: what you save is read at once.']),
			].join('\n'),
		);
	},
};

import {existsSync} from 'node:fs';
import {resolve} from 'node:path';
import {type Loaded, type LoadOptions, watchedFiles} from './compose-load.ts';
import type {Surroundings} from './compose-settings.ts';
import {createChangeSetting} from './core/config/change-setting.ts';
import type {Failure} from './domain/failure.ts';
import {givenConfigName} from './domain/given-config.ts';
import type {ThemeName} from './domain/look.ts';
import type {DiagnosisStep} from './domain/server-ports.ts';

/** What the chat can see of itself: its files and the place for secrets. */
export const checkUp = async (
	{credentials}: Surroundings,
	{problems}: Loaded,
	signal: AbortSignal,
): Promise<readonly DiagnosisStep[]> => {
	const {place, problem, hint} = await credentials.open(signal);
	return [
		problems.length === 0
			? {name: 'configuration', outcome: 'ok', detail: 'nothing is wrong with it'}
			: {
					name: 'configuration',
					outcome: 'failed',
					detail: problems.join('; '),
					hint: 'Correct these places; what they do not name is not affected.',
				},
		problem === undefined
			? {name: 'secrets', outcome: 'ok', detail: `kept in ${place}`}
			: {
					name: 'secrets',
					outcome: 'warning',
					detail: `${problem}; secrets are forgotten when the program ends`,
					...(hint === undefined ? {} : {hint}),
				},
	];
};

/** Writes the theme into the user's own file. */
export const keepTheme = async ({folders}: Surroundings, theme: ThemeName): Promise<Failure | undefined> => {
	const changed = await createChangeSetting({folder: folders.config})('theme', theme);
	return changed.type === 'refused' ? changed.failure : undefined;
};

/** Where settings come from: the user's own file, also before there is one, and what else there is. */
export const configFiles = (surroundings: Surroundings, options: LoadOptions): readonly string[] => {
	const [own, ...project] = watchedFiles(surroundings, options);
	return [
		...(own === undefined ? [] : [existsSync(own) ? own : `${own} (not created yet)`]),
		...project.filter(file => existsSync(file)).map(file => `${file} (of this project)`),
		...options.configFiles.map(
			given => `${givenConfigName(given) ?? resolve(options.cwd, given)} (--mcp-config)`,
		),
	];
};

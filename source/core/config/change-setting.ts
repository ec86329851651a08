import {join} from 'node:path';
import type {JsonValue} from '../../domain/json.ts';
import type {ConfigChanged} from '../../domain/server-ports.ts';
import {changeConfigFile} from './change-config-file.ts';
import type {Disk} from './replace-file-sync.ts';

type SettingOptions = {
	/** The user's configuration folder. */
	readonly folder: string;
	readonly patience?: number;
	readonly disk?: Disk;
};

/** Sets one member of the user's own configuration, such as the model or the theme. */
export const createChangeSetting =
	({folder, patience, disk}: SettingOptions) =>
	(name: 'model' | 'theme', value: JsonValue): Promise<ConfigChanged> =>
		changeConfigFile({file: join(folder, 'config.json'), isProject: false, patience, disk}, content => ({
			type: 'changed',
			content: {...content, [name]: value},
		}));

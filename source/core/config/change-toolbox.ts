import {isJsonObject, type JsonObject} from '../../domain/json.ts';
import type {ConfigChanged} from '../../domain/server-ports.ts';
import {changeConfigFile} from './change-config-file.ts';

const switched = (written: unknown, disabled: boolean): JsonObject | boolean => {
	if (!isJsonObject(written)) return !disabled;
	const {disabled: _, ...rest} = written;
	return disabled ? {...written, disabled} : rest;
};

/** Switches the built-in server on or off in the user's own file, and keeps what else the file says about it. */
export const switchToolbox = (file: string, disabled: boolean): Promise<ConfigChanged> =>
	changeConfigFile({file, isProject: false}, content => ({
		type: 'changed',
		content: {...content, toolbox: switched(content.toolbox, disabled)},
	}));

import {isJsonObject} from '../../../domain/json.ts';
import type {ConfigChanged} from '../../../domain/server-ports.ts';
import {changeConfigFile} from '../change-config-file.ts';
import {canonicalKey} from '../read-object.ts';

/** Disables or enables a custom tool in the user's own file. Comments, and everything else, stay. Never throws. */
export const switchCustomTool = (
	{name, isOn}: {readonly name: string; readonly isOn: boolean},
	{file}: {readonly file: string},
): Promise<ConfigChanged> =>
	changeConfigFile({file, isProject: false}, content => {
		const key =
			Object.keys(content).find(each => canonicalKey(each, ['customTools'], {}) !== undefined) ?? '';
		const tools = content[key];
		const entry = isJsonObject(tools) && Object.hasOwn(tools, name) ? tools[name] : undefined;
		if (!isJsonObject(tools) || !isJsonObject(entry)) {
			return {
				type: 'refused',
				code: 'tool-not-switched',
				message: `There is no custom tool "${name}" in ${file}.`,
				hint: 'Look into the file.',
			};
		}
		const {disabled: _, ...rest} = entry;
		const next = isOn ? rest : {...rest, disabled: true};
		return {type: 'changed', content: {...content, [key]: {...tools, [name]: next}}};
	});

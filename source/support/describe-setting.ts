import type {ServerSetting} from '../domain/server-setting.ts';

/** A setting in one line: what it is, whose it takes and what to think of it. */
export const describeSetting = ({name, value, takes, warning}: ServerSetting): string => {
	const notes = [
		...(takes.length === 0 ? [] : [`takes ${takes.join(' and ')} of your environment`]),
		...(warning === undefined ? [] : [warning]),
	];
	return `${name}=${value}${notes.length === 0 ? '' : `  (${notes.join('; ')})`}`;
};

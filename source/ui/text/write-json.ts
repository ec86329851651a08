import type {JsonValue} from '../../domain/json.ts';

/** JSON as it is read. What is nested too deeply to be written is named instead. */
export const writeJson = (value: JsonValue): string => {
	try {
		return JSON.stringify(value, null, 2);
	} catch {
		return 'nested too deeply to be written';
	}
};

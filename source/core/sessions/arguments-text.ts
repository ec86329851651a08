import type {JsonObject} from '../../domain/json.ts';

/** Arguments as JSON; nothing where they are nested too deeply to be written. */
export const argumentsText = (args: JsonObject, indent?: string): string => {
	try {
		return JSON.stringify(args, undefined, indent);
	} catch {
		// Whoever reads them has nothing to show or to find.
		return '';
	}
};

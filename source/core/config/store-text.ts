import {isJsonObject, type JsonObject} from '../../domain/json.ts';

/** How the content of a file is written down. */
export type StoreText = {
	/** Throws a `DamagedTextError`. */
	readonly parse: (text: string) => JsonObject;
	/** `before` is what the file has; what has not changed stays as it is there. */
	readonly write: (before: string, content: JsonObject) => string;
};

/** Says where a text cannot be understood. */
export class DamagedTextError extends Error {
	constructor(message: string) {
		super(message);
		this.name = 'DamagedTextError';
	}
}

/** A byte order mark counts as a blank. */
const isEmptyText = (text: string): boolean => text.trim() === '';

/** For the program's own state. */
export const plainStoreText: StoreText = {
	parse: text => {
		if (isEmptyText(text)) return {};
		let value: unknown;
		try {
			value = JSON.parse(text);
		} catch (error) {
			throw new DamagedTextError(error instanceof Error ? error.message : String(error));
		}
		if (!isJsonObject(value)) throw new DamagedTextError('it is not an object');
		return value;
	},
	write: (_, content) => `${JSON.stringify(content, null, '\t')}\n`,
};

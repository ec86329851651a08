import type {JsonObject, JsonValue} from '../../domain/json.ts';
import type {ToolRef} from '../../domain/tool.ts';
import {sanitiseLine} from '../../support/sanitise.ts';

const longestValue = 30;
const longestName = 100;

const cut = (text: string, most: number): string => {
	const characters = Array.from(text);
	return characters.length > most ? `${characters.slice(0, most).join('')}…` : text;
};

/** Of a path its end says more than its beginning. */
const cutText = (text: string): string => {
	const characters = Array.from(text);
	if (characters.length <= longestValue || !/^\S*\/\S*$/.test(text)) return cut(text, longestValue);
	const end = characters.slice(-longestValue).join('');
	const [folders = end] = /\/.+$/.exec(end) ?? [];
	return `…${folders}`;
};

const showValue = (value: JsonValue): string => {
	if (typeof value === 'string') return `"${cutText(value)}"`;
	return cut(JSON.stringify(value), longestValue);
};

/** `read_file of files with path "notes.txt"` */
export const nameCheck = ({server, tool}: ToolRef, args: JsonObject): string => {
	const given = Object.entries(args).map(([key, value]) => `${key} ${showValue(value)}`);
	const ending = given.length === 0 ? '' : ` with ${given.join(', ')}`;
	return cut(sanitiseLine(`${tool} of ${server}${ending}`), longestName);
};

/** The same names, with a number behind those that were there before. */
export const createNames = (): ((name: string) => string) => {
	const used = new Set<string>();
	const counts = new Map<string, number>();
	return name => {
		let unique = name;
		for (let count = counts.get(name) ?? 1; used.has(unique); ) {
			count += 1;
			counts.set(name, count);
			unique = `${name} (${count})`;
		}
		used.add(unique);
		return unique;
	};
};

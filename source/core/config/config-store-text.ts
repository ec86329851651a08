import {isJsonObject} from '../../domain/json.ts';
import {type Place, showPlace} from './complaint.ts';
import {parseConfigText, plainValue, withBraces, withoutMark} from './config-text.ts';
import {rewriteMembers} from './edit-members.ts';
import {DamagedTextError, type StoreText} from './store-text.ts';

/** For what people write: comments, order and blanks stay, and every mistake has a place. */
export const createConfigStoreText = (
	file: string,
): StoreText & {
	/** `file:line:col  place: message`, in the text that was parsed last. */
	readonly describe: (path: Place, message: string) => string;
} => {
	let locate = (_path: Place): string => `${file}:1:1`;
	return {
		parse: text => {
			const parsed = parseConfigText(file, withBraces(text));
			locate = parsed.locate;
			const [firstError] = parsed.syntaxErrors;
			if (firstError !== undefined) throw new DamagedTextError(firstError);
			const value = plainValue(parsed.root);
			if (!isJsonObject(value)) throw new DamagedTextError(`${file}:1:1  expected an object`);
			return value;
		},
		write: (before, content) => {
			const mark = before.startsWith('\ufeff') ? '\ufeff' : '';
			return mark + rewriteMembers(withBraces(withoutMark(before)), content);
		},
		describe: (path, message) => `${locate(path)}  ${showPlace(path)}: ${message}`,
	};
};

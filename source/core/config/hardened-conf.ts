import {mkdirSync} from 'node:fs';
import {basename, dirname} from 'node:path';
import Conf, {type Options} from 'conf';
import type {JsonObject} from '../../domain/json.ts';
import {type Disk, realDisk, replaceFileSync} from './replace-file-sync.ts';
import type {StoreText} from './store-text.ts';

/** The part of it that is used. Its types hide the methods that have to be replaced. */
type Store = {store: Record<string, unknown>};

const PlainConf: new (options: Partial<Options<Record<string, unknown>>>) => Store = Conf;

export type HardenedConfOptions = {
	readonly file: string;
	readonly text: StoreText;
	readonly mode: number;
	readonly disk?: Disk | undefined;
};

/**
 * `conf` as far as it can be trusted with a file: alone it writes files that everybody can read, empties them when the
 * disk is full, and takes names with dots apart. Whoever changes the store holds the file's lock, and opens it anew.
 */
export const openConf = ({file, text, mode, disk = realDisk}: HardenedConfOptions): Store => {
	let before = '';

	class HardenedConf extends PlainConf {
		_ensureDirectory(): void {
			mkdirSync(dirname(file), {recursive: true, mode: 0o700});
		}

		_write(content: JsonObject): void {
			replaceFileSync(file, text.write(before, content), mode, disk);
		}
	}

	return new HardenedConf({
		cwd: dirname(file),
		configName: basename(file),
		fileExtension: '',
		accessPropertiesByDotNotation: false,
		clearInvalidConfig: false,
		deserialize: content => {
			before = content;
			return text.parse(content);
		},
	});
};

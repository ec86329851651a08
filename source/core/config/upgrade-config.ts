import {readFile} from 'node:fs/promises';
import {describeError} from '../../domain/failure.ts';
import {changeStore} from './change-store.ts';
import {createConfigStoreText} from './config-store-text.ts';
import {isOutdated, type Migration, migrate, newestVersion} from './migrations.ts';
import {DamagedTextError} from './store-text.ts';

export type Upgraded = {
	/** Of the newest version, whether it could be written or not. */
	readonly text: string;
	readonly problems: readonly string[];
};

const patience = 10_000;

/** Brings a file of an older version to the newest, in place, and keeps what it was beside it. */
export const upgradeConfig = async (
	file: string,
	text: string,
	migrations: readonly Migration[],
): Promise<Upgraded> => {
	const form = createConfigStoreText(file);
	let upgraded: string;
	try {
		const content = form.parse(text);
		if (!isOutdated(content, migrations) || Object.keys(content).length === 0) return {text, problems: []};
		upgraded = form.write(text, migrate(content, migrations));
	} catch (error) {
		// The reader says where the mistake is.
		if (error instanceof DamagedTextError) return {text, problems: []};
		const why = `${file}  It is of an older version, and cannot be brought to version ${newestVersion(migrations)}: ${describeError(error)}`;
		return {text, problems: [why]};
	}
	try {
		const changed = await changeStore(
			{file, text: form, mode: 0o600, migrations, patience},
			content => content,
		);
		if (changed.type === 'done') {
			return {text: await readFile(file, 'utf8'), problems: []};
		}
		return {text: upgraded, problems: []};
	} catch (error) {
		const why = `${file}  It is of an older version, and the new one was not saved: ${describeError(error)}. It is used as if it were.`;
		return {text: upgraded, problems: [why]};
	}
};

import type {JsonObject} from '../../domain/json.ts';

/** Turns the content of the version before into that of version `to`. Pure; what it does not know it keeps. */
export type Migration = {
	readonly to: number;
	readonly migrate: (content: JsonObject) => JsonObject;
};

/** In the order of their versions. There has been one version of the configuration so far. */
export const configMigrations: readonly Migration[] = [];

/** A file that does not say is of the first version. */
export const versionOf = ({version}: JsonObject): number =>
	typeof version === 'number' && Number.isInteger(version) && version >= 1 ? version : 1;

export const newestVersion = (migrations: readonly Migration[]): number => migrations.at(-1)?.to ?? 1;

/** Whether a file is of an older version than the program. A newer one is left as it is. */
export const isOutdated = (content: JsonObject, migrations: readonly Migration[]): boolean =>
	versionOf(content) < newestVersion(migrations);

/** All steps or none: nothing is written before the last one is done. */
export const migrate = (content: JsonObject, migrations: readonly Migration[]): JsonObject =>
	migrations
		.filter(({to}) => to > versionOf(content))
		.reduce<JsonObject>((result, step) => ({...step.migrate(result), version: step.to}), content);

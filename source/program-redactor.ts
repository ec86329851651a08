import {borrowedSecrets} from './core/credentials/borrowed-values.ts';
import {secretsOfEnvironment, secretsOfServer} from './core/credentials/server-secrets.ts';
import {watchSecrets} from './domain/secret.ts';
import type {ServerConfig} from './domain/server.ts';
import {createRedactor} from './support/redactor.ts';

/** Knows every secret of this process; whatever is shown, saved or printed passes it. */
export const redactor = createRedactor();

watchSecrets(redactor.learn);
for (const secret of secretsOfEnvironment(process.env)) {
	redactor.learn(secret);
}

/** Values that are secret although they are plain texts of a server's settings. */
export const learnSecrets = (configs: readonly ServerConfig[]): void => {
	for (const secret of configs.flatMap(secretsOfServer)) {
		redactor.learn(secret);
	}
	for (const value of configs.flatMap(config => borrowedSecrets(config))) {
		redactor.learn(value, 'borrowed');
	}
};

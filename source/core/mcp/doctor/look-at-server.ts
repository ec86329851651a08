import type {ServerConfig} from '../../../domain/server.ts';
import type {DiagnosisStep} from '../../../domain/server-ports.ts';
import {walk} from './diagnosis-walk.ts';
import {stdioSteps} from './stdio-steps.ts';

/** What can be said of a server without starting or contacting it. */
export const lookAtServer = async function* (
	config: ServerConfig,
	environment: Readonly<Record<string, string | undefined>>,
	signal: AbortSignal,
): AsyncGenerator<DiagnosisStep> {
	if (config.type === 'stdio') {
		yield* walk(stdioSteps(config, environment), signal);
	} else {
		yield {name: 'configuration', outcome: 'ok', detail: 'not contacted'};
	}
};

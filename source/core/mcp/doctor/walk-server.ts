import {assertNever} from '../../../domain/assert-never.ts';
import type {ServerConfig} from '../../../domain/server.ts';
import type {DiagnosisStep} from '../../../domain/server-ports.ts';
import {isProxiedBy} from '../../../support/network/proxy-choice.ts';
import {createAccess} from '../connection/create-access.ts';
import {noRequests} from '../connection/no-requests.ts';
import {openConnection} from '../connection/open-connection.ts';
import {clientCapabilities} from '../requests/client-capabilities.ts';
import {createReaper} from '../transports/reaper.ts';
import {createServerFetch} from '../transports/server-fetch.ts';
import {accessSteps} from './access-steps.ts';
import {createConnectionProbe} from './connection-steps.ts';
import type {DiagnoseDeps} from './create-diagnose.ts';
import {type Step, walk} from './diagnosis-walk.ts';
import {networkSteps} from './network-steps.ts';
import {stdioSteps} from './stdio-steps.ts';
import {timeSteps} from './time-steps.ts';

/** Every step on the way to a server. */
export const walkServer = async function* (
	config: ServerConfig,
	deps: DiagnoseDeps,
	signal: AbortSignal,
): AsyncGenerator<DiagnosisStep> {
	const {environment, credentials, version} = deps;
	const fetch = createServerFetch({environment, readTimeout: config.connectTimeout});
	const access = createAccess(config, {version, environment, credentials, requests: noRequests});
	const probe = createConnectionProbe(config, async opening => {
		const connection = await openConnection(
			{
				config,
				version,
				reaper: createReaper(),
				environment,
				access,
				capabilities: clientCapabilities(),
				prepare: () => {},
			},
			opening,
		);
		deps.onConnected?.(config);
		return connection;
	});

	const lowerSteps = (): readonly Step[] => {
		switch (config.type) {
			case 'stdio':
				return stdioSteps(config, environment);
			case 'http':
			case 'sse':
			case 'ws':
				return [
					...networkSteps(config, environment),
					...accessSteps({
						config,
						headers: access.headers,
						fetch,
						credentials,
						isProxied: isProxiedBy(environment),
					}),
				];
			case 'in-memory':
				return [];
			default:
				return assertNever(config);
		}
	};

	try {
		yield* walk([...timeSteps(config), ...lowerSteps(), ...probe.steps], signal);
	} finally {
		await Promise.all([probe.close(), fetch.close()]);
	}
};

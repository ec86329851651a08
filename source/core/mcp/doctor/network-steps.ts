import {lookup} from 'node:dns/promises';
import {connect, isIP} from 'node:net';
import {performance} from 'node:perf_hooks';
import type {RemoteServer} from '../../../domain/server.ts';
import {maskUrl} from '../../../support/mask-secrets.ts';
import {type Environment, proxyFor, proxyName, proxySettings} from '../../../support/network/proxy-choice.ts';
import {type Unreachable, unreachableHint, unreachablePhrase} from '../../../support/network/unreachable.ts';
import {unlessAborted} from '../connection/unless-aborted.ts';
import {addressTrouble} from '../transports/address-rules.ts';
import {serverAddress} from '../transports/server-address.ts';
import {describeEnd} from '../transports/transport-end.ts';
import {type Finding, fail, inTime, ok, type Step, skip, warn} from './diagnosis-walk.ts';
import {lookAtCertificate} from './look-at-certificate.ts';

const defaultPorts: Readonly<Record<string, number>> = {'http:': 80, 'ws:': 80, 'https:': 443, 'wss:': 443};

const isSecure = ({protocol}: URL): boolean => protocol === 'https:' || protocol === 'wss:';

/** Where a connection goes first: to the proxy, or to the server itself. */
type Hop = {readonly host: string; readonly port: number; readonly proxy?: string};

const portOf = (url: URL): number =>
	url.port === '' ? (defaultPorts[url.protocol] ?? 443) : Number(url.port);

const bareHost = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

const firstHop = (url: URL, environment: Environment): Hop => {
	const proxy = proxyFor(url, proxySettings(environment));
	if (proxy === undefined || !URL.canParse(proxy)) return {host: bareHost(url), port: portOf(url)};
	const address = new URL(proxy);
	return {host: bareHost(address), port: portOf(address), proxy: proxyName(proxy)};
};

const codeOf = (error: unknown): {readonly systemCode?: string} =>
	error instanceof Error && 'code' in error && typeof error.code === 'string' ? {systemCode: error.code} : {};

/** The same words for the same trouble as when connecting. */
const unreachable = (hop: Hop, error: unknown, reason: string): Finding => {
	const end: Unreachable = {
		type: 'unreachable',
		reason,
		host: `${hop.host}:${hop.port}`,
		...codeOf(error),
		...(hop.proxy === undefined ? {} : {proxy: hop.proxy}),
	};
	return fail(unreachablePhrase(end), unreachableHint(end, serverAddress));
};

const connectOnce = (hop: Hop, limit: number, signal: AbortSignal): Promise<string> =>
	new Promise((resolve, reject) => {
		const socket = connect({host: hop.host, port: hop.port, autoSelectFamily: true});
		const end = (finish: () => void): void => {
			signal.removeEventListener('abort', onAbort);
			socket.destroy();
			finish();
		};
		const onAbort = (): void => end(() => reject(signal.reason));
		signal.addEventListener('abort', onAbort, {once: true});
		socket.setTimeout(limit, () =>
			end(() => reject(Object.assign(new Error('the connection was not taken'), {code: 'ETIMEDOUT'}))),
		);
		socket.once('error', error => end(() => reject(error)));
		socket.once('connect', () => {
			const address = `${socket.remoteAddress ?? hop.host}:${hop.port}`;
			end(() => resolve(address));
		});
	});

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** From the address to the first byte: everything below HTTP. */
export const networkSteps = (config: RemoteServer, environment: Environment): readonly Step[] => {
	const url = URL.canParse(config.url) ? new URL(config.url) : undefined;
	const withUrl = (look: (url: URL, hop: Hop, signal: AbortSignal) => Promise<Finding>): Step['look'] => {
		return async signal => (url === undefined ? skip('') : look(url, firstHop(url, environment), signal));
	};
	return [
		{
			name: 'address',
			look: async () => {
				const trouble = addressTrouble(config);
				if (trouble === undefined) return ok(maskUrl((config.shown ?? config).url));
				return trouble.type === 'insecure'
					? fail(
							`${maskUrl((config.shown ?? config).url)} ${describeEnd(trouble)}`,
							`Use ${trouble.scheme}s://, or set "allowInsecure": true for this server if you trust the network.`,
						)
					: fail('its "url" is not a URL', 'Correct "url" in the config: it begins with https://.');
			},
		},
		{
			name: 'proxy',
			look: withUrl(async (_url, hop) =>
				hop.proxy === undefined
					? skip('none is used')
					: ok(`${hop.proxy}, from HTTPS_PROXY or HTTP_PROXY; NO_PROXY makes exceptions`),
			),
		},
		{
			name: 'DNS',
			look: withUrl(async (_url, hop, signal) => {
				if (isIP(hop.host) !== 0) return skip(`${hop.host} is an address, not a name`);
				try {
					const found = await unlessAborted(lookup(hop.host, {all: true}), signal);
					if (found === undefined) return skip('interrupted');
					return ok(`${hop.host} is ${found.map(({address}) => address).join(', ')}`);
				} catch (error) {
					return unreachable(hop, error, messageOf(error));
				}
			}),
		},
		{
			name: 'TCP',
			look: withUrl(async (_url, hop, signal) => {
				const began = performance.now();
				try {
					const address = await connectOnce(hop, config.connectTimeout, signal);
					return ok(`connected to ${address} in ${inTime(performance.now() - began)}`);
				} catch (error) {
					return unreachable(hop, error, messageOf(error));
				}
			}),
		},
		{
			name: 'TLS',
			look: withUrl(async (target, hop, signal) => {
				if (!isSecure(target))
					return config.allowInsecure
						? warn('plain text: everybody on the way can read it', 'Use https where the server offers it.')
						: skip('not used on this machine');
				if (hop.proxy !== undefined) return skip('goes through the proxy; the next step includes it');
				return lookAtCertificate(hop, config.connectTimeout, signal);
			}),
		},
	];
};

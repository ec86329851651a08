import type {Agent, Dispatcher, EnvHttpProxyAgent, Pool} from 'undici';
import type {ProxySettings} from './proxy-choice.ts';

/**
 * The connections to a proxy. undici tries again for ever where the socket ends before the proxy has answered; under
 * another code the error reaches whoever waits for the tunnel.
 */
const proxyClients =
	(Connections: typeof Pool) =>
	(origin: URL, options: object): Dispatcher => {
		const pool = new Connections(origin, options);
		const connectPool = pool.connect.bind(pool);
		const connect = (wanted: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData> =>
			new Promise((resolve, reject) => {
				connectPool(wanted, (error, tunnel) => {
					if (error === null) return resolve(tunnel);
					const hasHungUp = 'code' in error && error.code === 'UND_ERR_SOCKET';
					// Nothing of ours was sent yet but the name of the host.
					const details = {code: 'ECONNRESET', syscall: 'connect'};
					reject(hasHungUp ? Object.assign(new Error('it hung up'), details) : error);
				});
			});
		return Object.assign(pool, {connect});
	};

/** undici, which is loaded when it is first needed. */
type Undici = {readonly EnvHttpProxyAgent: typeof EnvHttpProxyAgent; readonly Pool: typeof Pool};

/** Asks the user's proxies. Plain http is asked of them as it always was; many refuse a tunnel to port 80. */
export const createProxyAgent = (
	undici: Undici,
	proxies: ProxySettings,
	options: Agent.Options,
): Dispatcher =>
	new undici.EnvHttpProxyAgent({
		...proxies,
		...options,
		proxyTunnel: false,
		clientFactory: proxyClients(undici.Pool),
	});

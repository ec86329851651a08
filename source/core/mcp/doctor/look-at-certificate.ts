import {isIP} from 'node:net';
import {connect, type PeerCertificate, type TLSSocket} from 'node:tls';
import {describeError} from '../../../domain/failure.ts';
import {type Unreachable, unreachableHint, unreachablePhrase} from '../../../support/network/unreachable.ts';
import {serverAddress} from '../transports/server-address.ts';
import {type Finding, fail, ok, skip, warn} from './diagnosis-walk.ts';

type Peer = {readonly host: string; readonly port: number};

type Seen = {
	readonly certificate: PeerCertificate;
	readonly protocol: string;
	/** The name of what is wrong with the certificate, if anything is. */
	readonly error?: string;
};

const soon = 14 * 24 * 60 * 60 * 1000;

const failureOf = ({host, port}: Peer, systemCode: string | undefined, reason: string): Finding => {
	const end: Unreachable = {
		type: 'unreachable',
		reason,
		host: `${host}:${port}`,
		...(systemCode === undefined ? {} : {systemCode}),
	};
	return fail(unreachablePhrase(end), unreachableHint(end, serverAddress));
};

/** The types say that it is an error; it is the name of one. */
const verdictOf = (socket: TLSSocket): {readonly error?: string} => {
	const error: unknown = socket.authorizationError;
	if (socket.authorized) return {};
	if (error instanceof Error && 'code' in error && typeof error.code === 'string') return {error: error.code};
	return {error: String(error)};
};

const shakeHands = ({host, port}: Peer, limit: number, signal: AbortSignal): Promise<Seen | undefined> =>
	new Promise((resolve, reject) => {
		const socket = connect({
			host,
			port,
			// The certificate is what we want to see, the bad one most of all. Nothing is sent over this connection.
			rejectUnauthorized: false,
			...(isIP(host) === 0 ? {servername: host} : {}),
		});
		const end = (finish: () => void): void => {
			signal.removeEventListener('abort', onAbort);
			socket.destroy();
			finish();
		};
		const onAbort = (): void => end(() => resolve(undefined));
		signal.addEventListener('abort', onAbort, {once: true});
		socket.setTimeout(limit, () =>
			end(() => reject(Object.assign(new Error('no handshake in time'), {code: 'ETIMEDOUT'}))),
		);
		socket.once('error', error => end(() => reject(error)));
		socket.once('secureConnect', () => {
			const seen: Seen = {
				certificate: socket.getPeerCertificate(),
				protocol: socket.getProtocol() ?? 'TLS',
				...verdictOf(socket),
			};
			end(() => resolve(seen));
		});
	});

const nameOf = (names: PeerCertificate['subject'] | undefined): string => {
	const name = names?.CN ?? names?.O;
	return (Array.isArray(name) ? name[0] : name) ?? 'nobody';
};

/** Shows who the certificate of a host is for, who signed it, until when, and whether this machine believes it. */
export const lookAtCertificate = async (peer: Peer, limit: number, signal: AbortSignal): Promise<Finding> => {
	try {
		const seen = await shakeHands(peer, limit, signal);
		if (seen === undefined) return skip('interrupted');
		const {certificate, protocol, error} = seen;
		const until = new Date(certificate.valid_to);
		const day = Number.isNaN(until.getTime()) ? certificate.valid_to : until.toISOString().slice(0, 10);
		const detail = `${protocol}; certificate for ${nameOf(certificate.subject)}, from ${nameOf(certificate.issuer)}, valid until ${day}`;
		if (error !== undefined) {
			const failure = failureOf(peer, error, error);
			return {...failure, detail: `${failure.detail}; ${detail}`};
		}
		return until.getTime() - Date.now() < soon
			? warn(`${detail}, which is soon`, 'Whoever runs the server should renew it.')
			: ok(detail);
	} catch (error) {
		const code =
			error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
		return failureOf(peer, code, describeError(error));
	}
};

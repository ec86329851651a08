export type Unreachable = {
	readonly type: 'unreachable';
	/** What the system said. */
	readonly reason: string;
	/** ECONNREFUSED, ENOTFOUND, DEPTH_ZERO_SELF_SIGNED_CERT ... */
	readonly systemCode?: string;
	/** What the system was asked to do: `connect`, `read` ... */
	readonly systemCall?: string;
	/** Whom we tried to reach, with the port where it matters. */
	readonly host: string;
	/** The proxy between us, if there is one. */
	readonly proxy?: string;
};

/** The ways in which a host is not reached, as far as they differ in what the user can do. */
export type UnreachableKind =
	| 'unknown-host'
	| 'name-service'
	| 'refused'
	| 'no-route'
	| 'timeout'
	| 'reset'
	| 'certificate-unknown'
	| 'certificate-expired'
	| 'certificate-name'
	| 'tls'
	| 'not-http'
	| 'proxy-refused'
	| 'proxy-address'
	| 'other';

const kinds: Readonly<Record<string, UnreachableKind>> = {
	ENOTFOUND: 'unknown-host',
	EAI_AGAIN: 'name-service',
	EAI_FAIL: 'name-service',
	ECONNREFUSED: 'refused',
	EHOSTUNREACH: 'no-route',
	ENETUNREACH: 'no-route',
	EHOSTDOWN: 'no-route',
	ENETDOWN: 'no-route',
	EADDRNOTAVAIL: 'no-route',
	ETIMEDOUT: 'timeout',
	UND_ERR_CONNECT_TIMEOUT: 'timeout',
	ECONNRESET: 'reset',
	EPIPE: 'reset',
	UND_ERR_SOCKET: 'reset',
	DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate-unknown',
	SELF_SIGNED_CERT_IN_CHAIN: 'certificate-unknown',
	UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate-unknown',
	UNABLE_TO_GET_ISSUER_CERT: 'certificate-unknown',
	UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate-unknown',
	CERT_UNTRUSTED: 'certificate-unknown',
	CERT_HAS_EXPIRED: 'certificate-expired',
	CERT_NOT_YET_VALID: 'certificate-expired',
	ERR_TLS_CERT_ALTNAME_INVALID: 'certificate-name',
	UND_ERR_PRX_TLS: 'certificate-name',
};

export const unreachableKind = ({systemCode, proxy, reason}: Unreachable): UnreachableKind => {
	if (proxy !== undefined && /^Proxy (response|Authentication Required) \(\d+\)/.test(reason))
		return 'proxy-refused';
	if (proxy !== undefined && systemCode === 'ERR_INVALID_URL') return 'proxy-address';
	// undici's parser gives no code for the plainest case.
	if (systemCode === undefined) return /does not match the HTTP/.test(reason) ? 'not-http' : 'other';
	const known = kinds[systemCode];
	if (known !== undefined) return known;
	if (systemCode.startsWith('HPE_')) return 'not-http';
	return /^(ERR_SSL|ERR_TLS|EPROTO|CERT_)/.test(systemCode) ? 'tls' : 'other';
};

const beforeConnection: ReadonlySet<string> = new Set(['connect', 'getaddrinfo']);

/**
 * Whether the request cannot have arrived: there was no connection to send it over. Many codes say nothing about that:
 * a connection that has carried the request may time out, lose its way or break in TLS as well.
 */
export const isNeverSent = (end: Unreachable): boolean => {
	switch (unreachableKind(end)) {
		case 'unknown-host':
		case 'name-service':
		case 'refused':
		case 'certificate-unknown':
		case 'certificate-expired':
		case 'certificate-name':
		case 'proxy-refused':
		case 'proxy-address':
			return true;
		default:
			return end.systemCode === 'UND_ERR_CONNECT_TIMEOUT' || beforeConnection.has(end.systemCall ?? '');
	}
};

const withCode = (text: string, {systemCode}: Unreachable): string =>
	systemCode === undefined ? text : `${text} (${systemCode})`;

/** Continues `could not be reached: `. */
export const unreachablePhrase = (end: Unreachable): string => {
	// Only the proxy is looked up and connected to by ourselves.
	const peer = end.proxy === undefined ? end.host : `the proxy ${end.proxy}`;
	switch (unreachableKind(end)) {
		case 'unknown-host':
			return withCode(`there is no host ${peer}`, end);
		case 'name-service':
			return withCode(`the name ${peer} could not be looked up`, end);
		case 'refused':
			return withCode(`nothing answers at ${peer}`, end);
		case 'no-route':
			return withCode(`there is no way to ${peer}`, end);
		case 'timeout':
			return withCode(`${peer} did not take the connection in time`, end);
		case 'reset':
			return withCode(`${peer} broke the connection`, end);
		case 'certificate-unknown':
			return withCode(`the certificate of ${end.host} comes from nobody this machine trusts`, end);
		case 'certificate-expired':
			return withCode(`the certificate of ${end.host} is not valid today`, end);
		case 'certificate-name':
			return withCode(`the certificate of ${end.host} is for another host`, end);
		case 'tls':
			return withCode(`${end.host} and this program could not agree on TLS`, end);
		case 'not-http':
			return withCode(`${peer} does not speak HTTP`, end);
		case 'proxy-refused':
			return `the proxy ${end.proxy ?? ''} refused: ${end.reason}`;
		case 'proxy-address':
			return 'the address of the proxy is not a URL';
		default:
			return withCode(`${peer}: ${end.reason}`, end);
	}
};

/** How hints speak of the address that was tried. */
export type AddressWords = {
	/** The setting it comes from: `the "url" of the server`. */
	readonly setting: string;
	/** What to do where nobody listens at it, as a sentence. */
	readonly whenRefused: string;
};

/** For a proxy that answers with status 407. */
export const proxySignInHint =
	'Put your user name and password for the proxy into HTTPS_PROXY (HTTP_PROXY for http addresses), as in http://user:password@proxy.example:3128, and start again. A proxy that takes only NTLM or Kerberos needs a helper such as px or cntlm.';

/** What to do about it. */
export const unreachableHint = (end: Unreachable, {setting, whenRefused}: AddressWords): string => {
	const about = end.proxy === undefined ? setting : 'HTTPS_PROXY and HTTP_PROXY';
	const bypass =
		end.proxy === undefined ? '' : ` NO_PROXY=${end.host.replace(/:\d+$/, '')} goes around the proxy.`;
	switch (unreachableKind(end)) {
		case 'unknown-host':
			return `Check the host name in ${about}, and that this machine is online.${bypass}`;
		case 'name-service':
			return `The name service does not answer: check the network, then try again.${bypass}`;
		case 'refused':
			return end.proxy === undefined ? whenRefused : `Check the address of the proxy in ${about}.${bypass}`;
		case 'no-route':
		case 'timeout':
			return `Check the network, the VPN and any firewall; then ${about}.${bypass}`;
		case 'reset':
			return `The server or something on the way ended it: look into the server's own log.${bypass}`;
		case 'certificate-unknown':
			return 'If the certificate is from your own authority, set NODE_EXTRA_CA_CERTS to its PEM file and start again.';
		case 'certificate-expired':
			return 'The server needs a new certificate; also check the clock of this machine.';
		case 'certificate-name':
			return `Use the host name that the certificate is for in ${setting}.`;
		case 'tls':
			return `Is it an https address at all? Check scheme and port in ${setting}.`;
		case 'not-http':
			return `Check the port in ${setting}: something else listens there.`;
		case 'proxy-refused':
			if (/\(407\)/.test(end.reason)) return `${proxySignInHint}${bypass}`;
			return `Ask who runs the proxy to allow ${end.host}.${bypass}`;
		case 'proxy-address':
			return 'Correct HTTPS_PROXY or HTTP_PROXY: it has to look like http://proxy.example:3128.';
		default:
			return `Check the network and ${about}.${bypass}`;
	}
};

/** What clients may use up. Each is far above what an honest one needs. Times are milliseconds. */
export type HttpLimits = {
	readonly bodyBytes: number;
	/** Of all requests that are under way. */
	readonly allBodiesBytes: number;
	readonly headerBytes: number;
	/** How deep JSON may be nested. */
	readonly jsonDepth: number;
	/** In which the headers of a request have to arrive. */
	readonly headersTime: number;
	/** In which the whole request has to arrive. */
	readonly requestTime: number;
	/** How long a connection may wait for its next request. */
	readonly idleTime: number;
	/** How often the times above are looked at. */
	readonly checkingTime: number;
	/** At each address. */
	readonly connections: number;
	readonly requests: number;
	readonly sessions: number;
	/** After which a session that nobody uses is forgotten. */
	readonly sessionIdleTime: number;
	/** How long one call may take. */
	readonly callTime: number;
	/** What calls get to come to their end when the host closes. */
	readonly closingTime: number;
};

const second = 1000;
const minute = 60 * second;
const mebibyte = 1024 * 1024;

export const httpLimits: HttpLimits = {
	bodyBytes: 4 * mebibyte,
	allBodiesBytes: 64 * mebibyte,
	headerBytes: 16 * 1024,
	jsonDepth: 100,
	headersTime: 10 * second,
	requestTime: 30 * second,
	idleTime: 5 * second,
	checkingTime: second,
	connections: 256,
	requests: 128,
	sessions: 100,
	sessionIdleTime: 30 * minute,
	callTime: 5 * minute,
	closingTime: 3 * second,
};

/** Why a request is not answered as it wanted. */
export type Refusal = {
	readonly status: number;
	readonly message: string;
	readonly headers?: Readonly<Record<string, string>>;
};

/** A request that the host has let in, and read. */
export type Exchange = {
	readonly method: string;
	/** Without the query. */
	readonly path: string;
	readonly headers: Headers;
	readonly body: string;
	/** Aborts when nobody waits for the answer any more. */
	readonly signal: AbortSignal;
	/** Resolves when the answer was sent, or cannot be. */
	readonly ended: Promise<void>;
	/** Says what is asked for, to whoever reads the log. */
	readonly note: (what: string) => void;
	/** The answer goes on until the client leaves: a host that closes does not wait for its end. */
	readonly lasts: () => void;
};

/** What is offered on a host. */
export type HttpService = {
	readonly owns: (path: string) => boolean;
	/** A refusal as its clients understand it. */
	readonly refuse: (refusal: Refusal) => Response;
	readonly answer: (exchange: Exchange) => Promise<Response>;
	readonly close: () => Promise<void>;
};

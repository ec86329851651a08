import type {Failure, HintedFailure} from '../../../domain/failure.ts';
import {sanitiseLine} from '../../../support/sanitise.ts';
import {quoteWord} from '../../../support/shell-words.ts';

/** Why a server could not be reached with the credentials at hand. The message names the server. */
export class AccessError extends Error {
	readonly code: string;
	readonly hint: string;

	constructor(failure: HintedFailure, cause?: unknown) {
		// It quotes addresses and reasons that servers chose.
		super(sanitiseLine(failure.message), cause === undefined ? {} : {cause});
		this.name = 'AccessError';
		this.code = failure.code;
		this.hint = failure.hint;
	}
}

/** Only the user can help: in a browser. */
export class SignInNeededError extends AccessError {
	override readonly code = 'sign-in-needed';
	/** Continues a sentence that begins with the server. */
	readonly reason: string;
	/** What the server wants to be allowed, as far as it said. */
	readonly scopes?: string;

	constructor(server: string, reason: string, scopes?: string) {
		super({
			code: 'sign-in-needed',
			message: `Server "${server}" ${reason}.`,
			hint: `Sign in with \`mcp-tui mcp login ${quoteWord(server)}\`, or on the servers screen.`,
		});
		// The SDK looks for this name when it probes for the protocol version: it means "do not try anything else".
		this.name = 'UnauthorizedError';
		this.reason = reason;
		if (scopes !== undefined) this.scopes = scopes;
	}
}

export const toAccessFailure = ({code, message, hint}: AccessError): Failure => ({code, message, hint});

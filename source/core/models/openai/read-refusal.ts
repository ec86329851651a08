import {isJsonObject} from '../../../domain/json.ts';

export type Refusal = {
	readonly status: number;
	/** The member that the server names as the culprit. */
	readonly param: string;
	readonly text: string;
};

/** Beyond this, servers repeat what we sent, and any word may be in it. */
const longestText = 4000;

const written = (value: unknown): string => {
	try {
		return JSON.stringify(value) ?? '';
	} catch {
		// It came as JSON; what cannot be written again says nothing.
		return '';
	}
};

/** What a server says when it refuses a request; undefined for errors that are not of the server. */
export const readRefusal = (error: unknown): Refusal | undefined => {
	if (typeof error !== 'object' || error === null || !('status' in error)) return undefined;
	if (typeof error.status !== 'number') return undefined;
	const body = 'error' in error ? error.error : undefined;
	const message = error instanceof Error ? error.message : '';
	return {
		status: error.status,
		param: isJsonObject(body) && typeof body.param === 'string' ? body.param : '',
		text: `${message}\n${written(body)}`.slice(0, longestText),
	};
};

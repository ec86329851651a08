import type {ProviderName} from './sdk-errors.ts';

/** A refusal of a provider, as it was seen in the world. */
export type Row = readonly [who: ProviderName, status: number, body: unknown];

export const openai = (
	message: string,
	code: string | null = null,
	type = 'invalid_request_error',
	param?: string,
) => ({
	error: {message, type, param: param ?? null, code},
});
export const anthropic = (type: string, message: string) => ({
	type: 'error',
	error: {type, message},
	request_id: 'req_011CSHoEeqs5C35K2UUqR7Fy',
});
export const gemini = (code: number, status: string, message: string, details?: unknown) => [
	{error: {code, message, status, ...(details === undefined ? {} : {details})}},
];

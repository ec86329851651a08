import type {RefusalBody, RefusalDetails, RefusalKind} from './fault-script.ts';

type OpenAiError = {readonly message: string; readonly type: string; readonly code: string | null};

const errorOf = (kind: RefusalKind, {key, model, tool}: RefusalDetails): [number, OpenAiError] => {
	switch (kind) {
		case 'wrong-key':
			return [
				401,
				{
					message: `Incorrect API key provided: ${key}. You can find your API key in your account settings.`,
					type: 'invalid_request_error',
					code: 'invalid_api_key',
				},
			];
		case 'no-access':
			return [
				403,
				{
					message: `Project does not have access to model ${model}`,
					type: 'invalid_request_error',
					code: null,
				},
			];
		case 'rate-limited':
			return [
				429,
				{
					message: `Rate limit reached for ${model} on requests per min (RPM): Limit 500, Used 500, Requested 1.`,
					type: 'requests',
					code: 'rate_limit_exceeded',
				},
			];
		case 'quota':
			return [
				429,
				{
					message: 'You exceeded your current quota, please check your plan and billing details.',
					type: 'insufficient_quota',
					code: 'insufficient_quota',
				},
			];
		case 'overloaded':
			return [
				503,
				{
					message: 'The engine is currently overloaded, please try again later',
					type: 'server_error',
					code: null,
				},
			];
		case 'server-error':
			return [
				500,
				{
					message: 'The server had an error while processing your request. Sorry about that!',
					type: 'server_error',
					code: null,
				},
			];
		case 'context-full':
			return [
				400,
				{
					message:
						'Your input exceeds the context window of this model. Please adjust your input and try again.',
					type: 'invalid_request_error',
					code: 'context_length_exceeded',
				},
			];
		case 'unknown-model':
			return [
				404,
				{
					message: `The model '${model}' does not exist or you do not have access to it.`,
					type: 'invalid_request_error',
					code: 'model_not_found',
				},
			];
		case 'bad-tool':
			return [
				400,
				{
					message: `Invalid schema for function '${tool?.name ?? ''}': In context=('properties', 'a'), schema must have a 'type' key.`,
					type: 'invalid_request_error',
					code: 'invalid_function_parameters',
				},
			];
		default:
			return kind satisfies never;
	}
};

/** How OpenAI refuses a request, in both of its protocols. */
export const openAiRefusalOf = (kind: RefusalKind, details: RefusalDetails): RefusalBody => {
	const [status, error] = errorOf(kind, details);
	return {status, body: {error: {...error, param: null}}};
};

import type {CustomAnswer, CustomEndpoint, CustomMethod} from '../../../../domain/custom-tool.ts';
import {limitedSignal} from '../../../../support/limited-signal.ts';
import {describeNetworkEnd} from '../../../../support/network/network-end.ts';
import {networkEndBehind} from '../../../../support/network/network-error.ts';
import {createNetworkFetch} from '../../../../support/network/network-fetch.ts';
import {unreachableHint} from '../../../../support/network/unreachable.ts';
import {McpToolError} from '../../shared/McpToolError.ts';
import type {CustomRequest} from './buildRequest.ts';

export type SendDeps = {
	/** Where proxies are named. */
	readonly environment: Readonly<Record<string, string | undefined>>;
};

/** An answer and its body, whole; of an error only the beginning. */
export type WholeAnswer = CustomAnswer & {
	readonly isOk: boolean;
	readonly body: Uint8Array;
	/** Why we did not go where it sends us, as a sentence. */
	readonly notFollowed?: string;
};

const maxAnswerBytes = 5 * 1024 * 1024;
const mostRedirects = 5;

type Asked = {readonly method: CustomMethod; readonly url: string; readonly body?: string};

const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status);

type Redirect = {readonly next: Asked} | {readonly notFollowed: string};

/** Where an answer sends us on; undefined where it is the end. Another origin never gets what was meant for this one. */
const followRedirect = (asked: Asked, status: number, location: string | null): Redirect | undefined => {
	if (!isRedirect(status) || location === null) return undefined;
	const {origin, host} = new URL(asked.url);
	const target = URL.canParse(location, asked.url) ? new URL(location, asked.url) : undefined;
	if (target?.origin !== origin) {
		const where = target === undefined ? 'an address that cannot be read' : target.origin;
		return {
			notFollowed: `${host} answered ${status} and sends us on to ${where}. Nothing was sent there: if that is the right place, the user has to write it in the endpoint of the tool.`,
		};
	}
	if (target.username !== '' || target.password !== '') {
		return {
			notFollowed: `${host} answered ${status} and sends us on to an address with a user name or a password in it. Nothing was sent there.`,
		};
	}
	if (asked.method === 'GET' || status === 307 || status === 308) return {next: {...asked, url: target.href}};
	return status === 303
		? {next: {method: 'GET', url: target.href}}
		: {
				notFollowed: `${host} answered ${status} to ${asked.method} and sends us on. What that means for ${asked.method} nobody knows, so it was not sent again.`,
			};
};

const withoutContent = (headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
	Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'content-type'));

const describeLoss = (error: unknown, host: string): string => {
	const end = networkEndBehind(error);
	if (end === undefined) return `The request to ${host} failed.`;
	const hint =
		end.type === 'unreachable'
			? ` ${unreachableHint(end, {setting: 'the endpoint of the tool', whenRefused: 'Is the service running? Check the port in the endpoint of the tool.'})}`
			: '';
	return `${host} ${describeNetworkEnd(end)}.${hint}`;
};

const describeLateness = ({method, timeout}: CustomEndpoint, host: string): string => {
	const doubt = method === 'GET' ? '' : ' It may have done what it was asked to all the same.';
	return `${host} did not answer within ${Math.round(timeout / 100) / 10} s, the timeout of this tool.${doubt}`;
};

/** Sends a request and reads the answer, within limits. Throws McpToolError where there is none. */
export const sendRequest = async (
	endpoint: CustomEndpoint,
	request: CustomRequest,
	{environment}: SendDeps,
	signal: AbortSignal,
): Promise<WholeAnswer> => {
	const {timeout} = endpoint;
	const limited = limitedSignal(signal, timeout);
	const {host} = new URL(request.url);
	// Nothing is left open between two calls.
	const fetch = createNetworkFetch({
		environment,
		maxBytes: maxAnswerBytes,
		maxTotalBytes: maxAnswerBytes,
		headersTimeout: timeout,
		readTimeout: timeout,
	});
	try {
		let asked: Asked = {
			method: endpoint.method,
			url: request.url,
			...(request.body === undefined ? {} : {body: request.body}),
		};
		for (let hops = 0; ; hops += 1) {
			const {method, url, body} = asked;
			const response = await fetch(url, {
				method,
				headers: body === undefined ? withoutContent(request.headers) : {...request.headers},
				redirect: 'manual',
				signal: limited,
				...(body === undefined ? {} : {body}),
			});
			const redirect = followRedirect(asked, response.status, response.headers.get('location'));
			if (redirect === undefined || 'notFollowed' in redirect || hops === mostRedirects) {
				const bytes = new Uint8Array(await response.arrayBuffer());
				return {
					status: response.status,
					statusText: response.statusText,
					contentType: response.headers.get('content-type') ?? '',
					bytes: bytes.length,
					isOk: response.ok,
					body: bytes,
					...(redirect !== undefined && 'notFollowed' in redirect ? redirect : {}),
				};
			}
			await response.body?.cancel();
			asked = redirect.next;
		}
	} catch (error) {
		if (error instanceof McpToolError) throw error;
		if (signal.aborted)
			throw new McpToolError('The call was cancelled before an answer came.', undefined, {cause: error});
		const message = limited.aborted ? describeLateness(endpoint, host) : describeLoss(error, host);
		throw new McpToolError(message, undefined, {cause: error});
	} finally {
		await fetch.close();
	}
};

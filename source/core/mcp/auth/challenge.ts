import {extractWWWAuthenticateParams} from '@modelcontextprotocol/client';
import {within} from '../transports/within.ts';

/** What a server said when it refused a request. */
export type Challenge = {
	readonly status?: number;
	/** The first authentication scheme it names, in lower case. */
	readonly scheme?: string;
	readonly resourceMetadataUrl?: URL;
	readonly scope?: string;
	readonly error?: string;
	/** The beginning of the body. */
	readonly said?: string;
};

const longestScope = 4000;

export const readChallenge = (response: Response): Challenge => {
	const scheme = /^\s*([a-z0-9-]+)/i.exec(response.headers.get('www-authenticate') ?? '')?.[1]?.toLowerCase();
	const {resourceMetadataUrl, scope, error} = extractWWWAuthenticateParams(response);
	return {
		status: response.status,
		...(scheme === undefined ? {} : {scheme}),
		...(resourceMetadataUrl === undefined ? {} : {resourceMetadataUrl}),
		...(scope === undefined ? {} : {scope: scope.slice(0, longestScope)}),
		...(error === undefined ? {} : {error}),
	};
};

const longestBody = 4096;
/** Some servers leave the body of a refusal open. */
const bodyMilliseconds = 1000;

/** The same with what the body says, where the head does not say enough. The response keeps its body for others. */
export const readRefusal = async (response: Response): Promise<Challenge> => {
	const challenge = readChallenge(response);
	const reader =
		challenge.resourceMetadataUrl === undefined
			? response.clone().body?.pipeThrough(new TextDecoderStream()).getReader()
			: undefined;
	if (reader === undefined) return challenge;
	let said = '';
	const read = async (): Promise<void> => {
		while (said.length < longestBody) {
			const {done, value = ''} = await reader.read();
			if (done) return;
			said += value;
		}
	};
	// A body that breaks off has said what it has said.
	await within(
		read().catch(() => undefined),
		bodyMilliseconds,
	);
	void reader.cancel().catch(() => undefined);
	return said === '' ? challenge : {...challenge, said: said.slice(0, longestBody)};
};

/** Whether signing in is what the server wants. A server that says nothing may still want it. */
export const asksForToken = ({scheme}: Challenge): boolean =>
	scheme === undefined || scheme === 'bearer' || scheme === 'dpop';

export const isInsufficientScope = (status: number, {error}: Challenge): boolean =>
	status === 403 && error === 'insufficient_scope';

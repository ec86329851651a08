import {extractWWWAuthenticateParams} from '@modelcontextprotocol/client';

/** What a server said when it refused a request. */
export type Challenge = {
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
		...(scheme === undefined ? {} : {scheme}),
		...(resourceMetadataUrl === undefined ? {} : {resourceMetadataUrl}),
		...(scope === undefined ? {} : {scope: scope.slice(0, longestScope)}),
		...(error === undefined ? {} : {error}),
	};
};

const longestBody = 4096;

/** The same with what the body says. The response keeps its body for others. */
export const readRefusal = async (response: Response): Promise<Challenge> => {
	const challenge = readChallenge(response);
	let said = '';
	try {
		for await (const text of response.clone().body?.pipeThrough(new TextDecoderStream()) ?? []) {
			said += text;
			if (said.length >= longestBody) break;
		}
	} catch {
		// The head says enough.
	}
	return said === '' ? challenge : {...challenge, said: said.slice(0, longestBody)};
};

/** Whether signing in is what the server wants. A server that says nothing may still want it. */
export const asksForToken = ({scheme}: Challenge): boolean =>
	scheme === undefined || scheme === 'bearer' || scheme === 'dpop';

export const isInsufficientScope = (status: number, {error}: Challenge): boolean =>
	status === 403 && error === 'insufficient_scope';

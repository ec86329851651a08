import {createHash, webcrypto} from 'node:crypto';
import {DpopSession, generateDpopKeyPair} from '@modelcontextprotocol/client';
import * as z from 'zod';

const privateJwk = z.object({
	kty: z.literal('EC'),
	crv: z.literal('P-256'),
	x: z.string(),
	y: z.string(),
	d: z.string(),
});

export type ProofKey = {
	readonly session: DpopSession;
	/** To be kept with the tokens, which are worth nothing without it. */
	readonly stored: Record<string, unknown>;
};

const fresh = async (): Promise<ProofKey> => {
	const keyPair = await generateDpopKeyPair({alg: 'ES256', extractable: true});
	const stored = privateJwk.parse(await webcrypto.subtle.exportKey('jwk', keyPair.privateKey));
	return {session: await DpopSession.create({keyPair}), stored};
};

/** The key that tokens are bound to: the one that was kept, or a new one. */
export const openProofKey = async (kept: Record<string, unknown> | undefined): Promise<ProofKey> => {
	const parsed = privateJwk.safeParse(kept);
	if (!parsed.success) return fresh();
	const {kty, crv, x, y} = parsed.data;
	const publicJwk = {kty, crv, x, y};
	const curve = {name: 'ECDSA', namedCurve: 'P-256'};
	const keyPair = {
		privateKey: await webcrypto.subtle.importKey('jwk', parsed.data, curve, false, ['sign']),
		publicKey: await webcrypto.subtle.importKey('jwk', publicJwk, curve, true, ['verify']),
		publicJwk,
		// RFC 7638: the required members in alphabetical order.
		thumbprint: createHash('sha256').update(JSON.stringify({crv, kty, x, y})).digest('base64url'),
		alg: 'ES256' as const,
	};
	return {session: await DpopSession.create({keyPair}), stored: parsed.data};
};

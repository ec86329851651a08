import {expect, it} from 'vitest';
import {openProofKey} from '../../../../source/core/mcp/auth/proof-key.ts';

const proof = {htm: 'POST', htu: 'https://mcp.example/mcp'};

it('opens the key that was kept, so that tokens of an earlier run stay valid', async () => {
	const first = await openProofKey(undefined);
	const again = await openProofKey(JSON.parse(JSON.stringify(first.stored)));
	expect(again.session.thumbprint).toBe(first.session.thumbprint);
	expect(again.session.publicJwk).not.toHaveProperty('d');
	const [header = ''] = (await again.session.buildProof(proof)).split('.');
	expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toMatchObject({
		alg: 'ES256',
		jwk: {x: first.stored.x, y: first.stored.y},
	});
});

it('makes a new key where the kept one is damaged', async () => {
	const first = await openProofKey(undefined);
	const other = await openProofKey({...first.stored, crv: 'P-999'});
	expect(other.session.thumbprint).not.toBe(first.session.thumbprint);
});

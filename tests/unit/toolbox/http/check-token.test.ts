import {expect, it} from 'vitest';
import {createTokenCheck} from '../../../../source/core/toolbox/http/check-token.ts';
import {createSecret} from '../../../../source/domain/secret.ts';

const token = 'k3Jf0-very.long_token~of+this/test=';
const hasToken = createTokenCheck(createSecret(token));

it('accepts the token as a bearer, however that is written', () => {
	for (const scheme of ['Bearer ', 'bearer ', 'BEARER  ']) expect(hasToken(`${scheme}${token}`)).toBe(true);
});

it('accepts nothing that only looks like it', () => {
	const almost = [
		undefined,
		'',
		'Bearer',
		'Bearer ',
		token,
		`Basic ${token}`,
		`Bearer ${token.slice(0, -1)}`,
		`Bearer ${token}x`,
		`Bearer ${token.toUpperCase()}`,
		`Bearer ${token} ${token}`,
		`Bearer "${token}"`,
		`Bearer${token}`,
		`Bearer ${token}\n`,
		`Bearer x, Bearer ${token}`,
	];
	for (const header of almost) expect([header, hasToken(header)]).toEqual([header, false]);
});

import {describe, expect, it} from 'vitest';
import {hideTokens} from '../../../source/support/hide-tokens.ts';

const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';

describe('what looks like a token', () => {
	it('is hidden wherever a word begins', () => {
		expect(hideTokens({text: `the token ${token}, "${token}" and jwt=${token}`})).toEqual({
			text: 'the token •••, "•••" and jwt=•••',
		});
	});

	it('is looked for in one go, however many beginnings of one a text has', () => {
		const text = 'eyJ-'.repeat(200_000);
		expect(hideTokens(text)).toBe(text);
	});
});

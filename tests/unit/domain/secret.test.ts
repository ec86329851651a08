import {inspect} from 'node:util';
import {describe, expect, it} from 'vitest';
import {createSecret, revealSecret} from '../../../source/domain/secret.ts';

describe('a secret', () => {
	const secret = createSecret('hunter2');

	it('is dots wherever it is printed by accident', () => {
		const printed = [
			String(secret),
			`${secret}`,
			JSON.stringify({secret}),
			inspect({secret}),
			inspect(secret),
		];
		expect(printed.join(' ')).not.toContain('hunter2');
		expect(Object.values(secret).map(String).join(' ')).not.toContain('hunter2');
	});

	it('is itself for whoever asks for it by name', () => {
		expect(revealSecret(secret)).toBe('hunter2');
	});

	it('is refused when it was not made here', () => {
		expect(() => revealSecret({toString: () => 'x', toJSON: () => 'x'})).toThrow('not a secret');
	});
});

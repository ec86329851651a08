import {describe, expect, it} from 'vitest';
import {base64Bytes} from '../../../source/domain/base64-bytes.ts';

describe('the size of data in base64', () => {
	it('is three bytes for every four characters', () => {
		expect(base64Bytes('')).toBe(0);
		expect(base64Bytes(Buffer.alloc(300).toString('base64'))).toBe(300);
	});
});

import {describe, expect, it} from 'vitest';
import {base64Bytes} from '../../../source/domain/base64-bytes.ts';

describe('the size of data in base64', () => {
	it.each([0, 1, 2, 3, 299, 300])('is exact without decoding it: %d bytes', size => {
		expect(base64Bytes(Buffer.alloc(size).toString('base64'))).toBe(size);
	});
});

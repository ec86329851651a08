import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {imageSize} from '../../../../source/ui/transcript/image-size.ts';

const base64 = (hex: string): string => Buffer.from(hex.replaceAll(' ', ''), 'hex').toString('base64');

describe('the size of a picture', () => {
	it('is read from the first bytes of a PNG, a GIF and a JPEG', () => {
		expect(imageSize(base64('89504e470d0a1a0a 0000000d49484452 00000280 000001e0'))).toEqual({
			width: 640,
			height: 480,
		});
		expect(imageSize(base64('474946383961 0a00 1400'))).toEqual({width: 10, height: 20});
		const segment = 'ffe0 0004 0000';
		expect(imageSize(base64(`ffd8 ${segment} ffc0 0011 08 0064 00c8 03`))).toEqual({width: 200, height: 100});
	});

	it('is not known of anything else, and nothing breaks', () => {
		expect(imageSize('')).toBeUndefined();
		expect(imageSize('not base64 at all')).toBeUndefined();
		fc.assert(
			fc.property(
				fc.constantFrom('ffd8', 'ffd8ffe0', '474946', '89504e47', ''),
				fc.uint8Array({maxLength: 60}),
				(start, rest) => {
					const bytes = Buffer.concat([Buffer.from(start, 'hex'), rest]);
					expect(() => imageSize(bytes.toString('base64'))).not.toThrow();
				},
			),
		);
	});
});

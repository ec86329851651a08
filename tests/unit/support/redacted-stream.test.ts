import {describe, expect, it} from 'vitest';
import {redactedStream} from '../../../source/support/redacted-stream.ts';
import {createRedactor} from '../../../source/support/redactor.ts';

const setUp = () => {
	const written: unknown[] = [];
	const {learn, redact} = createRedactor();
	learn('sk-canary-1');
	const stream = redactedStream(
		{
			isTTY: true,
			write: (...all: readonly unknown[]) => {
				written.push(...all.slice(0, 1));
				const done = all.at(-1);
				if (typeof done === 'function') done();
				return true;
			},
		},
		redact,
	);
	return {stream, written};
};

describe('a stream that is looked after', () => {
	it('gets no secret', () => {
		const {stream, written} = setUp();
		expect(stream.write('key sk-canary-1\n')).toBe(true);
		expect(written).toEqual(['key •••\n']);
		expect(stream.isTTY).toBe(true);
	});

	it('gets bytes as they are and tells when they are written', async () => {
		const {stream, written} = setUp();
		const bytes = new Uint8Array([1, 2]);
		await new Promise(resolve => stream.write(bytes, resolve));
		expect(written).toEqual([bytes]);
	});
});

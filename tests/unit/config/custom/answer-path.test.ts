import {describe, expect, it} from 'vitest';
import {readAnswerPath} from '../../../../source/core/config/custom/answer-path.ts';

describe('the way to a place in an answer', () => {
	it.each([
		['data.items[0].name', ['data', 'items', '0', 'name']],
		['$.data.items', ['data', 'items']],
		['[0].id', ['0', 'id']],
		['data["a key"]["say \\"hi\\""]', ['data', 'a key', 'say "hi"']],
		["data['a.b']", ['data', 'a.b']],
		['/data/a~1b/~0', ['data', 'a/b', '~']],
		['/*', ['*']],
		[' data ', ['data']],
	])('is read as it is in checks: %s', (written, keys) => {
		expect(readAnswerPath(written)).toEqual({written, keys});
	});

	it.each(['', '$', 'a..b', 'a.', 'a[', 'a[x]', 'items[*].id', 'a.*', '$.a["b]'])(
		'is none where it leads nowhere, or to several places: "%s"',
		written => {
			expect(readAnswerPath(written)).toBeUndefined();
		},
	);
});

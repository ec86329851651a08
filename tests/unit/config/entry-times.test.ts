import {describe, expect, it} from 'vitest';
import {readServerEntry} from '../../../source/core/config/server-entry.ts';

const serverOf = (entry: object, isAgent: boolean) => {
	const read = readServerEntry('a', {url: 'https://a.example', ...entry}, {file: 'x', env: {}, isAgent});
	if (read.type === 'refused') throw new Error(read.complaints.map(({message}) => message).join());
	return read.server;
};

describe('the times of an entry', () => {
	it.each<[object, object]>([
		[{request_timeout: 1200}, {requestTimeout: 1_200_000}],
		[{request_timeout: 0.5}, {requestTimeout: 500}],
		[{requestTimeout: 600}, {requestTimeout: 600_000}],
		[{sse_read_timeout: 3600}, {sseReadTimeout: 3_600_000}],
		[{timeout: 2.5}, {connectTimeout: 2500}],
	])('are seconds in an agent file: %o means %o', (entry, expected) => {
		expect(serverOf(entry, true)).toMatchObject(expected);
	});

	it.each<[object, object]>([
		[{request_timeout: 1200}, {requestTimeout: 1_200_000}],
		[{sse_read_timeout: 3600}, {sseReadTimeout: 3_600_000}],
		[{requestTimeout: 1200}, {requestTimeout: 1200}],
		[{timeout: 1200}, {connectTimeout: 1200}],
	])(
		'are seconds in every file where they are spelled as in an agent file: %o means %o',
		(entry, expected) => {
			expect(serverOf(entry, false)).toMatchObject(expected);
		},
	);

	it('say how they were read where the unit could be mistaken', () => {
		const {timesRead} = serverOf({requestTimeout: 1200, sse_read_timeout: 3600, timeout: 30}, false);
		expect(timesRead).toEqual({
			requestTimeout: '1200 read as milliseconds',
			sseReadTimeout: '3600 read as seconds',
		});
		expect(serverOf({requestTimeout: 60}, false).timesRead).toBeUndefined();
	});
});

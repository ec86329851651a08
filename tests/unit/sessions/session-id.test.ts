import {join} from 'node:path';
import {expect, it} from 'vitest';
import {isSessionId, sessionFile} from '../../../source/core/sessions/session-files.ts';

it('names the file of a session', () => {
	expect(sessionFile('/sessions', '0198c0de-1234-7abc-8def-0123456789ab')).toBe(
		join('/sessions', '0198c0de-1234-7abc-8def-0123456789ab.jsonl'),
	);
});

const escaping = [
	...[
		'',
		'.',
		'..',
		'../x',
		'a/b',
		'a\\b',
		'/etc/passwd',
		'a.b',
		'a\0b',
		'a\nb',
		'é',
		'-x',
		'~',
		'%2e%2e',
		'C:x',
	],
	...['nul', 'CON', 'com1', 'x'.repeat(101), 'a b', '__proto__/../x'],
];
for (const id of escaping) {
	it(`refuses ${JSON.stringify(id)} as the id of a session`, () => {
		expect(isSessionId(id)).toBe(false);
		expect(sessionFile('/sessions', id)).toBeUndefined();
	});
}

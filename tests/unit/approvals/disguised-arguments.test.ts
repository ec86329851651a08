// biome-ignore-all lint/suspicious/noTemplateCurlyInString: a model writes variables like this

import {describe, expect, it} from 'vitest';
import {matchesArguments} from '../../../source/core/approvals/match-arguments.ts';
import type {ArgumentMatcher} from '../../../source/domain/approval.ts';
import {places} from './policy-harness.ts';

const matches = (manner: 'strict' | 'generous') => (matcher: ArgumentMatcher, text: string) =>
	matchesArguments({x: matcher}, {x: text}, manner, places);
/** Whether a rule that allows counts. */
const allows = matches('strict');
/** Whether a rule that asks or denies does. */
const holdsBack = matches('generous');

describe('a path that leads out of the folder in disguise', () => {
	it.each([
		['beside an escape that encodes nothing', '/site/%2e%2e/etc/x%zz'],
		['encoded twice', '/site/%252e%252e/etc'],
		['encoded more often than anybody decodes', `/site/%${'25'.repeat(40)}2e%${'25'.repeat(40)}2e/etc`],
		['in bytes that are no text', '/site/%c0%ae%c0%ae/etc'],
		['encoded as old servers do', '/site/%u002e%u002e/etc'],
		['in wide characters', '/site/\uff0e\uff0e/etc'],
		['in wide characters beside encoded ones', '/site/\u2105/%2e%2e/%2e%2e/etc'],
		['in two dots that are one character', '/site/\u2025/etc'],
		['with a character between the dots that nobody sees', '/site/.\u200b./etc'],
		['with a control character between the dots', '/site/.\t./etc'],
		['with a null byte', '/site/a%00/../../etc'],
		['with a path parameter', '/site/..;x=1/etc'],
		['over a part that is nothing but a parameter', '/site/;/../etc'],
		['with a space behind the dots', '/site/.. /etc'],
		['with more dots', '/site/.../etc'],
		['behind a question mark that not everybody stops at', 'file:///site/a?b/../../../etc'],
		['encoded twice in a file URL', 'file:///site/%252e%252e/etc'],
	])('is not surely there: %s', (_how, text) => {
		expect(allows({under: '/site'}, text)).toBe(false);
		expect(allows({glob: '/site/*'}, text)).toBe(false);
	});

	it.each([
		'/site/a b.txt',
		'/site/a%20b.txt',
		'/site/100%',
		'/site/100%25',
		'/site/a;b.txt',
		'/site/v1..v2',
		'/site/資料（新）：版…本.md',
		'/site/👩\u200d💻.md',
		'/site/.hidden/x',
	])('is not what is only written unusually: %s', text => {
		expect(allows({under: '/site'}, text)).toBe(true);
		expect(allows({glob: '/site/*'}, text)).toBe(true);
	});

	it('does not make a folder with a strange name another', () => {
		expect(allows({under: '/site/資料（新）'}, '/site/資料（新）/a')).toBe(true);
		expect(allows({under: '/site/a%62'}, '/site/ab/x')).toBe(false);
		expect(allows({under: '/site/\ufb01le'}, '/site/file/x')).toBe(false);
	});
});

describe('a path that leads into the folder in disguise', () => {
	it.each([
		['by a variable', '$HOME/.ssh/id'],
		['by a variable in braces', '${HOME}/.ssh/id'],
		['by a variable of Windows', '%USERPROFILE%\\.ssh\\id'],
		['by the folder in which the program is', '$PWD/../.ssh/id'],
		['through the root of a process', '/proc/self/root/home/me/.ssh/id'],
		['through the root of a process, again', '/proc/1/root/proc/self/task/7/root/home/me/.ssh/id'],
		['through the folder of a process', '/proc/self/cwd/../.ssh/id'],
		['in quotes', '"/home/me/.ssh/id"'],
		['with a null byte', '/home/me/.ssh\0/id'],
		['with a character that nobody sees', '/home/me/.s\u200bsh/id'],
		['in wide characters', '/home/me/\uff0essh/id'],
		['beside an escape that encodes nothing', '/home/me/%2essh/id%zz'],
		['encoded twice', '/home/me/%252essh/id'],
		['with a path parameter', '/home/me/.ssh;x/id'],
		['in another case', '/HOME/me/.SSH/id'],
		['with a dot at the end', '/home/me/.ssh./id'],
		['from elsewhere', '../.ssh/id'],
	])('may be there: %s', (_how, text) => {
		expect(holdsBack({under: '~/.ssh'}, text)).toBe(true);
		expect(holdsBack({under: '$HOME/.ssh'}, text)).toBe(true);
		expect(holdsBack({glob: '~/.ssh/*'}, text)).toBe(true);
		expect(holdsBack({glob: '${HOME}/.ssh/*'}, text)).toBe(true);
		expect(holdsBack({glob: '/home/me/.ss*'}, text)).toBe(true);
		expect(holdsBack({under: '~/.gnupg'}, text)).toBe(false);
		expect(holdsBack({glob: '~/.gnupg/*'}, text)).toBe(false);
	});

	it.each(['\\\\?\\C:\\secret\\x', '\\\\.\\C:\\secret\\x', '\\\\localhost\\c$\\secret\\x', 'C:\\secret.\\x'])(
		'may be there by another name of Windows: %s',
		text => {
			expect(holdsBack({under: 'C:/secret'}, text)).toBe(true);
			expect(holdsBack({glob: 'C:\\secret\\*'}, text)).toBe(true);
		},
	);

	it.each(['../../../../etc/passwd', '../etc/passwd', 'etc/passwd', '/ETC/passwd', '//etc/passwd'])(
		'may be there however few or many steps it takes: %s',
		text => {
			expect(holdsBack({glob: '/etc/*'}, text)).toBe(true);
			expect(holdsBack({glob: '/etcetera/*'}, text)).toBe(false);
		},
	);

	it('may be where a glob says that is meant from here', () => {
		expect(holdsBack({glob: 'src/*'}, '/home/me/work/src/a.ts')).toBe(true);
		expect(holdsBack({glob: './src/*'}, '/home/me/work/src/a.ts')).toBe(true);
		expect(holdsBack({glob: 'src/*'}, '/home/me/other/src/a.ts')).toBe(false);
	});

	it('is not found in names that every process has', () => {
		for (const text of ['/proc/self/constructor/x', '/proc/self/task', '/proc/self', '/proc/x/root/etc/y']) {
			expect(holdsBack({under: '/etc'}, text)).toBe(false);
		}
	});
});

describe('an address in disguise', () => {
	it.each([
		['with a tab between the dots', 'https://api.example/public/.\t./private'],
		['with a new line between the dots', 'https://api.example/public/.\n./private'],
		['encoded twice', 'https://api.example/public/.%252e/private'],
		['with a path parameter', 'https://api.example/public/..;/private'],
		['with a backslash', 'https://api.example/public/..\\private'],
		['beside an escape that encodes nothing', 'https://api.example/public/%2e%2e/private%zz'],
	])('is not surely what is allowed: %s', (_how, text) => {
		expect(allows({glob: 'https://api.example/public/*'}, text)).toBe(false);
	});

	it.each([
		['https://*.api.example/*', 'https://evil.example/x.api.example/'],
		['https://*.api.example/*', 'https://evil.example#.api.example/'],
		['https://api.example*', 'https://api.example@evil.example/'],
		['https://api.example*', 'https://api.example\\@evil.example/'],
		['*://api.example*', 'https://api.example:x@evil.example/'],
	])('is not of the host that %s names: %s', (glob, text) => {
		expect(allows({glob}, text)).toBe(false);
	});

	it.each([
		['https://api.example/public/*', 'https://api.example/public/a%20b?q=1&r=%2F#x'],
		['https://*.api.example/*', 'https://x.api.example/a'],
		['https://API.example/*', 'https://API.example/a'],
		['*://localhost:3000/*', 'http://localhost:3000/a'],
		['https://*', 'https://anybody.example/'],
	])('is none where it is plain: %s allows %s', (glob, text) => {
		expect(allows({glob}, text)).toBe(true);
	});

	const disguises = [
		' https://EVIL.example/x',
		'https:\\\\evil.example\\x',
		'https:/EVIL.example/x',
		'https:evil.example/x',
		'ht\ttps://evil.example/x',
		'https://a@evil.example/x',
		'https://a:b@evil.example/x',
		'https://evil.example./x',
		'https://evil.example:443/x',
		'https://%65vil.example/x',
		'https://evil\u3002example/x',
		'<https://evil.example/x>',
	];

	it.each(disguises)('may be one that is denied: %j', text => {
		expect(holdsBack({glob: 'https://evil.example/*'}, text)).toBe(true);
		expect(holdsBack({glob: '*://evil.example/*'}, text)).toBe(true);
		expect(holdsBack({glob: 'https://EVIL.example:443/*'}, text)).toBe(true);
		expect(holdsBack({glob: 'evil.example/*'}, text)).toBe(true);
		expect(holdsBack({glob: 'https://good.example/*'}, text)).toBe(false);
		expect(holdsBack({glob: 'http://evil.example/*'}, text)).toBe(false);
	});

	it.each(['//evil.example/x', 'a@evil.example/x', 'EVIL.example./x', 'evil.example/x'])(
		'may be one that is denied, without its scheme: %s',
		text => {
			expect(holdsBack({glob: 'https://evil.example/*'}, text)).toBe(true);
			expect(holdsBack({glob: 'evil.example/*'}, text)).toBe(true);
			expect(holdsBack({glob: 'https://good.example/*'}, text)).toBe(false);
		},
	);

	it.each(['a@evil.example', 'EVIL.example.', 'evil.example:443'])(
		'may be a host that is denied: %s',
		text => {
			expect(holdsBack({glob: 'evil.example'}, text)).toBe(true);
			expect(holdsBack({glob: 'https://evil.example/*'}, text)).toBe(true);
		},
	);

	it('may be an address that is written as a number', () => {
		expect(holdsBack({glob: 'http://127.0.0.1/*'}, 'http://2130706433/admin')).toBe(true);
	});
});

describe('a rule that holds back', () => {
	it.each([
		['*work*', 'notes.txt'],
		['*me*', 'ls -l'],
		['* *', 'notes.txt'],
		['*/*', 'notes'],
		['*https://*', 'notes.txt'],
		['https://*', 'notes.txt'],
		['*/../*', 'a/b'],
		['*%00*', 'a b'],
		['*%20*', 'a b'],
		['*\n*', 'a b'],
		['*.*', '10'],
		['https://a.example/*/../*', 'https://a.example/x/y'],
		['/usr/bin/*', 'git status'],
		['git *', 'rm'],
	])('by %s leaves %s alone', (glob, text) => {
		expect(holdsBack({glob}, text)).toBe(false);
	});
});

describe('a text of many lines', () => {
	it('is allowed where a rule asks nothing of it, and no other', () => {
		expect(allows({glob: '*'}, 'one\n\ttwo%2e\0')).toBe(true);
		expect(allows({glob: 'git *'}, 'git status\nrm -rf /')).toBe(false);
	});
});

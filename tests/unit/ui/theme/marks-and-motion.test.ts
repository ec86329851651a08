import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {isAsciiOnly, withAsciiMarks} from '../../../../source/ui/theme/glyphs.ts';
import {chooseMotion} from '../../../../source/ui/theme/motion.ts';

describe('marks', () => {
	it('become ASCII of the same width', () => {
		const line = '✔ ✘ ⊘ ■ ● ┃ › … ▲ · ↑ ↓ ↵ ─┼─';
		expect(withAsciiMarks(line)).toBe('+ x - # * | > . ^ - ^ v < -+-');
		expect(withAsciiMarks('grüße, 日本')).toBe('grüße, 日本');
	});

	it('have a form in ASCII wherever the workbench uses them', () => {
		const folders = [
			'approvals',
			'assistants',
			'bench',
			'offers',
			'server-form',
			'servers',
			'sessions',
			'tools',
			'traffic',
		];
		const lines = folders.flatMap(folder =>
			readdirSync(join('source/ui', folder)).flatMap(file =>
				readFileSync(join('source/ui', folder, file), 'utf8')
					.split('\n')
					.filter(line => !/^\s*(?:\/\/|\/?\*)/.test(line)),
			),
		);
		expect(lines.length).toBeGreaterThan(1000);
		expect(lines.filter(line => /[^\t -~]/.test(withAsciiMarks(line)))).toEqual([]);
	});

	it.each([
		[{LANG: 'C'}, true],
		[{LANG: 'en_US.ISO-8859-1'}, true],
		[{LANG: 'en_US.UTF-8'}, false],
		[{LANG: 'de_DE.utf8', LC_ALL: 'POSIX'}, true],
		[{LANG: 'C', LC_CTYPE: 'C.UTF-8'}, false],
		[{LANG: 'C.UTF-8', TERM: 'linux'}, true],
		[{}, false],
	])('are ASCII where the locale is not UTF-8: %j', (env, expected) => {
		expect(isAsciiOnly(env, 'linux')).toBe(expected);
	});

	it('are ASCII in the old console of Windows alone', () => {
		expect(isAsciiOnly({}, 'win32')).toBe(true);
		expect(isAsciiOnly({WT_SESSION: 'x'}, 'win32')).toBe(false);
	});
});

describe('motion', () => {
	it('is a mark that stands still and a clock of seconds for whoever wants less of it', () => {
		const still = {spinnerFrames: ['•'], tickMilliseconds: 1000};
		expect(chooseMotion({look: {reducedMotion: true}, env: {}, isAscii: false})).toEqual(still);
		expect(chooseMotion({look: {}, env: {NO_MOTION: '1'}, isAscii: false})).toEqual(still);
		const moving = chooseMotion({look: {reducedMotion: false}, env: {NO_MOTION: '1'}, isAscii: false});
		expect(moving.spinnerFrames.length).toBeGreaterThan(1);
		expect(chooseMotion({look: {}, env: {}, isAscii: true}).spinnerFrames.join('')).toMatch(/^[ -~]+$/);
	});
});

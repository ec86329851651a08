import {describe, expect, it} from 'vitest';
import {describeFileError} from '../../../source/core/toolbox/shared/describeFileError.ts';
import {nearestNames} from '../../../source/core/toolbox/shared/nearestNames.ts';
import {showName} from '../../../source/core/toolbox/shared/showName.ts';

describe('nearestNames', () => {
	it('finds misspelt names, best first', () => {
		const names = ['budget.csv', 'budget-2025.csv', 'notes.md', 'Budget.csv.bak'];
		expect(nearestNames('budgt.csv', names)[0]).toBe('budget.csv');
	});

	it('finds the same name with another ending or in other letters', () => {
		expect(nearestNames('budget.xlsx', ['notes.md', 'budget.csv'])).toEqual(['budget.csv']);
		expect(nearestNames('README.MD', ['readme.md', 'license'])).toEqual(['readme.md']);
	});

	it('offers nothing when nothing is close', () => {
		expect(nearestNames('budget.csv', ['index.ts', 'zebra'])).toEqual([]);
		expect(nearestNames('budget.csv', [])).toEqual([]);
	});
});

describe('showName', () => {
	it('leaves ordinary names alone', () => {
		for (const name of ['a b.txt', 'Übung.md', '日本語', '../x', 'it’s', '👍.png'])
			expect(showName(name)).toBe(name);
	});

	it('quotes and escapes what could act or deceive', () => {
		expect(showName('a\nb')).toBe('"a\\u{000a}b"');
		expect(showName('\u001b[2J')).toBe('"\\u{001b}[2J"');
		expect(showName('txt\u202Efdp')).toBe('"txt\\u{202e}fdp"');
		expect(showName('say "hi"\\')).toBe('"say \\"hi\\"\\\\"');
		expect(showName(' x ')).toBe('" x "');
		expect(showName('')).toBe('""');
	});

	it('shortens long names', () => {
		expect(showName('x'.repeat(5000))).toHaveLength(301);
	});
});

describe('describeFileError', () => {
	const failure = (code: string) => Object.assign(new Error(`${code}: /secret/place`), {code});

	it('names the path as given and what to do, never the real place', () => {
		for (const code of ['EACCES', 'ENOSPC', 'EROFS', 'EMFILE', 'EIO', 'ENOENT']) {
			const {message, field} = describeFileError(failure(code), 'notes/a.md');
			expect(message).toMatch(/^notes\/a\.md .+\.$/);
			expect(message).not.toContain('/secret/place');
			expect(field).toBe('path');
		}
		expect(describeFileError(failure('EIO'), 'a').message).toBe('a could not be used (EIO).');
		expect(describeFileError('odd', 'a').message).toBe('a could not be used.');
	});

	it('tells a cancelled call from a broken one', () => {
		expect(describeFileError(AbortSignal.abort().reason, 'a').message).toContain('cancelled');
	});
});

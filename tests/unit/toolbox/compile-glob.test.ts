import {describe, expect, it} from 'vitest';
import {compileGlob} from '../../../source/core/toolbox/search-files/internal/compileGlob.ts';
import {McpToolError} from '../../../source/core/toolbox/shared/McpToolError.ts';

const matches = (glob: string, relative: string, isCaseSensitive = false): boolean =>
	compileGlob(glob, isCaseSensitive)(relative);

describe('a glob of search-files', () => {
	it.each([
		['*.ts', 'a.ts'],
		['*.ts', 'deep/er/a.ts'],
		['*.TS', 'Readme.ts'],
		['a.ts', 'deep/a.ts'],
		['src/*.ts', 'src/a.ts'],
		['./src/*.ts', 'src/a.ts'],
		['/src/*.ts', 'src/a.ts'],
		['src/**/*.ts', 'src/a.ts'],
		['src/**/*.ts', 'src/b/c/a.ts'],
		['**/a.ts', 'a.ts'],
		['src/**', 'src/b/c/a.ts'],
		['src/', 'src/b/a.ts'],
		['**/test/**', 'a/test/b/c.ts'],
		['*.{js,ts}', 'a.js'],
		['{src,lib}/{a,b}.ts', 'lib/b.ts'],
		['{a,b{c,d}}.ts', 'bd.ts'],
		['?.ts', 'ü.ts'],
		['?.ts', '👍.ts'],
		['[a-c]?[!x].ts', 'bzy.ts'],
		['[]]', ']'],
		['\\*.ts', '*.ts'],
		['a\\', 'a\\'],
		['*', '.env'],
	])('%s fits %s', (glob, relative) => {
		expect(matches(glob, relative)).toBe(true);
	});

	it.each([
		['*.ts', 'a.tsx'],
		['src/*.ts', 'src/b/a.ts'],
		['src/*.ts', 'x/src/a.ts'],
		['a/b', 'a/bc'],
		['?.ts', '.ts'],
		['[!a].ts', 'a.ts'],
		['*.{js,ts}', 'a.{js,ts}'],
		['\\*.ts', 'a.ts'],
		['a.ts', 'axts'],
		['(a+)+', 'aaa'],
	])('%s does not fit %s', (glob, relative) => {
		expect(matches(glob, relative)).toBe(false);
	});

	it('tells upper from lower case when it is asked to', () => {
		expect(matches('READ*', 'readme.md', true)).toBe(false);
		expect(matches('READ*', 'README.md', true)).toBe(true);
	});

	it.each([
		['{a,b', 'opens a { without closing it'],
		['[a', 'opens a [ without closing it'],
		[Array.from({length: 8}, () => '{a,b}').join(''), 'stands for more than 20 others'],
	])('%s is explained', (glob, why) => {
		expect(() => compileGlob(glob, false)).toThrow(McpToolError);
		expect(() => compileGlob(glob, false)).toThrow(why);
	});
});

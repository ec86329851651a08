import {readFileSync} from 'node:fs';
import {resolve} from 'node:path';
import {describe, expect, it} from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(resolve(root, file), 'utf8');

describe('the floors of coverage', () => {
	it('are those of rfc-009, and the run of all tests measures them', async () => {
		const {kinds} = (await import(resolve(root, 'scripts/coverage-by-kind.mjs'))) as {
			kinds: readonly {name: string; projects: readonly string[]; floor: number}[];
		};
		expect(kinds.map(({name, projects, floor}) => [name, projects, floor])).toEqual([
			['unit', ['unit', 'component'], 90],
			['integration', ['integration', 'hostile'], 80],
		]);
		expect(read('vitest.config.ts')).toContain("customProviderModule: './scripts/coverage-by-kind.mjs'");
		expect(read('vitest.config.ts')).toContain('thresholds: {lines: 90}');
		expect(read('package.json')).toMatch(/"coverage": "vitest run --coverage"/);
		expect(read('package.json')).toContain('"check": "node scripts/check.mjs"');
		expect(read('scripts/check.mjs')).toContain("last = 'coverage'");
	});
});

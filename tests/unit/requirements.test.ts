import {existsSync, readFileSync} from 'node:fs';
import {resolve} from 'node:path';
import {describe, expect, it} from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const text = readFileSync(resolve(root, 'docs/requirements.md'), 'utf8');
const rows = text.split('\n').filter(line => /^\| (?!promise|requirement|---)/.test(line));

describe('docs/requirements.md', () => {
	it('names a test for every requirement', () => {
		expect(rows.length).toBeGreaterThan(40);
		expect(rows.filter(row => !row.includes('`tests/'))).toEqual([]);
	});

	it('names only tests that exist', () => {
		const named = [...text.matchAll(/`(tests\/[^`]+\.tsx?)`(?: "([^"]+)")?/g)];
		const missing = named.filter(([, file = '', name]) => {
			const path = resolve(root, file);
			return !existsSync(path) || (name !== undefined && !readFileSync(path, 'utf8').includes(`'${name}'`));
		});
		expect(missing.map(([found]) => found)).toEqual([]);
	});
});

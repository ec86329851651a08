import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {resolve} from 'node:path';
import {describe, expect, it} from 'vitest';

const docs = resolve(import.meta.dirname, '../../docs');
const named = [...readFileSync(resolve(docs, 'gallery.md'), 'utf8').matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(
	([, file = '']) => file,
);

describe('the gallery', () => {
	it('shows pictures that exist', () => {
		expect(named.length).toBeGreaterThan(15);
		expect(named.filter(file => !existsSync(resolve(docs, file)))).toEqual([]);
	});

	it('shows every picture that there is', () => {
		expect(
			readdirSync(resolve(docs, 'gallery'))
				.map(file => `gallery/${file}`)
				.toSorted(),
		).toEqual(named.toSorted());
	});
});

import {readdirSync, readFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {describe, expect, it} from 'vitest';
import {readPage} from '../../helpers/docs-snippets.ts';

const source = resolve(import.meta.dirname, '../../../source');

const words = readdirSync(source, {recursive: true, encoding: 'utf8'})
	.filter(file => /\.(?:tsx?|cjs)$/.test(file))
	.map(file => readFileSync(join(source, file), 'utf8'))
	.join('\n')
	// A sentence that goes on in the next line of the source is one sentence.
	.replaceAll(/'\s*\+\s*'|\s+/g, ' ');

/** What people see, in the left column of the README's table. */
const symptoms = (readPage('README.md').split('## When something is wrong')[1]?.split(/^## /m)[0] ?? '')
	.split('\n')
	.filter(line => line.startsWith('| '))
	.map(line => line.split(' | ')[0] ?? '')
	.flatMap(cell => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text));

/** The parts of a message that are always the same: no names, numbers and places. */
const fixedParts = (message: string): readonly string[] =>
	message
		.split(/\.\.\.|"[^"]*"|Anthropic|\d+|[\w.]+:\d+:\d+.*/)
		.map(part => part.trim())
		.filter(part => /\p{L}{2}/u.test(part));

describe('what the README says that people see', () => {
	it('is what the program says', () => {
		expect(symptoms.length).toBeGreaterThan(8);
		const parts = symptoms.flatMap(fixedParts);
		expect(parts.filter(part => !words.includes(part))).toEqual([]);
	});
});

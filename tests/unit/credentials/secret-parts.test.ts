import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {
	accountOf,
	joinParts,
	longestSecret,
	partAccounts,
	readForm,
	toPieces,
} from '../../../source/core/credentials/secret-parts.ts';

const generation = '0123456789abcdef';
/** In UTF-16, what Windows keeps in one credential. */
const windowsLimit = 2560 / 2;

const roundTrip = (text: string): string | undefined => {
	const {head, parts} = toPieces(text, generation);
	const form = readForm(head);
	if (form.type === 'damaged') return undefined;
	return form.type === 'whole' ? form.text : joinParts(form.head, parts);
};

const secretText = fc.oneof(
	fc.string({unit: 'binary', maxLength: 5000}),
	fc.string({unit: fc.constantFrom('a', 'é', '😀'), minLength: 1190, maxLength: 5000}),
	fc.string().map(end => `mcp-tui-parts:${end}`),
);

describe('a secret in pieces', () => {
	it('comes back as it was', () => {
		fc.assert(
			fc.property(secretText, text => {
				expect(roundTrip(text)).toBe(text);
			}),
		);
	});

	it('fits everywhere and never cuts a character in two', () => {
		fc.assert(
			fc.property(secretText, text => {
				const {head, parts} = toPieces(text, generation);
				for (const piece of [head, ...parts]) {
					expect(piece.length).toBeLessThanOrEqual(windowsLimit);
					expect(piece).not.toBe('');
					expect(piece).not.toMatch(/\p{Surrogate}/u);
				}
			}),
		);
	});

	it('is one piece as long as it is short', () => {
		expect(toPieces('x'.repeat(1200), generation)).toEqual({head: 'x'.repeat(1200), parts: []});
		expect(toPieces('x'.repeat(1201), generation).parts).toEqual(['x'.repeat(1200), 'x']);
	});

	it('may be empty', () => {
		expect(toPieces('', generation)).toEqual({head: `mcp-tui-parts:1:${generation}:0:0`, parts: []});
		expect(roundTrip('')).toBe('');
	});

	it('may be as long as it is allowed to be', () => {
		expect(roundTrip('x'.repeat(longestSecret))).toHaveLength(longestSecret);
		// Each part ends before a pair that it would cut, and is one shorter.
		const pairs = `x${`${'😀'.repeat(599)}x`.repeat(80)}`.slice(0, longestSecret);
		expect(roundTrip(pairs)).toBe(pairs);
	});

	it('says nothing of the secret in its head', () => {
		expect(toPieces('canary'.repeat(500), generation).head).not.toContain('canary');
	});

	it('is not put together when a part is missing or was shortened', () => {
		const {head, parts} = toPieces('x'.repeat(3000), generation);
		const form = readForm(head);
		expect(form).toEqual({type: 'parts', head: {generation, count: 3, length: 3000}});
		if (form.type !== 'parts') return;
		expect(joinParts(form.head, parts)).toHaveLength(3000);
		expect(joinParts(form.head, [parts[0], undefined, parts[2]])).toBeUndefined();
		expect(joinParts(form.head, [parts[0], 'short', parts[2]])).toBeUndefined();
	});

	it.each([
		'mcp-tui-parts:',
		'mcp-tui-parts:2:0123456789abcdef:1:5',
		'mcp-tui-parts:1:0123456789abcdef:99:5',
		'mcp-tui-parts:1:0123456789abcdef:-1:5',
	])('is damaged when its head is %s', head => {
		expect(readForm(head)).toEqual({type: 'damaged'});
	});
});

describe('the account of a secret', () => {
	it('is its name where a keychain takes it', () => {
		expect(accountOf('mcp-oauth:größe 😀:0123')).toBe('mcp-oauth:größe 😀:0123');
	});

	it.each([
		['empty', ''],
		['of two lines', 'a\nb'],
		['with a zero in it', 'a\u0000b'],
		['long', 'x'.repeat(201)],
		['long and colourful', '😀'.repeat(300)],
	])('is one line, short and its own for a name that is %s', (_, name) => {
		const account = accountOf(name);
		expect(account).toMatch(/^\P{C}+$/u);
		const [part = ''] = partAccounts(account, {generation, count: 64});
		expect(part.length).toBeLessThanOrEqual(513);
		expect(account).not.toBe(accountOf(`${name}!`));
	});

	it('differs for every part and every writing', () => {
		const accounts = [generation, 'fedcba9876543210'].flatMap(one =>
			partAccounts('server', {generation: one, count: 3}),
		);
		expect(new Set(accounts).size).toBe(6);
	});
});

import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {createStyles} from '../../../../source/ui/theme/styles.ts';
import {createMarkdownLoader} from '../../../../source/ui/transcript/markdown-writer.ts';
import {seen} from '../../../helpers/ui-text.ts';
import {arbitraryMarkdown, tidyMarkdown} from '../../markdown/arbitrary-markdown.ts';

/** The dim style is put on every row of a table, so counting its uses counts the rows laid out. */
const countingStyles = () => {
	const styles = createStyles(false);
	const uses = {count: 0};
	const dim = (text: string): string => {
		uses.count += 1;
		return styles.dim(text);
	};
	return {styles: {...styles, dim}, uses};
};

const workFor = async (rows: number): Promise<number> => {
	const loader = createMarkdownLoader();
	await loader.load();
	const {styles, uses} = countingStyles();
	const writer = loader.createAnswerWriter(() => styles);
	writer.write(`| a | b |\n|---|---|\n${'| 1 | 2 |\n'.repeat(rows)}`, 80);
	// The rows before have left the unfinished end.
	uses.count = 0;
	expect(seen(writer.rest(80).at(-1) ?? '')).toMatch(/^1 +│ 2$/);
	return uses.count;
};

describe('the unfinished end of an answer', () => {
	it('costs the same for a table of nine hundred rows and of fifty thousand', async () => {
		const work = await workFor(898);
		expect(work).toBeGreaterThan(100);
		expect(await workFor(50_398)).toBe(work);
	});

	it('is short before and after the renderer has loaded, because what is above it has left', async () => {
		const loader = createMarkdownLoader();
		const writer = loader.createAnswerWriter(() => createStyles(false));
		const printed = writer.write('word '.repeat(100_000), 200);
		const plain = writer.rest(200);
		await loader.load();
		for (const rest of [plain, writer.rest(200)]) {
			expect(rest.length).toBeLessThan(100);
			expect([...printed, ...rest].join(' ').split(' ')).toHaveLength(100_000);
		}
	});
});

/** Everything that one writer prints for a text that arrives in pieces. */
const printed = async (pieces: readonly string[], width: number): Promise<readonly string[]> => {
	const loader = createMarkdownLoader();
	await loader.load();
	const writer = loader.createAnswerWriter(() => createStyles(true));
	const lines: string[] = [];
	let text = '';
	for (const piece of pieces) {
		text += piece;
		await expect.poll(() => writer.prepare(text)).toBe(true);
		lines.push(...writer.write(text, width));
		writer.rest(width);
	}
	return [...lines, ...writer.finish(text, width)];
};

describe('an answer that arrives in pieces', () => {
	it('is printed as if it came at once, whatever the pieces are', async () => {
		const code = fc.constantFrom(
			'```ts\n/* a\nconst b */ let c = `x\ny`;\n```\n',
			'```py\nx = """a\ndef b"""\n```\n',
			'~~~diff\n+a\n-b\n~~~\n',
		);
		const cuts = fc.array(fc.integer({min: 1, max: 40}), {minLength: 1, maxLength: 20});
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.oneof(tidyMarkdown, code, arbitraryMarkdown), {minLength: 1, maxLength: 3}),
				cuts,
				fc.integer({min: 10, max: 90}),
				async (parts, sizes, width) => {
					const text = parts.join('\n');
					const pieces: string[] = [];
					for (let at = 0; at < text.length; ) {
						const size = sizes[pieces.length % sizes.length] ?? 1;
						pieces.push(text.slice(at, at + size));
						at += size;
					}
					expect(await printed(pieces, width)).toEqual(await printed([text], width));
				},
			),
			{numRuns: 60},
		);
	});

	it('waits for the colours of its code, and is told when they are there', async () => {
		let isTold = false;
		const loader = createMarkdownLoader(() => {
			isTold = true;
		});
		await loader.load();
		isTold = false;
		const writer = loader.createAnswerWriter(() => createStyles(true));
		expect(writer.prepare('text without code')).toBe(true);
		expect(writer.prepare('```ts')).toBe(true);
		expect(writer.prepare('```ts\nlet')).toBe(false);
		await expect.poll(() => isTold).toBe(true);
		expect(writer.prepare('```ts\nlet')).toBe(true);
		expect(writer.finish('```ts\nlet a;\n```', 80)[1]).toBe(
			`  ${createStyles(true).syntax.keyword('let')} a;`,
		);
	});

	it('loses the lines of a long block of code from its end one by one', async () => {
		const loader = createMarkdownLoader();
		await loader.load();
		const writer = loader.createAnswerWriter(() => createStyles(true));
		let text = '```\n';
		writer.write(text, 80);
		for (let line = 0; line < 100; line++) {
			text += `line ${line}\n`;
			expect(writer.write(text, 80)).toHaveLength(1);
			expect(writer.rest(80)).toEqual([]);
		}
	});

	it('loses the items of a list from its end one by one', async () => {
		const loader = createMarkdownLoader();
		await loader.load();
		const writer = loader.createAnswerWriter(() => createStyles(true));
		expect(writer.write('- one\n- two\n', 80).map(seen)).toEqual(['• one']);
		expect(writer.rest(80).map(seen)).toEqual(['• two']);
	});
});

describe('a piece that cannot be laid out', () => {
	it('is shown as it was written, and the others are not touched', async () => {
		const loader = createMarkdownLoader();
		await loader.load();
		const styles = createStyles(false);
		const writer = loader.createAnswerWriter(() => ({
			...styles,
			emphasis: () => {
				throw new RangeError('Maximum call stack size exceeded');
			},
		}));
		const text = '**one**\n\n*two*\n\n**three**\n';
		expect(
			writer
				.finish(text, 80)
				.map(seen)
				.filter(line => line !== ''),
		).toEqual(['one', '*two*', 'three']);
	});
});

describe('the languages of the code of an answer', () => {
	it('are found however many marks there are', () => {
		const loader = createMarkdownLoader();
		const writer = loader.createAnswerWriter(() => createStyles(false));
		for (const text of ['`'.repeat(200_000), `${'`'.repeat(200_000)}\n`, `${'~~~'.repeat(70_000)} ts\n`]) {
			expect(writer.prepare(text)).toBe(true);
		}
	});
});

import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {sanitise} from '../../../source/support/sanitise.ts';
import {createCodePainter} from '../../../source/ui/markdown/code-painter.ts';
import {createHighlighter, type Highlight} from '../../../source/ui/markdown/highlighter.ts';
import {renderBlock} from '../../../source/ui/markdown/render-block.ts';
import {ansiStyle, taggedStyle} from './styles.ts';

const prepared = async (...languages: readonly string[]): Promise<Highlight> => {
	const highlighter = createHighlighter();
	await new Promise<void>(resolve => {
		const check = (): void => {
			if (highlighter.prepare(languages, check)) {
				resolve();
			}
		};
		check();
	});
	return highlighter.highlight;
};

const tagged = (markdown: string, highlight?: Highlight): readonly string[] =>
	renderBlock(markdown, 200, taggedStyle, highlight);

describe('code', () => {
	it('is coloured by what its words are', async () => {
		const highlight = await prepared('ts');
		expect(tagged('```ts\nconst a = 1 < 2; // why\n```', highlight)).toEqual([
			'<d>ts</d>',
			'  <keyword>const</keyword> a = <number>1</number> < <number>2</number>; <comment>// why</comment>',
		]);
	});

	it('is shown in one colour in a language that nobody knows, or before it has loaded', async () => {
		const highlight = await prepared('klingon');
		expect(tagged('```klingon\nconst a\n```', highlight)).toEqual(['<d>klingon</d>', '  <c>const a</c>']);
		expect(tagged('```ts\nconst a\n```', createHighlighter().highlight)[1]).toBe('  <c>const a</c>');
	});

	it('is loaded once, and tells when it is there', async () => {
		const highlighter = createHighlighter();
		const told: string[] = [];
		expect(highlighter.prepare(['python'], () => told.push('python'))).toBe(false);
		expect(highlighter.prepare(['py'], () => told.push('again'))).toBe(false);
		expect(highlighter.prepare(['', 'nothing'], () => told.push('nothing'))).toBe(true);
		await expect.poll(() => highlighter.prepare(['python3'], () => told.push('late'))).toBe(true);
		expect(told).toEqual(['python']);
	});

	it('goes on with a comment or a text of several lines', async () => {
		const highlight = await prepared('ts', 'python');
		const painter = createCodePainter('ts', highlight);
		expect(painter.next('/* one')).toEqual([{text: '/* one', mark: 'comment'}]);
		expect(painter.peek('const two')).toEqual([{text: 'const two', mark: 'comment'}]);
		expect(painter.next('const two */ let')).toEqual([
			{text: 'const two */', mark: 'comment'},
			{text: ' ', mark: 'plain'},
			{text: 'let', mark: 'keyword'},
		]);
		expect(painter.next('const')).toEqual([{text: 'const', mark: 'keyword'}]);
		const python = createCodePainter('py', highlight);
		python.next('"""');
		expect(python.next('def f')).toEqual([{text: 'def f', mark: 'string'}]);
	});

	it('costs the same at the end of a comment without end as near its beginning', async () => {
		const highlight = await prepared('ts');
		const seen: number[] = [];
		const painter = createCodePainter('ts', (language, code) => {
			seen.push(code.length);
			return highlight(language, code);
		});
		painter.next('/*');
		for (let line = 0; line < 1000; line++) {
			expect(painter.next('const word = 1;')).toEqual([{text: 'const word = 1;', mark: 'comment'}]);
		}
		expect(Math.max(...seen)).toBeLessThan(2100);
		expect(painter.next('*/ let').at(-1)).toEqual({text: 'let', mark: 'keyword'});
		expect(painter.next('let').at(-1)).toEqual({text: 'let', mark: 'keyword'});
		expect(seen.at(-1)).toBe('let\n'.length);
	});

	it('is not coloured where a line is too long to be written by hand', async () => {
		const painter = createCodePainter('ts', await prepared('ts'));
		const line = 'const a = 1; '.repeat(100);
		expect(painter.next(line)).toEqual([{text: line, mark: 'code'}]);
	});

	it('colours the parts of a line that is cut', async () => {
		const highlight = await prepared('ts');
		expect(renderBlock('```ts\nconst a = "b c d";\n```', 14, taggedStyle, highlight)).toEqual([
			'<d>ts</d>',
			'  <keyword>const</keyword> a = <string>"b</string>',
			'  <string>c d"</string>;'.replace('  ', '   '),
		]);
	});

	it('keeps every character, whatever it is', async () => {
		const names = ['ts', 'python', 'html', 'sh', 'json', 'yaml', 'css', 'sql', 'rust', 'diff'];
		const highlight = await prepared(...names);
		const word = fc.constantFrom(
			'/*',
			'*/',
			'"',
			"'",
			'`',
			'${',
			'}',
			'<a>',
			'&lt;',
			'#',
			'let',
			'+1',
			'@@',
			'日本',
			'',
		);
		const line = fc
			.array(fc.oneof(word, fc.string({unit: 'grapheme', maxLength: 6})), {maxLength: 8})
			.map(words => sanitise(words.join(' ')).replaceAll('\n', ' '));
		fc.assert(
			fc.property(
				fc.constantFrom(...names),
				fc.array(line, {minLength: 1, maxLength: 6}),
				fc.integer({min: 12, max: 90}),
				(language, lines, width) => {
					const painter = createCodePainter(language, highlight);
					for (const code of lines) {
						const text = (runs: readonly {readonly text: string}[]) => runs.map(run => run.text).join('');
						expect(text(painter.peek(code))).toBe(code);
						expect(text(painter.next(code))).toBe(code);
					}
					const block = `\`\`\`\`\`\`\`\`${language}\n${lines.join('\n')}\n\`\`\`\`\`\`\`\``;
					const [label, ...shown] = renderBlock(block, width, ansiStyle, highlight);
					expect(label).toContain(language);
					const seen = shown.join('').replaceAll(/\u001B\[\d+m|\s/g, '');
					expect(seen).toBe(lines.join('').replaceAll(/\s/g, ''));
				},
			),
			{numRuns: 200},
		);
	});
});

describe('a difference', () => {
	const difference = '--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n same\n-old\n+new';
	const shown = [
		'  <d>--- a/x</d>',
		'  <d>+++ b/x</d>',
		'  <d>@@ -1,2 +1,2 @@</d>',
		'   same',
		'  <del>-old</del>',
		'  <ins>+new</ins>',
	];

	it('shows what was added and removed, and keeps the signs', () => {
		expect(tagged(`\`\`\`diff\n${difference}\n\`\`\``)).toEqual(['<d>diff</d>', ...shown]);
	});

	it('is recognised in a block without a language', () => {
		expect(tagged(`\`\`\`\n${difference}\n\`\`\``)).toEqual(shown);
		expect(tagged('```\nplain\n-old\n```')).toEqual(['  <c>plain</c>', '  <c>-old</c>']);
	});
});

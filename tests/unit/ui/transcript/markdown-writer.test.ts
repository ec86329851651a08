import {describe, expect, it} from 'vitest';
import {createStyles} from '../../../../source/ui/theme/styles.ts';
import {createMarkdownLoader} from '../../../../source/ui/transcript/markdown-writer.ts';
import {seen} from '../../../helpers/ui-text.ts';

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
	expect(seen(writer.rest(80).at(-1) ?? '')).toMatch(/^1 +│ 2$/);
	return uses.count;
};

describe('the unfinished end of an answer', () => {
	it('costs the same for a table of a thousand rows and of fifty thousand', async () => {
		const work = await workFor(1000);
		expect(work).toBeGreaterThan(100);
		expect(await workFor(50_000)).toBe(work);
	});

	it('fills the window before and after the renderer has loaded', async () => {
		const loader = createMarkdownLoader();
		const writer = loader.createAnswerWriter(() => createStyles(false));
		writer.write('word '.repeat(100_000), 200);
		const plain = writer.rest(200).length;
		await loader.load();
		for (const lines of [plain, writer.rest(200).length]) {
			expect(lines).toBeGreaterThan(25);
			expect(lines).toBeLessThan(100);
		}
	});
});

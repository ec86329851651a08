import {readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {describe, expect, it} from 'vitest';
import {connectToolbox} from '../../helpers/toolbox-client.ts';
import {createCountWordsMcpTool} from './count-words/createCountWordsMcpTool.ts';

const read = (path: string): string => readFileSync(fileURLToPath(new URL(path, import.meta.url)), 'utf8');

/** The code blocks of the page, by the name of the file that stands above each. */
const documented = new Map(
	[...read('../../../docs/toolbox.md').matchAll(/^`(count-words\/\S+)`\n\n```ts\n([\s\S]*?)^```$/gm)].map(
		([, file = '', code = '']) => [file, code] as const,
	),
);

describe('the tool that docs/toolbox.md adds', () => {
	it.each([
		'count-words/createCountWordsMcpTool.ts',
		'count-words/internal/CountWordsInputSchema.ts',
		'count-words/internal/CountWordsOutputSchema.ts',
		'count-words/internal/countWordsMcpToolHandler.ts',
	])('is written there as it is here: %s', file => {
		// There it is a folder of the toolbox.
		const code = read(file).replaceAll(/(?:\.\.\/){4,5}source\/core\/toolbox\/shared\//g, ups =>
			ups.startsWith('../../../../../') ? '../../shared/' : '../shared/',
		);
		expect(documented.get(file)).toBe(code);
	});

	it('works', async () => {
		const {call: callTool} = await connectToolbox({mode: 'plan', customTools: createCountWordsMcpTool()});
		const call = (args: Record<string, unknown>) => callTool('count-words', args);
		expect(await call({text: 'A rose is a rose.', top: 2})).toEqual({
			content: [{type: 'text', text: '5 words: a 2, rose 2'}],
			structuredContent: {
				words: 5,
				frequent: [
					{word: 'a', times: 2},
					{word: 'rose', times: 2},
				],
			},
		});
		expect(await call({text: '1 + 1'})).toEqual({
			content: [{type: 'text', text: 'There is no word in the text. (argument: text)'}],
			isError: true,
		});
	});
});

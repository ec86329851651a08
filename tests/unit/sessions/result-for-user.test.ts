import {readdir, readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {createResultStore} from '../../../source/core/sessions/result-store.ts';
import type {ToolContent} from '../../../source/domain/tool.ts';
import {temporaryFolder} from '../../integration/sessions/temporary-folder.ts';

it('what only the user sees of a long result stays out of the file that the model can read', async () => {
	const folder = join(await temporaryFolder(), 'one.results');
	const store = createResultStore({folder, maxCharacters: 1000});
	const forUser: ToolContent = {type: 'text', text: 'chart '.repeat(1000), isForUser: true};
	const text = 'words\n'.repeat(1000);
	const {content, stored} = await store.keep('call', {content: [forUser, {type: 'text', text}]});
	expect(await readFile(stored?.file ?? '', 'utf8')).toBe(text);
	expect(await readdir(folder)).toHaveLength(1);
	const [forModel, chart] = content;
	expect(forModel?.isForUser).toBeUndefined();
	expect(chart).toMatchObject({text: expect.stringContaining('left out'), isForUser: true});
	expect(await store.keep('other', {content: [forUser]})).toEqual({content: [chart]});
});

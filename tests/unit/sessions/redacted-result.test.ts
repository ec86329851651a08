import {readdir, readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {createResultStore} from '../../../source/core/sessions/result-store.ts';
import {mask} from '../../../source/support/mask-secrets.ts';
import {createRedactor} from '../../../source/support/redactor.ts';
import {createTemporaryFolder} from '../../helpers/temporary-folder.ts';

describe('a secret in a result that is saved', () => {
	it('is neither in the file nor in what is shown of it, and both are the same text', async () => {
		const folder = join(createTemporaryFolder(), 'one.results');
		const {learn, redactAll} = createRedactor();
		learn('hunter2-of-ada');
		const store = createResultStore({folder, maxCharacters: 1000, redact: redactAll});
		const text = 'a line with hunter2-of-ada\n'.repeat(500);
		const kept = await store.keep('call', {content: [{type: 'text', text}]});
		const [file = ''] = await readdir(folder);
		const saved = await readFile(join(folder, file), 'utf8');
		expect(JSON.stringify(kept) + saved).not.toContain('hunter2');
		expect(kept.stored?.characters).toBe(text.replaceAll('hunter2-of-ada', mask).length);
	});
});

import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {readWrittenEntry} from '../../../source/core/config/written-entry.ts';
import {createTemporaryFolder} from '../../helpers/temporary-folder.ts';

const written = (text: string): string => {
	const file = join(createTemporaryFolder(), 'config.json');
	writeFileSync(file, text);
	return file;
};

describe('the entry of a server in its file', () => {
	it('is as it is written, in whichever section it is', async () => {
		const entry = {command: 'x', args: ['$HOME']};
		for (const section of ['mcpServers', 'servers', 'mcp']) {
			const file = written(`// mine\n${JSON.stringify({[section]: {files: entry}})}`);
			expect(await readWrittenEntry(file, 'files')).toEqual({type: 'entry', entry});
		}
	});

	it.each([
		['{"mcpServers": {"other": {}}}', 'unknown-server', /no server "files" in .*config\.json any more/],
		['{"mcpServers": {"files": 7}}', 'unknown-server', /no server "files"/],
		['[]', 'unknown-server', /no server "files"/],
		['{"mcpServers": {', 'bad-config', /config\.json:1:\d+/],
	])('is refused with a reason in %s', async (text, code, message) => {
		expect(await readWrittenEntry(written(text), 'files')).toMatchObject({
			type: 'refused',
			failure: {code, message: expect.stringMatching(message), hint: expect.any(String)},
		});
	});

	it('is not there without its file, which is named', async () => {
		const file = join(createTemporaryFolder(), 'gone.json');
		expect(await readWrittenEntry(file, 'files')).toMatchObject({
			type: 'refused',
			failure: {message: expect.stringContaining(file)},
		});
	});
});

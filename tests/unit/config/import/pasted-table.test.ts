// biome-ignore-all lint/suspicious/noTemplateCurlyInString: a person writes variables like this

import {describe, expect, it} from 'vitest';
import {understandSnippet} from '../../../../source/core/config/import/understand-snippet.ts';
import {readServerEntry} from '../../../../source/core/config/server-entry.ts';
import {type PastedRow, pastedLinks} from '../../../helpers/pasted-links.ts';
import {pastedSnippets} from '../../../helpers/pasted-snippets.ts';

const names = ['HOME', 'NORA_API_URL', 'NORA_API_KEY', 'MODE', 'MY_API_TOKEN', 'TOKEN', 'GH_PAT'];
const env = Object.fromEntries(names.map(name => [name, 'set']));

const expectServers = async ({text, servers}: PastedRow) => {
	const understood = await understandSnippet(text);
	if (understood.type === 'refused') throw new Error(understood.failure.message);
	const found = understood.servers.map(({name = '', entry}) => [name, entry] as const);
	expect(Object.fromEntries(found)).toEqual(servers);
	for (const [name, entry] of found) {
		const read = readServerEntry(name === '' ? 'x' : name, entry, {
			file: 'config.json',
			env,
			workspaceFolder: '/work',
			secrets: () => 'asked',
		});
		expect(read).toMatchObject({type: 'server', warnings: []});
	}
};

describe('a link that other programs document', () => {
	it.each(pastedLinks)('becomes a server that can be started: $from', expectServers);
});

describe('a snippet that other programs document', () => {
	it.each(pastedSnippets)('becomes a server that can be started: $from', expectServers);
});

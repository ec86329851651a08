import {describe, expect, it, onTestFinished} from 'vitest';
import {serversOf} from '../../../source/compose-load.ts';
import {openCredentials} from '../../../source/core/credentials/open-credentials.ts';
import {hasKeychainPackages} from '../../helpers/keychain-packages.ts';
import {startKeychainSession} from '../../helpers/keychain-session.ts';
import {openServerAdmin} from '../../helpers/server-admin.ts';

const {signal} = new AbortController();
const canary = 'ghp_canaryc0ffeecanaryc0ffee12345678';

const own = (servers: object): string => JSON.stringify({mcpServers: servers}, null, 2);

const namesIn = (harness: Awaited<ReturnType<typeof openServerAdmin>>): readonly string[] =>
	serversOf(harness.loaded()).map(({name}) => name);

describe('saving a server', () => {
	it('writes it into the own file, and the program uses it', async () => {
		const harness = await openServerAdmin();
		const saved = await harness.admin.save(
			{name: 'files', entry: {command: 'node', args: ['files.js']}},
			{scope: 'user'},
			signal,
		);
		expect(saved).toEqual({type: 'changed', file: harness.ownFile, notes: []});
		expect(JSON.parse(harness.ownText())).toEqual({
			mcpServers: {files: {command: 'node', args: ['files.js']}},
		});
		expect(namesIn(harness)).toEqual(['files']);
	});

	it('puts secrets into the keychain, and a reference into the file', async () => {
		const harness = await openServerAdmin();
		const entry = {url: 'https://example.com/mcp', auth: {type: 'bearer', token: canary}};
		const saved = await harness.admin.save({name: 'remote', entry}, {scope: 'user'}, signal);
		expect(saved).toMatchObject({type: 'changed'});
		expect(harness.ownText()).toContain(`\${keychain:remote/token}`);
		expect(harness.ownText()).not.toContain('canary');
		expect(await harness.secretOf('remote/token')).toBe(canary);
	});

	it('writes nothing where a secret cannot be kept, and says why', async () => {
		const before = own({other: {command: 'node'}});
		const harness = await openServerAdmin({own: before, noKeychain: 'no keychain answers'});
		const entry = {command: 'node', env: {API_TOKEN: canary}};
		const saved = await harness.admin.save({name: 'remote', entry}, {scope: 'user'}, signal);
		expect(saved).toMatchObject({
			type: 'refused',
			failure: {message: expect.stringContaining('nothing was written')},
		});
		expect(saved).toMatchObject({failure: {hint: expect.stringContaining('Start the keychain.')}});
		expect(harness.ownText()).toBe(before);
	});

	it('leaves a secret where the user wrote it, while something else of the entry changes', async () => {
		const written = {command: 'node', env: {API_TOKEN: canary}};
		const harness = await openServerAdmin({own: own({tool: written}), noKeychain: 'no keychain answers'});
		const saved = await harness.admin.save(
			{name: 'tool', entry: {...written, description: 'mine'}},
			{scope: 'user', replaces: 'tool'},
			signal,
		);
		expect(saved).toMatchObject({type: 'changed'});
		expect(JSON.parse(harness.ownText()).mcpServers.tool).toEqual({...written, description: 'mine'});
	});

	it('refuses a name that is taken, unless it is its own', async () => {
		const harness = await openServerAdmin({own: own({one: {command: 'node'}, two: {command: 'node'}})});
		const {admin} = harness;
		const entry = {command: 'other'};
		expect(await admin.save({name: 'one', entry}, {scope: 'user'}, signal)).toMatchObject({type: 'refused'});
		expect(await admin.save({name: 'one', entry}, {scope: 'user', replaces: 'two'}, signal)).toMatchObject({
			type: 'refused',
		});
		expect(await admin.save({name: 'toolbox', entry}, {scope: 'user'}, signal)).toMatchObject({
			type: 'refused',
		});
		expect(await admin.save({name: 'one', entry}, {scope: 'user', replaces: 'one'}, signal)).toMatchObject({
			type: 'changed',
		});
	});

	it('renames in one step: comments and other servers stay, and its secrets move along', async () => {
		const harness = await openServerAdmin({
			own: `{
  // mine
  "mcpServers": {
    "keep": {"command": "node"}, // this one stays
    "old": {"url": "https://example.com/mcp", "auth": {"type": "bearer", "token": "\${keychain:old/token}"}, "unknownKey": 7}
  }
}
`,
		});
		const {admin, credentials} = harness;
		const {createSecret} = await import('../../../source/domain/secret.ts');
		await credentials.set('key:old/token', createSecret(canary), signal);
		const read = await admin.written('old');
		if (read.type !== 'written') throw new Error('it is there');
		const saved = await admin.save(
			{name: 'new', entry: read.server.entry},
			{scope: 'user', replaces: 'old'},
			signal,
		);
		expect(saved).toMatchObject({type: 'changed'});
		expect(harness.ownText()).toContain('// this one stays');
		expect(harness.ownText()).not.toContain('"old"');
		expect(harness.ownText()).toContain('"unknownKey": 7');
		expect(harness.ownText()).toContain(`\${keychain:new/token}`);
		expect(await harness.secretOf('new/token')).toBe(canary);
		expect(await harness.secretOf('old/token')).toBeUndefined();
		expect(namesIn(harness).toSorted()).toEqual(['keep', 'new']);
	});

	it('keeps the old entry and its secrets when the new one is refused', async () => {
		const harness = await openServerAdmin({
			own: own({old: {command: 'node', env: {TOKEN: `\${keychain:old/TOKEN}`}}}),
		});
		const {createSecret} = await import('../../../source/domain/secret.ts');
		await harness.credentials.set('key:old/TOKEN', createSecret(canary), signal);
		const before = harness.ownText();
		const saved = await harness.admin.save(
			{name: 'new', entry: {command: 7, env: {TOKEN: `\${keychain:old/TOKEN}`}}},
			{scope: 'user', replaces: 'old'},
			signal,
		);
		expect(saved).toMatchObject({type: 'refused'});
		expect(harness.ownText()).toBe(before);
		expect(await harness.secretOf('old/TOKEN')).toBe(canary);
		expect(await harness.secretOf('new/TOKEN')).toBeUndefined();
	});

	it('writes what belongs to the project into its file, and trusts what the user wrote there', async () => {
		const harness = await openServerAdmin();
		const saved = await harness.admin.save(
			{name: 'local', entry: {command: 'node'}},
			{scope: 'project'},
			signal,
		);
		expect(saved).toMatchObject({type: 'changed', file: harness.projectFile});
		expect(namesIn(harness)).toEqual(['local']);
		const moved = await harness.admin.save(
			{name: 'local', entry: {command: 'node'}},
			{scope: 'user', replaces: 'local'},
			signal,
		);
		expect(moved).toMatchObject({type: 'changed', file: harness.ownFile});
		expect(JSON.parse(harness.projectText())).toEqual({mcpServers: {}});
		expect(namesIn(harness)).toEqual(['local']);
	});

	it('leaves the file as it was, to the byte, when nothing was changed', async () => {
		const before =
			'{"mcpServers":{"odd":{"command":["npx","-y","thing"],"environment":{"A":1},"x-mine":[1,2]}}}';
		const harness = await openServerAdmin({own: before});
		const read = await harness.admin.written('odd');
		if (read.type !== 'written') throw new Error('it is there');
		await harness.admin.save(read.server, {scope: 'user', replaces: 'odd'}, signal);
		expect(harness.ownText()).toBe(before);
	});
});

describe('what can be changed', () => {
	it('is shown as it is written, without its secrets', async () => {
		const entry = {
			command: 'node',
			args: ['--token', canary],
			env: {API_TOKEN: canary, REGION: 'eu', FROM: `\${keychain:mine}`, OTHER: `\${X:-${canary}}`},
		};
		const {admin, ownFile} = await openServerAdmin({own: own({tool: entry}), environment: {X: 'x'}});
		const read = await admin.written('tool');
		expect(read).toMatchObject({type: 'written', server: {entry, scope: 'user', file: ownFile}});
		const shown = read.type === 'written' ? read.server.shown : {};
		expect(JSON.stringify(shown)).not.toContain('canary');
		expect(shown).toMatchObject({
			command: 'node',
			env: {REGION: 'eu', FROM: `\${keychain:mine}`, OTHER: `\${X}`},
		});
	});

	it('is not what somebody else brings along', async () => {
		const {admin, givenFile, projectFile} = await openServerAdmin({
			given: own({given: {command: 'node'}}),
			project: own({waiting: {command: 'node'}}),
		});
		expect(await admin.written('given')).toMatchObject({type: 'fixed', file: givenFile});
		expect(await admin.written('waiting')).toMatchObject({
			type: 'fixed',
			file: projectFile,
			failure: {message: expect.stringContaining('not trusted')},
		});
		expect(await admin.written('toolbox')).toMatchObject({type: 'fixed'});
		expect(await admin.written('nobody')).toMatchObject({type: 'refused'});
		expect(await admin.remove('given', signal)).toMatchObject({type: 'refused'});
	});

	it('is also an entry that cannot be used, so that it can be corrected', async () => {
		const {admin} = await openServerAdmin({own: own({bad: {command: 'node', timeout: 'soon'}})});
		expect(await admin.written('bad')).toMatchObject({type: 'written', server: {entry: {timeout: 'soon'}}});
	});
});

describe('removing and disabling a server', () => {
	it('removes it with the secrets that only it named', async () => {
		const harness = await openServerAdmin({
			own: own({one: {command: 'node', env: {A: `\${keychain:one/A}`, B: `\${keychain:shared}`}}}),
		});
		const {createSecret} = await import('../../../source/domain/secret.ts');
		await harness.credentials.set('key:one/A', createSecret(canary), signal);
		await harness.credentials.set('key:shared', createSecret(canary), signal);
		const removed = await harness.admin.remove('one', signal);
		expect(removed).toMatchObject({type: 'changed', notes: [expect.stringContaining('one/A')]});
		expect(await harness.secretOf('one/A')).toBeUndefined();
		expect(await harness.secretOf('shared')).toBe(canary);
		expect(namesIn(harness)).toEqual([]);
	});

	it('disables and enables it, also in the file of a trusted project', async () => {
		const harness = await openServerAdmin({own: own({one: {command: 'node'}})});
		const {admin} = harness;
		await admin.save({name: 'two', entry: {command: 'node'}}, {scope: 'project'}, signal);
		for (const name of ['one', 'two']) {
			expect(await admin.setDisabled(name, true, signal)).toMatchObject({type: 'changed'});
			expect(serversOf(harness.loaded()).find(each => each.name === name)).toMatchObject({disabled: true});
			expect(await admin.setDisabled(name, false, signal)).toMatchObject({type: 'changed'});
			expect(serversOf(harness.loaded()).find(each => each.name === name)).toMatchObject({disabled: false});
		}
	});
});

describe('a draft', () => {
	it('is made of a command line, a URL or a snippet, with a name that is free', async () => {
		const {admin} = await openServerAdmin({own: own({filesystem: {command: 'node'}})});
		const ofCommand = await admin.understand('npx -y @modelcontextprotocol/server-filesystem /tmp');
		expect(ofCommand).toMatchObject({
			type: 'drafts',
			drafts: [
				{
					name: 'filesystem-2',
					entry: {command: 'npx', args: ['-y', '@modelcontextprotocol/server-filesystem', '/tmp']},
				},
			],
		});
		expect(await admin.understand('https://mcp.example.com/mcp')).toMatchObject({
			drafts: [{name: 'example', entry: {url: 'https://mcp.example.com/mcp'}}],
		});
		expect(
			await admin.understand('{"mcpServers": {"a": {"command": "x"}, "b": {"command": "y"}}}'),
		).toMatchObject({
			drafts: [{name: 'a'}, {name: 'b'}],
		});
		expect(await admin.understand('what is this')).toMatchObject({type: 'refused'});
	});

	it.each([
		['', {command: 'node'}, {name: 'a server needs a name'}],
		['x'.repeat(101), {command: 'node'}, {name: 'at most 100 characters'}],
		['taken', {command: 'node'}, {name: 'there is a server "taken" already'}],
		['new', {command: 'node', timeout: 'soon'}, {entry: [{path: ['timeout'], kind: 'malformed'}]}],
		['new', {command: 'node', timeout: 301}, {entry: [{path: ['timeout']}]}],
		['new', {command: 'node', retryAttempts: 6}, {entry: [{path: ['retryAttempts']}]}],
		['new', {url: 'http://example.com/mcp'}, {entry: [{path: ['url']}]}],
		['new', {url: 'http://example.com/mcp', allowInsecure: true}, {entry: []}],
		['new', {url: 'http://127.0.0.1/mcp'}, {entry: []}],
		['new', {type: 'ws', url: 'https://example.com/mcp'}, {entry: [{path: ['url']}]}],
		['new', {type: 'stdio', url: 'https://example.com/mcp'}, {entry: [{path: ['type']}]}],
		['new', {url: 'https://e.com', auth: {type: 'bearer', token: `\${keychain:unknown}`}}, {entry: []}],
		['new', {command: 'node', env: {A: `\${NOT_SET}`}}, {entry: [{path: ['env', 'A'], kind: 'missing'}]}],
		['new', {command: 'node', headers: {A: 'b'}}, {entry: [{path: ['headers'], kind: 'idle'}]}],
	] as const)('named %j with %j is checked', async (name, entry, expected) => {
		const {admin} = await openServerAdmin({own: own({taken: {command: 'node'}}), environment: {}});
		expect(await admin.check({name, entry}, {scope: 'user'})).toMatchObject(expected);
		const edited = await admin.check({name: 'taken', entry}, {scope: 'user', replaces: 'taken'});
		expect(edited.name).toBeUndefined();
	});
});

describe.skipIf(!hasKeychainPackages())('saving with a real keychain', () => {
	it('leaves the secret there and nowhere else', async () => {
		const session = await startKeychainSession();
		await session.startKeyring('open');
		const harness = await openServerAdmin({
			openCredentials: () => openCredentials({environment: session.environment}),
		});
		onTestFinished(harness.credentials.close);
		const entry = {url: 'https://example.com/mcp', headers: {'X-Api-Key': canary}};
		const saved = await harness.admin.save({name: 'remote', entry}, {scope: 'user'}, signal);
		expect(saved).toMatchObject({type: 'changed', notes: [expect.stringContaining('keychain')]});
		expect(await session.lookUp('key:remote/X-Api-Key')).toBe(canary);
		expect(harness.ownText()).not.toContain('canary');
		await harness.admin.remove('remote', signal);
		expect(await session.lookUp('key:remote/X-Api-Key')).toBeUndefined();
	});
});

import {describe, expect, it} from 'vitest';
import type {ConfigScope, ServerEntryChange} from '../../../../source/domain/server-ports.ts';
import {removeServer, setServerDisabled} from '../../../../source/headless/servers/change-server.ts';
import {createFakeRun, createRecorder, signal, stdioServer} from './fake-run.ts';

const only = (holder: ConfigScope | undefined) => async (_change: ServerEntryChange, scope: ConfigScope) =>
	scope === holder
		? ({type: 'changed', file: `/${scope}.json`} as const)
		: ({type: 'refused', failure: {code: 'unknown-server', message: `Not in ${scope}.`}} as const);

describe('mcp remove, enable and disable', () => {
	it.each(['user', 'project'] as const)('find the server in the %s file by themselves', async holder => {
		const run = createFakeRun({changeConfig: only(holder)});
		const {output, out} = createRecorder();
		expect(await removeServer({run, output, name: 'x', scope: undefined}, signal)).toBe(0);
		expect(out()).toBe(`Server "x" is no longer in /${holder}.json.\n`);
	});

	it('look only where they are told to', async () => {
		const run = createFakeRun({changeConfig: only('user')});
		const {output, err} = createRecorder();
		expect(await removeServer({run, output, name: 'x', scope: 'project'}, signal)).toBe(42);
		expect(err()).toBe('Not in project.\n');
		expect(run.changes.map(({scope}) => scope)).toEqual(['project']);
	});

	it('do not go on to another file when the first one cannot be written', async () => {
		const failure = {code: 'cannot-write', message: 'The disk is full.'};
		const run = createFakeRun({changeConfig: async () => ({type: 'refused', failure})});
		const {output, err} = createRecorder();
		await setServerDisabled({run, output, name: 'x', scope: undefined}, true);
		expect([err(), run.changes.length]).toEqual(['The disk is full.\n', 1]);
	});

	it('suggest the server that was meant', async () => {
		const run = createFakeRun({changeConfig: only(undefined), configs: () => [stdioServer('files')]});
		const {output, err} = createRecorder();
		expect(await removeServer({run, output, name: 'flies', scope: undefined}, signal)).toBe(42);
		expect(err()).toContain('did you mean files?');
	});

	it('name the file of a server that comes from elsewhere', async () => {
		const configs = () => [stdioServer('files', {source: '/tmp/given.json'})];
		const run = createFakeRun({changeConfig: only(undefined), configs});
		const {output, err} = createRecorder();
		expect(await removeServer({run, output, name: 'files', scope: undefined}, signal)).toBe(42);
		expect(err()).toContain('/tmp/given.json');
	});

	it('change what they say they change', async () => {
		const run = createFakeRun();
		const {output, out} = createRecorder();
		await setServerDisabled({run, output, name: 'x', scope: undefined}, true);
		await setServerDisabled({run, output, name: 'x', scope: undefined}, false);
		expect(run.changes.map(({change}) => change)).toEqual([
			{type: 'set-disabled', name: 'x', disabled: true},
			{type: 'set-disabled', name: 'x', disabled: false},
		]);
		expect(out()).toBe('Server "x" is disabled in /user.json.\nServer "x" is enabled in /user.json.\n');
	});
});

describe('mcp remove', () => {
	const setUp = (names: {readonly before: readonly string[]; readonly after: readonly string[]}) => {
		const forgotten: string[] = [];
		let hasChanged = false;
		const run = {
			...createFakeRun({
				changeConfig: async () => {
					hasChanged = true;
					return {type: 'changed', file: '/user.json'};
				},
			}),
			ownSecrets: {
				named: async () => new Set(hasChanged ? names.after : names.before),
				forget: async (name: string) => {
					forgotten.push(name);
					return name.endsWith('locked') ? {code: 'x', message: 'The keychain is locked.'} : undefined;
				},
			},
		};
		return {run, forgotten};
	};

	it('deletes the secrets that only the removed server named, and says so', async () => {
		const {run, forgotten} = setUp({
			before: ['vault/token', 'vault/shared', 'other/token', 'vaults/token', 'anthropic'],
			after: ['vault/shared', 'other/token'],
		});
		const {output, out, err} = createRecorder();
		expect(await removeServer({run, output, name: 'vault', scope: undefined}, signal)).toBe(0);
		expect(forgotten).toEqual(['vault/token']);
		expect(out()).toBe('Server "vault" is no longer in /user.json.\n');
		expect(err()).toBe(
			'Its secret "vault/token" is deleted too: nothing else in your configuration named it.\n',
		);
	});

	it('tells a script which secrets it deleted', async () => {
		const {run} = setUp({before: ['vault/token', 'vault/locked'], after: []});
		const {output, json, err} = createRecorder(true);
		expect(await removeServer({run, output, name: 'vault', scope: 'user'}, signal)).toBe(0);
		expect(json()).toEqual({name: 'vault', file: '/user.json', deletedSecrets: ['vault/token']});
		expect(err()).toContain("The keychain is locked. To delete it later: mcp-tui keys delete 'vault/locked'");
	});

	it('deletes no secret of a server that was not removed', async () => {
		const forgotten: string[] = [];
		const run = {
			...createFakeRun({changeConfig: only(undefined)}),
			ownSecrets: {
				named: async () => new Set(['x/token']),
				forget: async (name: string) => {
					forgotten.push(name);
					return undefined;
				},
			},
		};
		const {output} = createRecorder();
		expect(await removeServer({run, output, name: 'x', scope: undefined}, signal)).toBe(42);
		expect(forgotten).toEqual([]);
	});
});

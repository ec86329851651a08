import {describe, expect, it} from 'vitest';
import type {ConfigScope, ServerEntryChange} from '../../../../source/domain/server-ports.ts';
import {removeServer, setServerDisabled} from '../../../../source/headless/servers/change-server.ts';
import {createFakeRun, createRecorder, stdioServer} from './fake-run.ts';

const only = (holder: ConfigScope | undefined) => async (_change: ServerEntryChange, scope: ConfigScope) =>
	scope === holder
		? ({type: 'changed', file: `/${scope}.json`} as const)
		: ({type: 'refused', failure: {code: 'unknown-server', message: `Not in ${scope}.`}} as const);

describe('mcp remove, enable and disable', () => {
	it.each(['user', 'project'] as const)('find the server in the %s file by themselves', async holder => {
		const run = createFakeRun({changeConfig: only(holder)});
		const {output, out} = createRecorder();
		expect(await removeServer({run, output, name: 'x', scope: undefined})).toBe(0);
		expect(out()).toBe(`Server "x" is no longer in /${holder}.json.\n`);
	});

	it('look only where they are told to', async () => {
		const run = createFakeRun({changeConfig: only('user')});
		const {output, err} = createRecorder();
		expect(await removeServer({run, output, name: 'x', scope: 'project'})).toBe(42);
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
		expect(await removeServer({run, output, name: 'flies', scope: undefined})).toBe(42);
		expect(err()).toContain('did you mean files?');
	});

	it('name the file of a server that comes from elsewhere', async () => {
		const configs = () => [stdioServer('files', {source: '/tmp/given.json'})];
		const run = createFakeRun({changeConfig: only(undefined), configs});
		const {output, err} = createRecorder();
		expect(await removeServer({run, output, name: 'files', scope: undefined})).toBe(42);
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

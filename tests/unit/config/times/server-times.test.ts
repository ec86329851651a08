import {execFileSync} from 'node:child_process';
import {readdirSync, rmSync, statSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {createOpenState} from '../../../../source/core/config/state-file.ts';
import {readNamedServers} from '../../../../source/core/config/times/read-named-servers.ts';
import {createServerTimes} from '../../../../source/core/config/times/server-times.ts';
import {setUpTimes} from './times-harness.ts';

describe('the times of a server', () => {
	it('begin when its entry is first seen, and are known in the next run', async () => {
		const {open, place, clock, data, stateFile} = setUpTimes();
		const times = open();
		expect(times.of(place())).toBeUndefined();
		await times.look();
		expect(times.of(place())).toEqual({createdAt: 1000, updatedAt: 1000});
		clock.advance(500);
		const next = open();
		await next.look();
		expect(next.of(place())).toEqual({createdAt: 1000, updatedAt: 1000});
		expect(readdirSync(data)).toEqual(['server-times.json']);
		expect([statSync(stateFile).mode & 0o777, statSync(data).mode & 0o777]).toEqual([0o600, 0o700]);
	});

	it('say when anything in its entry became another, but not when its keys were sorted', async () => {
		const {open, place, clock, write} = setUpTimes({files: {command: 'x', env: {A: '1', B: '2'}}});
		const times = open();
		await times.look();
		clock.advance(500);
		write({files: {env: {B: '2', A: '1'}, command: 'x'}});
		await times.look();
		expect(times.of(place())).toEqual({createdAt: 1000, updatedAt: 1000});
		write({files: {command: 'x', env: {A: '1', B: '3'}}});
		await times.look();
		expect(times.of(place())).toEqual({createdAt: 1000, updatedAt: 1500});
	});

	it('tell a connection from a change', async () => {
		const {open, place, connection, clock} = setUpTimes();
		const times = open();
		await times.look();
		clock.advance(500);
		times.connected(connection());
		await times.settled();
		const next = open();
		await next.look();
		expect(next.of(place())).toEqual({createdAt: 1000, updatedAt: 1000, lastConnectedAt: 1500});
	});

	it('stay with a server to which somebody gives another name in the file', async () => {
		const {open, place, connection, clock, write} = setUpTimes({files: {command: 'x'}, web: {command: 'y'}});
		const times = open();
		times.connected(connection());
		await times.settled();
		clock.advance(500);
		write({docs: {command: 'x'}, web: {command: 'y'}, more: {command: 'x'}});
		await times.look();
		expect(times.of(place('docs'))).toEqual({createdAt: 1000, updatedAt: 1500, lastConnectedAt: 1000});
		expect(times.of(place('files'))).toBeUndefined();
		expect(times.of(place('web'))).toEqual({createdAt: 1000, updatedAt: 1000});
		expect(times.of(place('more'))).toEqual({createdAt: 1500, updatedAt: 1500});
	});

	it('stay with a server that is moved and changed in one step', async () => {
		const {open, place, clock, write, projectFile} = setUpTimes();
		const times = open();
		await times.look();
		clock.advance(500);
		write({});
		writeFileSync(projectFile, '{"mcpServers": {"docs": {"command": "z"}}}');
		times.moved(place(), {name: 'docs', file: projectFile});
		await times.look();
		expect(times.of({name: 'docs', file: projectFile})).toEqual({createdAt: 1000, updatedAt: 1500});
		expect(times.of(place())).toBeUndefined();
	});

	it('go with the server, and begin anew when it comes back', async () => {
		const {open, place, clock, write, own, saved} = setUpTimes();
		const times = open();
		await times.look();
		write({});
		await times.look();
		expect([times.of(place()), saved().servers]).toEqual([undefined, []]);
		clock.advance(500);
		write({files: {command: 'x'}});
		await times.look();
		expect(times.of(place())).toEqual({createdAt: 1500, updatedAt: 1500});
		rmSync(own);
		await times.look();
		expect(saved().servers).toEqual([]);
	});

	it('stay while the file cannot be understood', async () => {
		const {open, place, own} = setUpTimes();
		const times = open();
		await times.look();
		writeFileSync(own, '{"mcpServers": {');
		await times.look();
		expect(times.of(place())).toEqual({createdAt: 1000, updatedAt: 1000});
	});

	it('are kept for entries that cannot be used, and of files that are not looked at now', async () => {
		const {open, place, project, write, projectFile, own} = setUpTimes({wrong: {command: 7}});
		writeFileSync(projectFile, '{"servers": {"theirs": {"command": "node"}}}');
		const times = open();
		await times.look();
		expect(times.of(place('wrong'))).toEqual({createdAt: 1000, updatedAt: 1000});
		const elsewhere = open();
		elsewhere.follow(() => readNamedServers({files: [own]}));
		write({});
		await elsewhere.look();
		expect(elsewhere.of({name: 'theirs', file: join(project, '.mcp.json')})).toEqual({
			createdAt: 1000,
			updatedAt: 1000,
		});
		expect(elsewhere.of(place('wrong'))).toBeUndefined();
	});

	it.runIf(process.platform !== 'win32')('are not sought in what only looks like a file', async () => {
		const {folder, project, projectFile, own} = setUpTimes();
		const outside = join(folder, 'outside.json');
		writeFileSync(outside, '{"mcpServers": {"a": {"command": "x"}}}');
		symlinkSync(outside, projectFile);
		const pipe = join(folder, 'pipe');
		execFileSync('mkfifo', [pipe]);
		const named = await readNamedServers({files: [own, pipe], project});
		expect(named.map(({file, prints}) => [file, [...prints.keys()]])).toEqual([
			[own, ['files']],
			[join(project, '.vscode', 'mcp.json'), []],
		]);
	});

	it('are not read before somebody looks or something has happened', async () => {
		const {clock, data} = setUpTimes();
		let reads = 0;
		const state = createOpenState({folder: data})('server-times');
		const times = createServerTimes({state, now: clock.now, schedule: clock.schedule});
		times.follow(async () => {
			reads += 1;
			return [];
		});
		expect([reads, clock.timers()]).toEqual([0, 0]);
		times.connected({name: 'files', source: '/c.json'});
		expect([reads, clock.timers()]).toEqual([0, 1]);
		await times.settled();
		expect([reads, clock.timers()]).toEqual([1, 0]);
	});
});

import {mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {readNamedServers} from '../../../../source/core/config/times/read-named-servers.ts';
import type {JsonObject} from '../../../../source/domain/json.ts';
import {waitUntil} from '../../../helpers/wait-until.ts';
import {createFailingDisk} from '../../../hostile/config/failing-disk.ts';
import {setUpTimes} from './times-harness.ts';

const minute = 60_000;

describe('the file of the times of servers', () => {
	it('is written once for many connections, and not again before a minute has passed', async () => {
		const {open, connection, clock, written, saved} = setUpTimes();
		const times = open();
		await times.look();
		written.length = 0;
		for (let second = 0; second < 600; second += 1) {
			times.connected(connection());
			clock.advance(1000);
			await times.look();
		}
		// Ten minutes: after five seconds, and then once a minute.
		expect(written).toHaveLength(10);
		await times.settled();
		expect(saved().servers[0].lastConnectedAt).toBe(1000 + 599_000);
		expect(clock.timers()).toBe(0);
	});

	it('is not waited for: a connection is shown at once', async () => {
		const {open, place, connection, clock, saved} = setUpTimes();
		const times = open();
		await times.look();
		clock.advance(500);
		times.connected(connection());
		await times.look();
		expect(times.of(place())).toMatchObject({lastConnectedAt: 1500});
		expect(saved().servers[0]).not.toHaveProperty('lastConnectedAt');
	});

	it('is written soon after the configuration was read again', async () => {
		const {open, clock, write, own, project, saved} = setUpTimes();
		const times = open();
		await times.look();
		write({files: {command: 'y'}});
		times.follow(() => readNamedServers({files: [own], project}));
		clock.advance(5000);
		await waitUntil(() => saved().servers[0].updatedAt === 6000);
		expect(clock.timers()).toBe(0);
	});

	it('holds what all instances know, whoever writes last', async () => {
		const {open, place, connection, clock, write} = setUpTimes({a: {command: 'x'}, b: {command: 'y'}});
		const [one, other] = [open(), open()];
		await Promise.all([one.look(), other.look()]);
		other.connected(connection('b'));
		clock.advance(500);
		one.connected(connection('a'));
		one.connected(connection('b'));
		write({a: {command: 'x'}, b: {command: 'y'}, c: {command: 'z'}});
		await one.settled();
		await other.settled();
		const next = open();
		await next.look();
		expect(next.of(place('a'))).toEqual({createdAt: 1000, updatedAt: 1000, lastConnectedAt: 1500});
		expect(next.of(place('b'))).toMatchObject({lastConnectedAt: 1500});
		expect(next.of(place('c'))).toEqual({createdAt: 1500, updatedAt: 1500});
	});

	it('keeps members and entries that are not known here', async () => {
		const {open, place, connection, data, own, stateFile, saved} = setUpTimes();
		mkdirSync(data);
		const strange = {name: 'files', file: own, print: 7, createdAt: 'long ago'};
		const known = {name: 'files', file: own, print: '', createdAt: 7, updatedAt: 7, mood: 'fine'};
		writeFileSync(stateFile, JSON.stringify({version: 1, servers: [strange, known], later: true}));
		const times = open();
		times.connected(connection());
		await times.settled();
		expect(times.of(place())).toEqual({createdAt: 7, updatedAt: 1000, lastConnectedAt: 1000});
		expect(saved()).toMatchObject({later: true, servers: [strange, {mood: 'fine', createdAt: 7}]});
	});

	it('is set aside when it is damaged, and hides nothing but itself', async () => {
		const {open, place, data, stateFile, told} = setUpTimes();
		mkdirSync(data);
		writeFileSync(stateFile, '{"servers": [');
		const times = open();
		await times.look();
		expect(times.of(place())).toEqual({createdAt: 1000, updatedAt: 1000});
		expect(told.map(({code}) => code)).toEqual(['state-damaged']);
		const copy = readdirSync(data).find(name => name.includes('damaged')) ?? '';
		expect(readFileSync(join(data, copy), 'utf8')).toBe('{"servers": [');
	});

	it('is left as it is where something else stands in the place of the servers', async () => {
		const {open, place, data, stateFile} = setUpTimes();
		mkdirSync(data);
		const text = '{"servers": {"of": "a later version"}}';
		writeFileSync(stateFile, text);
		const times = open();
		await times.look();
		expect([times.of(place()), readFileSync(stateFile, 'utf8')]).toEqual([undefined, text]);
	});

	it('stays as it was on a full disk, nothing is made up, and it is written as soon as it can be', async () => {
		const {open, place, connection, clock, write, saved} = setUpTimes();
		const failing = createFailingDisk();
		const times = open(failing.disk);
		await times.look();
		const before = saved();
		clock.advance(500);
		failing.fault = 'write';
		write({files: {command: 'x'}, more: {command: 'y'}});
		times.connected(connection());
		await times.settled();
		expect(saved()).toEqual(before);
		expect(times.of(place('more'))).toBeUndefined();
		failing.fault = undefined;
		await times.settled();
		expect(times.of(place('more'))).toEqual({createdAt: 1500, updatedAt: 1500});
		expect(times.of(place())).toEqual({createdAt: 1000, updatedAt: 1000, lastConnectedAt: 1500});
	});

	it('holds a thousand servers, and first of all those that are named now', async () => {
		const {open, place, project, projectFile, clock, write, saved, written} = setUpTimes({});
		const many = (count: number): JsonObject =>
			Object.fromEntries(Array.from({length: count}, (_, index) => [`s${index}`, {command: `${index}`}]));
		writeFileSync(projectFile, JSON.stringify({mcpServers: many(2)}));
		const times = open();
		await times.look();
		clock.advance(minute);
		times.connected({name: 's0', source: projectFile});
		await times.settled();
		const elsewhere = open();
		elsewhere.follow(() => readNamedServers({files: [place().file]}));
		write(many(999));
		await elsewhere.look();
		expect(saved().servers).toHaveLength(1000);
		expect(elsewhere.of({name: 's0', file: join(project, '.mcp.json')})).toBeDefined();
		expect(elsewhere.of({name: 's1', file: join(project, '.mcp.json')})).toBeUndefined();
		write(many(1200));
		await elsewhere.look();
		expect(saved().servers).toHaveLength(1000);
		written.length = 0;
		await elsewhere.look();
		expect(written).toEqual([]);
	});

	it('holds no secret', async () => {
		const {open, stateFile} = setUpTimes({files: {command: 'x', env: {TOKEN: 's3cret'}, args: ['s3cret']}});
		await open().look();
		expect(readFileSync(stateFile, 'utf8')).not.toContain('s3cret');
	});
});

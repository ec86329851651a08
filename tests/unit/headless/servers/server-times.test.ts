import {describe, expect, it} from 'vitest';
import type {ServerTimes} from '../../../../source/domain/server-times.ts';
import {listServers} from '../../../../source/headless/servers/list-servers.ts';
import {showServer} from '../../../../source/headless/servers/show-server.ts';
import {createFakeRun, createRecorder, signal, stdioServer} from './fake-run.ts';

const day = 86_400_000;
const file = '/home/ada/config.json';

/** A run that knows these times, by the name of the server. */
const runWith = (known: Readonly<Record<string, ServerTimes>>) => {
	const looks: number[] = [];
	const run = createFakeRun({
		configs: () => [
			stdioServer('good', {source: file}),
			stdioServer('new', {source: file}),
			stdioServer('given'),
		],
		refused: [{name: 'theirs', source: '/project/.mcp.json', problems: ['not trusted'], isUntrusted: true}],
		times: {
			look: async () => {
				looks.push(run.started.length);
			},
			of: place => known[place.name],
		},
	});
	return {run, looks};
};

describe('the times of a server', () => {
	it('are in the list for scripts, of every server that a file names, used or not', async () => {
		const {run, looks} = runWith({
			good: {createdAt: 0, updatedAt: 60_000, lastConnectedAt: 3_600_000},
			theirs: {createdAt: 1000, updatedAt: 1000},
			given: {createdAt: 0, updatedAt: 0},
		});
		const {output, json} = createRecorder(true);
		await listServers({run, output, connects: true}, signal);
		const [good, fresh, given, theirs] = json() as readonly object[];
		expect(good).toMatchObject({
			createdAt: '1970-01-01T00:00:00.000Z',
			updatedAt: '1970-01-01T00:01:00.000Z',
			lastConnectedAt: '1970-01-01T01:00:00.000Z',
		});
		expect(theirs).toMatchObject({
			status: 'untrusted',
			createdAt: '1970-01-01T00:00:01.000Z',
			updatedAt: '1970-01-01T00:00:01.000Z',
		});
		expect(theirs).not.toHaveProperty('lastConnectedAt');
		for (const unknown of [fresh, given]) expect(unknown).not.toHaveProperty('createdAt');
		// What connected just now counts.
		expect(looks).toEqual([3]);
	});

	it('are said as people say them, and what is not known is left out', async () => {
		const show = async (known: Readonly<Record<string, ServerTimes>>, isJson = false) => {
			const {output, out} = createRecorder(isJson);
			await showServer({run: runWith(known).run, output, name: 'good', connects: false}, signal);
			return out();
		};
		const good = {createdAt: 7 * day, updatedAt: 9.5 * day, lastConnectedAt: 10 * day - 1000};
		expect(await show({good})).toMatch(
			/\n {2}created +3 days ago\n {2}updated +12 hours ago\n {2}connected +just now\n/,
		);
		const untouched = await show({good: {createdAt: 7 * day, updatedAt: 7 * day}});
		expect(untouched).toMatch(/\n {2}created +3 days ago\n/);
		expect(untouched).not.toMatch(/updated|connected/);
		expect(await show({})).not.toContain('created');
		expect(JSON.parse(await show({good}, true))).toMatchObject({
			createdAt: '1970-01-08T00:00:00.000Z',
			updatedAt: '1970-01-10T12:00:00.000Z',
			lastConnectedAt: '1970-01-10T23:59:59.000Z',
		});
	});
});

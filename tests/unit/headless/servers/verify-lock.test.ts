import {describe, expect, it} from 'vitest';
import type {Failure} from '../../../../source/domain/failure.ts';
import type {PinnedServer} from '../../../../source/domain/pinned-server.ts';
import type {ServerLockRead} from '../../../../source/domain/server-lock.ts';
import {type VerifyLockOptions, verifyLock} from '../../../../source/headless/servers/verify-lock.ts';
import {offerTool} from '../../../helpers/fake-servers.ts';
import {createFakeRun, createRecorder, failedWith, readyWith, signal, stdioServer} from './fake-run.ts';

const none = {changed: [], added: [], removed: []};

/** A lock file that names these servers, and finds them as they are said to be. */
const lockOf = (names: readonly string[], found: Partial<PinnedServer> = {}, unsaved?: Failure) => {
	const writes: {readonly offers: readonly string[]; readonly kept: readonly string[]}[] = [];
	const read: ServerLockRead = {
		isMissing: false,
		lock: {
			path: 'mcp.lock',
			names,
			compare: async ({config: {name: server}}) => ({
				server,
				isNew: !names.includes(server),
				reached: [],
				...none,
				prompts: none,
				resourceTemplates: none,
				...found,
			}),
			write: async (offers, kept) => {
				writes.push({offers: offers.map(({config}) => config.name), kept});
				return unsaved;
			},
		},
	};
	return {read, writes};
};

const verify = async (
	options: Pick<VerifyLockOptions, 'read'> & Partial<VerifyLockOptions>,
	run: Parameters<typeof createFakeRun>[0] = {},
) => {
	const recorder = createRecorder();
	const code = await verifyLock(
		{
			run: createFakeRun({
				configs: () => [stdioServer('files'), stdioServer('web')],
				tools: () => [offerTool('files', 'read'), offerTool('web', 'search')],
				...run,
			}),
			output: recorder.output,
			pins: {flagsOf: () => []},
			isUpdated: false,
			lineWith: (...more) => ['again', ...more].join(' '),
			...options,
		},
		signal,
	);
	return {code, out: recorder.out(), err: recorder.err()};
};

const unread: Failure = {code: 'list-failed', message: 'The prompts of "web" could not be listed.'};

describe('mcp verify --lock', () => {
	it('takes a changed prompt or resource template for drift', async () => {
		const gone = {...none, removed: ['greet', 'part']};
		const {code, out, err} = await verify(lockOf(['files', 'web'], {prompts: gone}));
		expect([code, out]).toEqual([
			1,
			[
				'✘ files: drift, not as in mcp.lock',
				'  removed prompts: greet, part',
				'✘ web: drift, not as in mcp.lock',
				'  removed prompts: greet, part',
				'',
			].join('\n'),
		]);
		expect(err).toContain('again --update\n');
	});

	it.each([
		['does not start', failedWith('web'), 'Server "web" exited with code 1.'],
		['has a list that cannot be read', {...readyWith(1), unreadable: {prompts: unread}}, unread.message],
	])('fails and writes nothing where a server %s', async (_what, status, message) => {
		const {writes, ...lock} = lockOf(['files', 'web']);
		const {code, err} = await verify({...lock, isUpdated: true}, {after: {web: status}});
		expect([code, writes]).toEqual([1, []]);
		expect(err).toContain(message);
		expect(err).toContain('mcp.lock was not written: not every server could be read.');
	});

	it('writes one server where one is named, and keeps the others', async () => {
		const {writes, ...lock} = lockOf(['files', 'gone'], {added: ['x']});
		const {code, out} = await verify({...lock, isUpdated: true, name: 'files'});
		expect([code, writes]).toEqual([0, [{offers: ['files'], kept: ['gone']}]]);
		expect(out).toContain('✔ files: written to mcp.lock as it is now\n');
		expect((await verify({...lock, name: 'fils'})).code).toBe(42);
	});

	it('fails where the file cannot be written', async () => {
		const {code, out, err} = await verify({
			...lockOf(['files'], {added: ['x']}, {code: 'lock-not-written', message: 'The disk is full.'}),
			isUpdated: true,
		});
		expect([code, err]).toEqual([1, expect.stringContaining('The disk is full.')]);
		expect(out).toContain('✘ files: drift, not as in mcp.lock');
	});

	it('prints a report alone to stdout, with a case for everything that was compared', async () => {
		const {out, err} = await verify({
			...lockOf(['files', 'gone'], {isNew: false, reached: []}),
			junit: {path: '-', save: async () => undefined},
		});
		expect(out).toMatch(/^<\?xml [\s\S]*<\/testsuites>\n$/);
		expect(out).toContain('<testcase name="tool read" classname="files"/>');
		expect(out).toContain('<failure message="gone: in mcp.lock, but not configured here or disabled">');
		expect(err).toContain('✔ files: ok, as in mcp.lock');
	});

	it('says that there is no server where the folder brings none along', async () => {
		const {code, err} = await verify(lockOf([]), {configs: () => []});
		expect([code, err]).toEqual([42, expect.stringContaining('.mcp.json')]);
	});
});

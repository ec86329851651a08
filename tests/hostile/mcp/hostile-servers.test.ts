import {describe, expect, it, vi} from 'vitest';
import type {ServerStatus} from '../../../source/domain/server.ts';
import {serverConfig, serverFile, textOf, useServers} from '../../helpers/mcp-servers.ts';

const paging = (mode: string) => {
	const running = useServers([serverConfig('paging', {args: [serverFile('paging'), mode]})]);
	const names = () => running.servers.tools().map(({definition}) => definition.tool);
	return {...running, names};
};

const stderrOf = (status: ServerStatus | undefined): readonly string[] =>
	status?.type === 'failed' ? status.stderr : [];

describe('a server that prints other things on its output', () => {
	it('still works, whatever it prints and however its bytes are cut', async () => {
		const {call} = useServers([serverConfig('noisy')]);
		expect(textOf(await call('noisy', 'split'))).toBe('naïve 🦜 ünïcödé');
		expect(textOf(await call('noisy', 'batch'))).toBe('one of two');
	});
});

describe('a server that sends too much', () => {
	it('may send a message just below the limit', async () => {
		const {call} = useServers([serverConfig('huge-line')]);
		expect(textOf(await call('huge-line', 'huge', {size: 10_000_000}))).toHaveLength(10_000_000);
	});

	it('is ended when one message is larger than 10 MiB', async () => {
		const {call, status} = useServers([serverConfig('huge-line')]);
		expect(await call('huge-line', 'huge', {size: 10_500_000})).toMatchObject({
			type: 'failed',
			failure: {
				code: 'server-gone',
				message: 'Server "huge-line" sent a message of more than 10 MiB while tool "huge" was running.',
			},
		});
		expect(status('huge-line')).toMatchObject({
			type: 'failed',
			failure: {message: expect.stringContaining('more than 10 MiB')},
		});
	});

	it('is ended when a line never ends', async () => {
		const {call} = useServers([serverConfig('huge-line')]);
		expect(await call('huge-line', 'unterminated')).toMatchObject({
			failure: {message: expect.stringContaining('more than 10 MiB')},
		});
	});

	it('floods its error output in vain: only the first and last lines are kept, cut', async () => {
		const {call, status} = useServers([serverConfig('stderr-flood')]);
		expect(textOf(await call('stderr-flood', 'flood', {megabytes: 30}))).toBe('dry again');
		await call('stderr-flood', 'exit');
		const lines = stderrOf(status('stderr-flood'));
		// 50 first, the count of what is missing, 150 last, and one that never ended.
		expect(lines).toHaveLength(202);
		expect(lines[0]).toBe('all work and no play');
		expect(lines.at(-1)).toMatch(/^x+$/);
		expect(lines.at(-1)).toHaveLength(2000);
	});
});

describe('a list of tools', () => {
	it('is read to its last page', async () => {
		const {connect, names, status} = paging('pages');
		await connect();
		expect(names()).toHaveLength(10);
		expect(names().at(-1)).toBe('second-of-4');
		const ready = status('paging');
		expect(ready).toMatchObject({type: 'ready', toolCount: 10, protocolVersion: '2025-11-25'});
		expect(ready).not.toHaveProperty('note');
	});

	it('loses only its invalid entries, and they are counted', async () => {
		const {connect, names, status} = paging('invalid');
		await connect();
		expect(names()).toEqual(['good', 'odd-hints', 'regex-bomb']);
		expect(status('paging')).toMatchObject({type: 'ready', note: '9 invalid entries were left out.'});
	});

	it('ends when a cursor comes back', async () => {
		const {connect, names, status} = paging('repeating');
		await connect();
		expect(names()).toEqual(['after-start', 'after-again']);
		expect(status('paging')).toMatchObject({note: 'Its list of tools never ends: it repeats a cursor.'});
	});

	it('ends after a hundred pages', async () => {
		const {connect, names, status} = paging('endless');
		await connect();
		expect(names()).toHaveLength(100);
		expect(status('paging')).toMatchObject({note: 'Its list of tools was cut after 100 pages.'});
	});
});

describe('results made to hurt', () => {
	it('are passed on without running the patterns of the output schema', async () => {
		const {call} = useServers([serverConfig('content')]);
		// Against ^(a+)+$ this value would keep a validator busy for longer than any test may run.
		expect(await call('content', 'mismatch')).toMatchObject({type: 'succeeded'});
	});

	it('are replaced when they are nested too deeply to be written down', async () => {
		const {call} = useServers([serverConfig('content')]);
		const report = await call('content', 'deep');
		expect(report).toMatchObject({
			type: 'succeeded',
			result: {
				content: [{type: 'unknown', kind: 'odd', value: 'nested too deeply to be kept'}],
				structured: 'nested too deeply to be kept',
			},
		});
		expect(() => JSON.stringify(report)).not.toThrow();
	});
});

describe('a crowd with bad neighbours', () => {
	it('answers although ten servers hang', async () => {
		const hanging = Array.from({length: 10}, (_, index) => serverConfig('silent', {name: `hung-${index}`}));
		const {connect, call, status} = useServers([...hanging, serverConfig('echo')]);
		void connect();
		await vi.waitFor(() => expect(status('echo')?.type).toBe('ready'), {timeout: 25_000});
		expect(textOf(await call('echo', 'echo', {text: 'here'}))).toBe('here');
		expect(status('hung-0')?.type).toBe('connecting');
	});
});

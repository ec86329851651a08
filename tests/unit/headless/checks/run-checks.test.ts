import {describe, expect, it} from 'vitest';
import type {Check, UpdateChecks} from '../../../../source/domain/check.ts';
import type {McpServers} from '../../../../source/domain/server-ports.ts';
import type {CheckFile, RunChecksOptions} from '../../../../source/headless/checks/run-checks.ts';
import {succeededWith} from '../../../helpers/fake-servers.ts';
import {failedWith} from '../servers/fake-run.ts';
import {check, expecting, start} from './start-checks.ts';

describe('mcp-tui test', () => {
	it('prints a line for each test and ends with 0 when all pass', async () => {
		const {code, out, run} = await start([
			check('one'),
			check('two', {server: 'b', ...expecting({equals: 'ok'})}),
		]);
		expect([code, out]).toEqual([0, '✓ one  0 ms\n✓ two  0 ms\n\n2 passed, 0 failed\n']);
		expect(run.started).toEqual(['a', 'b']);
	});

	it('shows what differs below the name, and ends with 1', async () => {
		const {code, out} = await start([check('one', expecting({equals: 'no', contains: ['x']}))]);
		expect([code, out]).toEqual([
			1,
			'✗ one  0 ms\n    equals\n      expected  "no"\n      got       "ok"\n    contains\n      expected  "x"\n      got       "ok"\n\n0 passed, 1 failed\n',
		]);
	});

	it('shows and sends the default of a required argument that was left out, to the letter', async () => {
		const fill: RunChecksOptions['fill'] = args => ({
			type: 'filled',
			arguments: JSON.parse(JSON.stringify(args).replaceAll('$HOME', '/home/ada')),
			variables: [],
		});
		const sent: unknown[] = [];
		const call: McpServers['call'] = async (_tool, args) => {
			sent.push(args);
			return succeededWith('ok');
		};
		const ask = async (question: string) => question.includes('    type: "$HOME"\n');
		await start([check('one', {server: 'b', tool: 'shoot'})], {fill, call, ask});
		expect(sent).toEqual([{type: '$HOME'}]);
	});

	it('measures from the call to its answer', async () => {
		let time = 0;
		const call: McpServers['call'] = async () => {
			time += 1500;
			return succeededWith('ok');
		};
		const {out} = await start([check('one', expecting({maxLatency: 1000}))], {call, now: () => time});
		expect(out).toContain(
			'✗ one  1.5 s\n    maxLatency\n      expected  at most 1000 ms\n      got       1500 ms\n',
		);
	});

	it('takes an error of a server for an answer, and silence for none', async () => {
		const failures: Readonly<Record<string, string>> = {refused: 'protocol-error', silent: 'timeout'};
		const call: McpServers['call'] = async (_, {kind}) => ({
			type: 'failed',
			failure: {code: failures[String(kind)] ?? '', message: `it was ${String(kind)}`, hint: 'Wait.'},
		});
		const {out} = await start(
			[
				check('one', {arguments: {kind: 'refused'}, ...expecting({error: true, contains: ['refused']})}),
				check('two', {arguments: {kind: 'silent'}, ...expecting({error: true})}),
			],
			{call},
		);
		expect(out).toBe('✓ one  0 ms\n✗ two\n    it was silent\n    Wait.\n\n1 passed, 1 failed\n');
	});

	it('leaves out what the file skips, and starts no server for it', async () => {
		const {code, out, run} = await start([
			check('one', {skip: 'needs a licence'}),
			check('two', {server: 'b'}),
		]);
		expect([code, run.started]).toEqual([0, ['b']]);
		expect(out).toBe('- one  skipped: needs a licence\n✓ two  0 ms\n\n1 passed, 0 failed, 1 skipped\n');
	});

	it('fails only the tests of a server that does not work, is unknown, or has no such tool', async () => {
		const checks = [
			check('one'),
			check('two', {server: 'b'}),
			check('three', {server: 'bb'}),
			check('four', {server: 'b', tool: 'raed'}),
		];
		const {code, out} = await start(checks, {after: {a: failedWith('a')}});
		expect(code).toBe(1);
		expect(out).toBe(
			[
				'✗ one\n    Server "a" exited with code 1.\n    Look at its log.',
				'✓ two  0 ms',
				'✗ three\n    There is no server "bb"; did you mean b?\n    There are a, b.',
				'✗ four\n    Server "b" has no tool "raed"; did you mean read?',
				'\n1 passed, 3 failed\n',
			].join('\n'),
		);
	});

	it('fails a test whose variable is not set, and sends nothing', async () => {
		const failure = {code: 'unset-variable', message: 'The arguments name it.'};
		const {code, out, run} = await start([check('one')], {fill: () => ({type: 'missing', failure})});
		expect([code, run.calls]).toEqual([1, []]);
		expect(out).toContain('✗ one\n    The arguments name it.\n');
	});

	it('runs the tests of one server one after another and servers side by side, and tells in the order of the file', async () => {
		const events: string[] = [];
		const waiting = new Map<string, () => void>();
		const call: McpServers['call'] = async ({server}, {name}) => {
			events.push(`${server} ${String(name)} begins`);
			await new Promise<void>(resolve => {
				waiting.set(String(name), resolve);
				// The first test of the slow server goes on when the other server is done.
				if (name !== 1) resolve();
				if (name === 3) waiting.get('1')?.();
			});
			events.push(`${server} ${String(name)} ends`);
			return succeededWith('ok');
		};
		const {out} = await start(
			[
				check('one', {arguments: {name: 1}}),
				check('two', {arguments: {name: 2}}),
				check('three', {server: 'b', arguments: {name: 3}}),
			],
			{call},
		);
		expect(events.indexOf('b 3 begins')).toBeLessThan(events.indexOf('a 1 ends'));
		expect(events.indexOf('a 1 ends')).toBeLessThan(events.indexOf('a 2 begins'));
		expect(out).toMatch(/one.*\n.*two.*\n.*three/);
	});

	it('runs only the tests of the servers that are named', async () => {
		const checks = [check('one'), check('two', {server: 'b'})];
		const {out, run} = await start(checks, {only: ['b']});
		expect([out.includes('one'), run.started]).toEqual([false, ['b']]);
		expect(await start(checks, {only: ['c']})).toMatchObject({
			code: 42,
			err: expect.stringContaining('The file has no test of server "c"'),
		});
	});

	it('refuses a file that is wrong, and runs nothing of it', async () => {
		const problems = ['t.yaml:1:1  tests: expected an array', 't.yaml:2:1  x: unknown key'];
		const {code, err, run} = await start({type: 'refused', problems});
		expect([code, run.started]).toEqual([42, []]);
		expect(err).toBe(`${problems.join('\n')}\nCorrect the file: nothing of it was run.\n`);
	});

	it('prints one object for scripts', async () => {
		const {code, json, out} = await start(
			[
				check('one'),
				check('two', expecting({equals: 'no'})),
				check('three', {tool: 'write'}),
				check('four', {skip: 'later'}),
				check('five', {server: 'c'}),
			],
			{isJson: true},
		);
		expect(code).toBe(1);
		expect(out).toMatch(/^\{/);
		expect(json()).toEqual({
			ok: false,
			passed: 1,
			failed: 2,
			skipped: 1,
			notRun: 1,
			tests: [
				{file: 'a.test.yaml', name: 'one', server: 'a', tool: 'read', status: 'passed', durationMs: 0},
				{
					file: 'a.test.yaml',
					name: 'two',
					server: 'a',
					tool: 'read',
					status: 'failed',
					durationMs: 0,
					differences: [{expectation: 'equals', expected: '"no"', got: '"ok"'}],
				},
				{
					file: 'a.test.yaml',
					name: 'three',
					server: 'a',
					tool: 'write',
					status: 'not-run',
					reason: 'its server does not say that it only reads',
				},
				{file: 'a.test.yaml', name: 'four', server: 'a', tool: 'read', status: 'skipped', reason: 'later'},
				{
					file: 'a.test.yaml',
					name: 'five',
					server: 'c',
					tool: 'read',
					status: 'failed',
					error: expect.objectContaining({code: 'unknown-server'}),
				},
			],
		});
	});

	it('has the tests that fail rewritten where that is wanted, and ends with 0 then', async () => {
		const checks = [check('one'), check('two', {server: 'b', ...expecting({equals: 'no'})})];
		const asked: unknown[] = [];
		const update: UpdateChecks = async updates => {
			asked.push(...updates);
			return undefined;
		};
		const {code, out, err} = await start(checks, {update, only: ['b']});
		expect([code, err]).toEqual([0, '1 test was rewritten to expect what came.\n']);
		expect(out).toContain('\n0 passed, 1 failed (1 rewritten)\n');
		expect(asked).toMatchObject([{index: 1, answer: {isError: false, result: {content: [{text: 'ok'}]}}}]);
		const failure = {code: 'not-updated', message: 'It could not be rewritten.'};
		expect(await start(checks, {update: async () => failure})).toMatchObject({
			code: 1,
			err: 'It could not be rewritten.\n',
		});
		expect(await start([check('one', {server: 'c'})], {update})).toMatchObject({code: 1, err: ''});
	});

	it('runs the tests of several files under their names, and rewrites each file by itself', async () => {
		const asked: unknown[] = [];
		const update =
			(file: string): UpdateChecks =>
			async updates => {
				asked.push(...updates.map(({index}) => [file, index]));
				return undefined;
			};
		const fileOf = (path: string, ...checks: readonly Check[]): CheckFile => ({
			path,
			read: {type: 'read', checks},
			update: update(path),
		});
		const wrong = expecting({equals: 'no'});
		const files = [
			fileOf('a.test.yaml', check('one')),
			fileOf('b.test.yaml', check('two'), check('three', wrong)),
		];
		const saved: string[] = [];
		const junit = {
			path: 'report.xml',
			save: async (path: string, text: string): Promise<void> => void saved.push(path, text),
		};
		const {code, out} = await start([], {files, junit});
		expect([code, asked]).toEqual([0, [['b.test.yaml', 1]]]);
		expect(out).toMatch(/^a\.test\.yaml\n✓ one .*\n\nb\.test\.yaml\n✓ two .*\n✗ three /);
		expect(saved[0]).toBe('report.xml');
		expect(saved[1]).toContain(
			'<testsuite name="b.test.yaml" tests="2" failures="1" errors="0" skipped="0">',
		);
		expect(saved[1]).toContain('<testcase name="one" classname="a.read" time="0.000"/>');
		expect(saved[1]).toContain('<failure message="equals: expected &quot;no&quot;, got &quot;ok&quot;">');

		const broken: CheckFile = {path: 'c.yaml', read: {type: 'refused', problems: ['c.yaml:1:1  wrong']}};
		const refused = await start([], {files: [...files, broken]});
		expect(refused).toMatchObject({code: 42, out: '', err: expect.stringContaining('c.yaml:1:1  wrong\n')});
		expect(refused.run.started).toEqual([]);
	});

	it('runs only tests with a text in their name, and refuses a text that none has', async () => {
		const checks = [check('Reads a note'), check('writes', {tool: 'write'})];
		expect(await start(checks, {filter: 'NOTE'})).toMatchObject({
			code: 0,
			out: expect.stringContaining('\n1 passed, 0 failed\n'),
		});
		expect(await start(checks, {filter: 'nothing'})).toMatchObject({
			code: 42,
			err: 'No test has "nothing" in its name, so nothing was run.\n',
		});
	});

	it('prints a report alone to stdout', async () => {
		const {out, err} = await start([check('one', {skip: 'no network'})], {
			junit: {path: '-', save: async () => undefined},
		});
		expect(out).toMatch(/^<\?xml [\s\S]*<skipped message="no network"\/>[\s\S]*<\/testsuites>\n$/);
		expect(err).toContain('- one  skipped: no network\n');
	});

	it('ends what runs when it is interrupted, and calls nothing more', async () => {
		const stop = new AbortController();
		const call: McpServers['call'] = async () => {
			stop.abort();
			return {type: 'cancelled', sent: true};
		};
		const {code, out, run} = await start([check('one'), check('two')], {call, signal: stop.signal});
		expect([code, run.calls.length]).toEqual([1, 1]);
		expect(out).toContain('✗ one\n    Interrupted.\n✗ two\n    Interrupted.\n');
	});

	it('shows ten differences of one test, and nothing that a terminal would act upon', async () => {
		const evil = '\u001b]0;owned\u0007\u001b[2J\u202e';
		const items = Array.from({length: 30}, () => evil);
		const call: McpServers['call'] = async () => ({
			type: 'succeeded',
			result: {content: [], structured: {items}},
			raw: {},
		});
		const {out} = await start([check(`one${evil}`, expecting({equals: {items: []}}))], {call});
		expect(out).not.toMatch(/[\0-\x09\x0b-\x1f\x7f-\x9f\u202e]/);
		expect(out.match(/expected {2}/g)).toHaveLength(10);
		expect(out).toContain('    and 20 more\n');
	});
});

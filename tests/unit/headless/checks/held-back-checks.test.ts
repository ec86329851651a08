import {describe, expect, it} from 'vitest';
import type {RunChecksOptions} from '../../../../source/headless/checks/run-checks.ts';
import {check, expecting, start} from './start-checks.ts';

describe('mcp-tui test without leave', () => {
	it('runs nothing that may change something, says so and ends with 2', async () => {
		const checks = [check('one'), check('two', {tool: 'write'}), check('three', {tool: 'lying'})];
		const {code, out, err, run} = await start(checks);
		expect([code, run.calls.length]).toEqual([2, 1]);
		expect(out).toContain('- two  not run: its server does not say that it only reads\n');
		expect(out).toContain('1 passed, 0 failed, 2 not run\n');
		expect(err).toContain('2 tests were not run');
		expect(err).toContain('Add --yes');
		// What failed is more than what could not be asked about.
		const wrong = check('four', expecting({equals: 'no'}));
		expect(await start([...checks, wrong])).toMatchObject({code: 1});
	});

	it('runs everything with --yes, or when somebody agrees', async () => {
		const checks = [check('one', {tool: 'write'}), check('two', {tool: 'write'})];
		expect(await start(checks, {isYes: true})).toMatchObject({code: 0, err: ''});
		const questions: string[] = [];
		const ask = (isAgreed: boolean) => async (question: string) => {
			questions.push(question);
			return isAgreed;
		};
		expect(await start(checks, {ask: ask(true)})).toMatchObject({code: 0});
		expect(await start(checks, {ask: ask(false)})).toMatchObject({code: 1, run: {calls: []}});
		const asked = '  write of a: its server does not say that it only reads\n';
		expect(questions[0]).toBe(`These calls need your word:\n${asked}${asked}Run these 2 tests, too? [y/N] `);
		expect(await start([check('one')], {ask: ask(false)})).toMatchObject({code: 0});
		expect(questions).toHaveLength(2);
	});

	it('sends nothing of the environment unless somebody agrees', async () => {
		const fill: RunChecksOptions['fill'] = ({text}) => ({
			type: 'filled',
			arguments: {text: 'filled in'},
			variables: text === 'x' ? ['HOME', 'TOKEN'] : [],
		});
		const checks = [check('one', {arguments: {text: 'x'}}), check('two')];
		const held = await start(checks, {fill});
		expect(held).toMatchObject({code: 2, run: {calls: [{args: {text: 'filled in'}}]}});
		expect(held.out).toContain('- one  not run: it sends TOKEN, HOME of the environment\n');
		const questions: string[] = [];
		const ask = async (question: string) => {
			questions.push(question);
			return true;
		};
		expect(await start(checks, {fill, ask})).toMatchObject({code: 0});
		expect(questions).toEqual([
			[
				'These calls need your word:',
				'  read of a: it sends TOKEN, HOME of the environment',
				'    text: "x"',
				'Variables of your environment that are sent:',
				'  to a: TOKEN, HOME',
				'Run this test, too? [y/N] ',
			].join('\n'),
		]);
		expect(await start(checks, {fill, isYes: true})).toMatchObject({code: 0});
	});

	it('runs nothing that a rule denies, whatever somebody agrees to', async () => {
		const openPolicy: RunChecksOptions['openPolicy'] = async () => ({
			decide: ({args}) =>
				args.path === 'filled in'
					? {decision: 'deny', rule: 'config.json: approvals[0]'}
					: {decision: 'allow', rule: 'approval mode auto'},
		});
		const fill: RunChecksOptions['fill'] = ({path}) => ({
			type: 'filled',
			arguments: path === undefined ? {} : {path: 'filled in'},
			variables: [],
		});
		const checks = [check('one', {arguments: {path: 'x'}}), check('two', {tool: 'write'})];
		const {code, out, err, run} = await start(checks, {fill, openPolicy, isYes: true});
		expect([code, run.calls.length]).toEqual([1, 1]);
		expect(out).toBe(
			'- one  not run: denied by config.json: approvals[0]\n✓ two  0 ms\n\n1 passed, 0 failed, 1 not run\n',
		);
		expect(err).toBe(
			'1 test was not run: your approvals deny it. Why: mcp-tui policy test <server> <tool>\n',
		);
		expect((await start(checks, {fill, openPolicy, isJson: true})).json()).toMatchObject({
			notRun: 2,
			tests: [{status: 'not-run', reason: 'denied by config.json: approvals[0]'}, {status: 'not-run'}],
		});
	});

	it('holds back what the user wants to be asked about, although it only reads', async () => {
		const rule = 'the definition of the tool has changed';
		const openPolicy: RunChecksOptions['openPolicy'] = async () => ({
			decide: ({mode}) => (mode === 'auto' ? {decision: 'ask', rule} : {decision: 'deny', rule: 'x'}),
		});
		const held = await start([check('one')], {openPolicy});
		expect(held).toMatchObject({code: 2, run: {calls: []}});
		expect(held.out).toContain(`- one  not run: your approvals ask: ${rule}\n`);
		const questions: string[] = [];
		const ask = async (question: string) => questions.push(question) === 1;
		expect(await start([check('one')], {openPolicy, ask})).toMatchObject({code: 0});
		expect(questions[0]).toContain(`  read of a: your approvals ask: ${rule}\n`);
	});
});

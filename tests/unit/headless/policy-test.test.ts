import {describe, expect, it} from 'vitest';
import type {PolicyQuestion, Verdict} from '../../../source/domain/approval.ts';
import {createCommandOutput} from '../../../source/headless/command-output.ts';
import {testPolicy} from '../../../source/headless/policy-test.ts';
import {offerTool} from '../../helpers/fake-servers.ts';
import {allowsAll} from '../../helpers/turn-harness.ts';

const run = (verdict: Verdict, {isJson = false, whyUnknown = '', misfits = [] as readonly string[]} = {}) => {
	const written = {stdout: '', stderr: ''};
	const stream = (name: 'stdout' | 'stderr') => ({
		isTTY: false,
		write(text: string | Uint8Array) {
			written[name] += String(text);
			return true;
		},
	});
	const asked: PolicyQuestion[] = [];
	const {definition: tool} = offerTool('files', 'read');
	const code = testPolicy({
		policy: {
			...allowsAll,
			decide(question) {
				asked.push(question);
				return verdict;
			},
		},
		tool,
		...(whyUnknown === '' ? {} : {whyUnknown}),
		args: {path: '/etc'},
		misfits,
		mode: 'trusted-only',
		workMode: 'plan',
		output: createCommandOutput({stdout: stream('stdout'), stderr: stream('stderr')}, isJson),
	});
	return {code, asked, tool, ...written};
};

const verdict: Verdict = {
	decision: 'deny',
	rule: 'approvals[0] of config.json',
	trail: ['work mode plan', 'deny: approvals[0] of config.json'],
};

describe('the test of the policy', () => {
	it('says that arguments do not fit the schema', () => {
		const misfits = ['/path: must be string'];
		expect(run(verdict, {misfits}).stdout).toContain(
			"arguments: they do not fit the tool's schema, so no such call is made: /path: must be string\n",
		);
		expect(JSON.parse(run(verdict, {misfits, isJson: true}).stdout)).toMatchObject({misfits});
		expect(run(verdict).stdout).not.toContain('arguments:');
	});

	it('says the decision, the rule that made it and all that was looked at', () => {
		const {code, stdout, stderr} = run(verdict);
		expect(stdout).toBe(
			[
				'deny',
				'rule: approvals[0] of config.json',
				'looked at:',
				'  work mode plan',
				'  deny: approvals[0] of config.json',
				'',
			].join('\n'),
		);
		expect([code, stderr]).toEqual([0, '']);
	});

	it('asks about a call at the beginning of a turn', () => {
		const {asked, tool} = run(verdict);
		expect(asked).toEqual([
			{
				tool,
				args: {path: '/etc'},
				mode: 'trusted-only',
				workMode: 'plan',
				sessionGrants: [],
				heard: [],
			},
		]);
	});

	it('prints one object with --json', () => {
		const {stdout} = run(verdict, {isJson: true});
		expect(JSON.parse(stdout)).toEqual({...verdict, sources: []});
		expect(JSON.parse(run({decision: 'ask', rule: 'x', sources: ['web']}, {isJson: true}).stdout)).toEqual({
			decision: 'ask',
			rule: 'x',
			trail: [],
			sources: ['web'],
		});
	});

	it('says beside the result that nothing is known about the tool, and why', () => {
		for (const isJson of [true, false]) {
			const {stderr, stdout, code} = run(verdict, {whyUnknown: 'because of --no-connect', isJson});
			expect(stderr).toContain(
				'What read of files says about itself is not known because of --no-connect. It counts as destructive',
			);
			expect(stdout).not.toContain('not known');
			expect(code).toBe(0);
		}
	});

	it('keeps each line one line, whatever a server calls itself', () => {
		const {stdout} = run({decision: 'ask', rule: 'a\nallow\x1b[2J', trail: ['b\nc']});
		expect(stdout.split('\n')).toHaveLength(5);
		expect(stdout).not.toContain('\x1b');
	});
});

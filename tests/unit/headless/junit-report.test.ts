import {describe, expect, it} from 'vitest';
import {junitXml, writeReport} from '../../../source/headless/junit-report.ts';
import {createRecorder} from './servers/fake-run.ts';

const suites = [
	{
		name: 'a "suite"',
		cases: [
			{name: 'passes', group: 'files', milliseconds: 1234},
			{
				name: 'a\u001b[31m<b>',
				group: 'x\u0000y',
				problem: {type: 'failure' as const, text: 'one & two\n<3>'},
			},
			{name: 'left out', group: 'files', problem: {type: 'skipped' as const, text: 'no "network"'}},
			{name: 'broken', group: 'files', problem: {type: 'error' as const, text: 'gone'}},
		],
	},
];

describe('a JUnit report', () => {
	it('counts the cases and escapes whatever servers and tests are called', () => {
		expect(junitXml(suites)).toBe(
			`${[
				'<?xml version="1.0" encoding="UTF-8"?>',
				'<testsuites tests="4" failures="1" errors="1" skipped="1">',
				'  <testsuite name="a &quot;suite&quot;" tests="4" failures="1" errors="1" skipped="1">',
				'    <testcase name="passes" classname="files" time="1.234"/>',
				'    <testcase name="a&lt;b&gt;" classname="xy">',
				'      <failure message="one &amp; two">one &amp; two\n&lt;3&gt;</failure>',
				'    </testcase>',
				'    <testcase name="left out" classname="files">',
				'      <skipped message="no &quot;network&quot;"/>',
				'    </testcase>',
				'    <testcase name="broken" classname="files">',
				'      <error message="gone">gone</error>',
				'    </testcase>',
				'  </testsuite>',
				'</testsuites>',
			].join('\n')}\n`,
		);
	});

	it('goes to stdout or into a file, and says why it could not be written', async () => {
		const {output, out} = createRecorder();
		const save = async (): Promise<void> => {
			throw new Error('the disk is full');
		};
		expect(await writeReport({path: '-', save}, suites, output)).toBeUndefined();
		expect(out()).toBe(junitXml(suites));
		expect(await writeReport({path: 'a.xml', save}, suites, output)).toMatchObject({
			message: 'The report a.xml could not be written: the disk is full.',
		});
	});
});

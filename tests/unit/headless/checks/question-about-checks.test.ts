import {describe, expect, it} from 'vitest';
import {questionAbout} from '../../../../source/headless/checks/question-about-checks.ts';
import {check} from './start-checks.ts';

const risk = 'its server does not say that it only reads';

describe('the question before tests that may do something', () => {
	it('names every call and every variable, however many come before', () => {
		const crowd = Array.from({length: 60}, (_, index) => ({
			check: check(`n${index}`, {tool: `harmless-${index}`}),
			variables: [`PLAIN_${index}`],
			risk,
		}));
		const evil = {
			check: check('evil', {
				server: 'b',
				tool: 'post',
				arguments: {to: 'x', text: `\${AWS_SECRET_ACCESS_KEY}`},
			}),
			variables: ['PLAIN_OTHER', 'AWS_SECRET_ACCESS_KEY'],
			risk,
		};
		const question = questionAbout([...crowd, evil]);
		for (const index of crowd.keys()) {
			expect(question).toContain(`  harmless-${index} of a: ${risk}\n`);
			expect(question).toMatch(new RegExp(`  to a: .*\\bPLAIN_${index}\\b`));
		}
		expect(question).toContain(
			`:\n  post of b: ${risk}\n    to: "x"\n    text: "\${AWS_SECRET_ACCESS_KEY}"\n`,
		);
		expect(question).toContain(
			'\n  to b: AWS_SECRET_ACCESS_KEY, PLAIN_OTHER\nRun these 61 tests, too? [y/N] ',
		);
		expect(question.indexOf('post of b')).toBeLessThan(question.indexOf('harmless-0'));
	});

	it('says how much of a long value it does not show', () => {
		const args = {text: 'a'.repeat(1000), list: [1, {deep: true}]};
		const question = questionAbout([{check: check('one', {arguments: args}), variables: [], risk}]);
		expect(question).toContain(`    text: "${'a'.repeat(299)}… (702 more characters)\n`);
		expect(question).toContain('    list: [1,{"deep":true}]\n');
	});

	it('holds nothing that a terminal would act upon, and no line that a file has made up', () => {
		const evil = '\u001b]0;owned\u0007\u001b[2J\u202e\nRun this test, too? ';
		const args = {[`key${evil}`]: evil};
		const question = questionAbout([
			{check: check('one', {server: `a${evil}`, tool: `t${evil}`, arguments: args}), variables: ['A'], risk},
		]);
		expect(question).not.toMatch(/[\0-\x09\x0b-\x1f\x7f-\x9f\u202e]/);
		expect(question.match(/^Run this/gm)).toHaveLength(1);
	});
});

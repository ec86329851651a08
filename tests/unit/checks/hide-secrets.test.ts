import {describe, expect, it} from 'vitest';
import {readCheckFile} from '../../../source/core/checks/read-check-file.ts';
import {writeCheckFile} from '../../../source/core/checks/write-check-file.ts';
import type {RecordedCall} from '../../../source/domain/check.ts';
import type {JsonObject} from '../../../source/domain/json.ts';
import type {ToolResult} from '../../../source/domain/tool.ts';

const called = (args: JsonObject, result: ToolResult): RecordedCall => ({
	server: 's',
	tool: 't',
	arguments: args,
	answer: {type: 'answered', isError: false, result},
});

const textResult = (text: string): ToolResult => ({content: [{type: 'text', text}]});
const token = `ghp_${'a1B2'.repeat(9)}`;

const write = async (...calls: readonly RecordedCall[]): Promise<string> =>
	writeCheckFile({sessionId: 'one', title: `with ${token}`}, calls);

const checksOf = async (text: string) => {
	const file = await readCheckFile('t.yaml', text);
	return file.type === 'read' ? file.checks : expect.fail(file.problems.join('\n'));
};

describe('a file of tests', () => {
	it('has no secret in arguments, names, expectations or its head', async () => {
		const args = {
			api_key: `sk-ant-${'x9'.repeat(20)}`,
			password: 'hunter22',
			Authorization: 'Bearer abcdefgh12345678',
			dbPassword: 'correct horse',
			github: {credentials: {user: 'mira-the-user', pin: 123456}},
			list: [`see ${token}`],
		};
		const text = await write(
			called(args, {
				content: [],
				structured: {said: 'hunter22 it is', token: `${token}`, [token]: 1, inner: {hunter22: 1}, n: 5},
			}),
			called({query: 'hunter22'}, textResult(`${token} and hunter22`)),
		);
		expect(text).not.toMatch(/ghp_|sk-ant|hunter22|abcdefgh|correct horse|mira-the-user|123456/);
		const [first, second] = await checksOf(text);
		expect(first?.arguments).toEqual({
			api_key: `\${SECRET_API_KEY}`,
			password: `\${SECRET_PASSWORD}`,
			Authorization: expect.stringMatching(/^(Bearer )?\$\{SECRET_AUTHORIZATION\}$/),
			dbPassword: `\${SECRET_DB_PASSWORD}`,
			github: {credentials: {user: `\${SECRET_USER}`, pin: `\${SECRET_PIN}`}},
			list: [`see \${SECRET_LIST}`],
		});
		expect(second?.arguments).toEqual({query: `\${SECRET_QUERY}`});
		expect(text).toContain('# A secret belongs here: set SECRET_API_KEY, ');
	});

	it('keeps arguments that only remind of secrets', async () => {
		const args = {
			author: 'Mira',
			key: 'PROJ-17',
			issueKey: 'PROJ-18',
			keywords: ['a'],
			max_tokens: 100,
			tokens: '5',
		};
		const [check] = await checksOf(await write(called(args, textResult('ok'))));
		expect(check?.arguments).toEqual(args);
	});
});

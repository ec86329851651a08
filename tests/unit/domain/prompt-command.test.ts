import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {PromptDefinition} from '../../../source/domain/catalogue.ts';
import {promptCommand} from '../../../source/domain/prompt-command.ts';
import {readPromptCommand} from '../../../source/domain/read-prompt-command.ts';

const definition = (server: string, prompt: string, ...names: readonly string[]): PromptDefinition => ({
	server,
	prompt,
	description: '',
	arguments: names.map(name => ({
		name: name.replace('?', ''),
		description: '',
		required: !name.endsWith('?'),
	})),
});

const prompts = [
	definition('git', 'review', 'branch', 'tone?'),
	definition('git', 'say', 'text'),
	definition('git', 'review all'),
	definition('my: server', 'odd name', 'the name'),
];

const read = (text: string) => {
	const command = readPromptCommand(text, prompts);
	return command && {name: command.prompt.prompt, args: command.arguments, problems: command.problems};
};

describe('a prompt in a message', () => {
	it.each([
		['/git:review branch=main', {branch: 'main'}],
		['/git:review main', {branch: 'main'}],
		['/git:review main tone="very kind"', {branch: 'main', tone: 'very kind'}],
		['/git:review tone=kind main', {branch: 'main', tone: 'kind'}],
		['/git:review branch="a \\"b\\" \\\\"', {branch: 'a "b" \\'}],
		['/git:review branch=""', {branch: ''}],
		['/git:review branch="open end', {branch: 'open end'}],
		['/git:say all of these words', {text: 'all of these words'}],
		['/my: server:odd name the name=x', {'the name': 'x'}],
	])('is read from %j', (text, args) => {
		expect(read(text)).toMatchObject({args, problems: []});
	});

	it('is the one with the longest name', () => {
		expect(read('/git:review all')?.name).toBe('review all');
		expect(read('/git:review alle')?.name).toBe('review');
	});

	it.each([
		['/git:review', 'it needs branch=…'],
		['/git:review branch=x colour=red', 'it has no argument colour, but branch, tone'],
		['/git:review one two three', 'it takes no more than branch, tone'],
		['/git:review all x', 'it takes no arguments'],
	])('says what is wrong with %j', (text, problem) => {
		expect(read(text)?.problems).toEqual([problem]);
	});

	it.each(['/git:reviewer', '/other:review', 'git:review', '/review'])('is not in %j', text => {
		expect(read(text)).toBeUndefined();
	});

	it('is read as it was written, whatever the values are', () => {
		fc.assert(
			fc.property(fc.string(), fc.string(), (branch, tone) => {
				const text = promptCommand('git', 'review', {branch, tone});
				expect(read(text)).toEqual({name: 'review', args: {branch, tone}, problems: []});
			}),
		);
	});
});

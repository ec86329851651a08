import {describe, expect, it} from 'vitest';
import {rewriteMembers} from '../../../source/core/config/edit-members.ts';
import {renameReferences} from '../../../source/core/config/rename-references.ts';

const renaming = {from: 's', to: 'docs'};

describe('what names a server that gets another name', () => {
	it('names the new one, wherever it stands and however the key is spelt', () => {
		const {content, notes} = renameReferences(
			{
				approvals: [
					{server: 's', tool: 'sleep', action: 'deny'},
					{tool: 's__write', decision: 'ask'},
					{server: 'other', decision: 'deny'},
				],
				trusted_tools: ['s__echo', 'other__echo'],
				trustedServers: ['s'],
				reviewResults: ['s__fetch'],
				assistants: {
					a: {
						serverIds: ['s', 'other'],
						trustedTools: ['s__*'],
						tools: {include: ['s__a'], exclude: ['s__b']},
					},
					b: {includeTools: ['s__a'], excludeTools: ['s__b']},
				},
			},
			renaming,
		);
		expect(content).toEqual({
			approvals: [
				{server: 'docs', tool: 'sleep', action: 'deny'},
				{tool: 'docs__write', decision: 'ask'},
				{server: 'other', decision: 'deny'},
			],
			trusted_tools: ['docs__echo', 'other__echo'],
			trustedServers: ['docs'],
			reviewResults: ['docs__fetch'],
			assistants: {
				a: {
					serverIds: ['docs', 'other'],
					trustedTools: ['docs__*'],
					tools: {include: ['docs__a'], exclude: ['docs__b']},
				},
				b: {includeTools: ['docs__a'], excludeTools: ['docs__b']},
			},
		});
		expect(notes).toHaveLength(1);
		expect(notes[0]).toContain('approvals[0].server, approvals[1].tool, trustedServers[0]');
	});

	it('leaves patterns alone, and says which are about it before and after', () => {
		const before = {
			approvals: [
				{server: 's*', decision: 'deny'},
				{server: '*s', decision: 'ask'},
			],
			trustedTools: ['d*__echo', '*'],
			trustedServers: ['docs'],
		};
		const {content, notes} = renameReferences(before, renaming);
		expect(content).toEqual(before);
		expect(notes).toEqual([
			'No longer about it, because it was called "s": approvals[0].server "s*". Change that yourself if it was meant.',
			'Still about it: approvals[1].server "*s".',
			'About it from now on: trustedServers[0] "docs", trustedTools[0] "d*__echo".',
		]);
	});

	it('holds back both where a name may be that of a tool, and gives nothing to a name that stands for others', () => {
		expect(renameReferences({reviewResults: ['s', 'x__y']}, renaming).content).toEqual({
			reviewResults: ['s', 'x__y', 'docs'],
		});
		const trusting = {
			trustedServers: ['s'],
			trustedTools: ['s__echo'],
			approvals: [{server: 's', decision: 'allow'}],
		};
		expect(renameReferences(trusting, {from: 's', to: 'd*'}).content).toEqual(trusting);
		expect(renameReferences({trustedTools: ['s__echo']}, {from: 's', to: 'a__b'}).content).toEqual({
			trustedTools: ['s__echo'],
		});
	});
});

describe('the text of a list whose items change', () => {
	it('keeps comments, blanks and order, also inside of its items', () => {
		const text = `{
	"approvals": [
		// never sleep
		{"server": "s", "tool": "sleep", /* why */ "decision": "deny"},
		{"server": "o", "decision": "ask"}, // the other
	],
	"reviewResults": ["s"]
}
`;
		const content = {
			approvals: [
				{server: 'docs', tool: 'sleep', decision: 'deny'},
				{server: 'o', decision: 'ask'},
			],
			reviewResults: ['s', 'docs'],
		};
		expect(rewriteMembers(text, content)).toBe(
			text.replace('"server": "s"', '"server": "docs"').replace('["s"]', '["s", "docs"]'),
		);
	});
});

import {describe, expect, it} from 'vitest';
import {readDemoScript} from '../../../source/core/models/demo/read-demo-script.ts';

describe('a demo script', () => {
	it('may be written in YAML', async () => {
		const text = `
pace: 0
turns:
  - prompt: Hello
    match: ^hi
    steps:
      - think: Hm.
        say: |
          Two
          lines
        calls:
          - tool: files__read
            arguments: {path: a.txt}
          - tool: files__list
      - if: denied
        cut: true
`;
		await expect(readDemoScript(text)).resolves.toEqual({
			pace: 0,
			turns: [
				{
					prompt: 'Hello',
					match: '^hi',
					steps: [
						{
							think: 'Hm.',
							say: 'Two\nlines\n',
							calls: [
								{tool: 'files__read', arguments: {path: 'a.txt'}},
								{tool: 'files__list', arguments: {}},
							],
						},
						{if: 'denied', cut: true},
					],
				},
			],
		});
	});

	it('may be written in JSON and has a pace of its own where it names none', async () => {
		await expect(readDemoScript('{"turns": [{"steps": [{"say": "x"}]}]}')).resolves.toEqual({
			pace: 60,
			turns: [{steps: [{say: 'x'}]}],
		});
	});

	it('may have failures, bad arguments, ends and numbers of its own', async () => {
		const text = `
contextTokens: 8000
turns:
  - steps:
      - fail: {status: 529, message: Busy., retryAfter: 2, times: 3}
        say: Hi
        usage: {inputTokens: 7, cost: 0.5}
        finish: length
      - fail: {kind: bad-tool, tools: [a]}
        calls: [{tool: a, invalid: '{"x":'}]
      - fail: {status: 502}
`;
		const fallback = 'The script says that this request fails.';
		await expect(readDemoScript(text)).resolves.toMatchObject({
			contextTokens: 8000,
			turns: [
				{
					steps: [
						{
							fail: {kind: 'overloaded', message: 'Busy.', retryAfter: 2, times: 3},
							usage: {inputTokens: 7, cost: 0.5},
							finish: 'length',
						},
						{
							fail: {kind: 'bad-tool', message: fallback, tools: ['a'], times: 1},
							calls: [{tool: 'a', arguments: {}, invalid: '{"x":'}],
						},
						{fail: {kind: 'provider-error', message: fallback}},
					],
				},
			],
		});
	});

	it.each([
		['turns: [{steps: [{fail: {}}]}]', /^turns\.0\.steps\.0\.fail: needs a kind or a status$/],
		['turns: [{steps: [{fail: {kind: bored}}]}]', /^turns\.0\.steps\.0\.fail\.kind: /],
		['turns: [{steps: [{fail: {status: 200}}]}]', /^turns\.0\.steps\.0\.fail\.status: /],
		['turns: [{steps: [{finish: tool-calls}]}]', /^turns\.0\.steps\.0\.finish: /],
		['turns: [{steps: [{usage: {tokens: 1}}]}]', /^turns\.0\.steps\.0\.usage: .*"tokens"/],
		['', /^script: /],
		['just words', /^script: /],
		['turns: []', /^turns: /],
		['turns: [{steps: []}]', /^turns\.0\.steps: /],
		['pace: -1\nturns: [{steps: [{say: x}]}]', /^pace: /],
		['turns: [{steps: [{say: 7}]}]', /^turns\.0\.steps\.0\.say: /],
		['turns: [{steps: [{says: x}]}]', /^turns\.0\.steps\.0: .*"says"/],
		['turns: [{steps: [{if: broken}]}]', /^turns\.0\.steps\.0\.if: /],
		['turns: [{match: "(", steps: [{say: x}]}]', /^turns\.0\.match: is not a regular expression$/],
		[
			'turns: [{steps: [{calls: [{tool: x, arguments: [1]}]}]}]',
			/^turns\.0\.steps\.0\.calls\.0\.arguments: /,
		],
		['turns: [{steps: [{calls: [{}]}]}]', /^turns\.0\.steps\.0\.calls\.0\.tool: /],
		['pace: x\nturns: 1', /^pace: .*; turns: /],
		['turns: [', /line 1/],
	])('that says %o is refused with the place', async (text, message) => {
		await expect(readDemoScript(text)).rejects.toThrow(message);
	});
});

import {describe, expect, it} from 'vitest';
import {tour} from '../../../source/core/models/demo/tour.ts';
import {openModel} from '../../../source/core/models/open-model.ts';
import {createCounterIds} from '../../helpers/counter-ids.ts';
import {createFakeClock} from '../../helpers/fake-clock.ts';

const files: Readonly<Record<string, string>> = {
	'scripts/hello.yaml': 'pace: 0\nturns: [{prompt: Say hello, steps: [{say: Hello.}]}]',
	'bad.yaml': 'turns: 1',
};

const open = (id: string) => {
	const clock = createFakeClock();
	return openModel(id, {
		newId: createCounterIds(),
		now: clock.now,
		sleep: clock.sleep,
		async readTextFile(path) {
			const text = files[path];
			if (text === undefined) {
				throw new Error(`ENOENT: ${path}`);
			}
			return text;
		},
	});
};

describe('openModel', () => {
	it('opens the tour', async () => {
		const opened = await open('demo/tour');
		expect(opened.type === 'opened' && [opened.model.id, opened.suggestPrompt([])]).toEqual([
			'demo/tour',
			tour.turns.find(turn => turn.match === undefined)?.prompt,
		]);
	});

	it('opens a script by its path', async () => {
		const opened = await open('demo/scripts/hello.yaml');
		if (opened.type !== 'opened') {
			throw new Error(opened.failure.message);
		}
		const texts: string[] = [];
		for await (const event of opened.model.stream(
			{messages: [{role: 'user', text: 'Hi'}], tools: []},
			new AbortController().signal,
		)) {
			texts.push(event.type === 'text' ? event.text : event.type);
		}
		expect(texts.join('')).toBe('Hello.finished');
		expect(opened.suggestPrompt([])).toBe('Say hello');
	});

	it.each([
		['demo/missing.yaml', 'Cannot read the demo script missing.yaml: ENOENT: missing.yaml', undefined],
		['demo/bad.yaml', 'Cannot read the demo script bad.yaml: turns: ', undefined],
		[
			'demo/tuor',
			'There is no demo called "tuor"; did you mean tour?',
			'Use demo/tour, or demo/ and the path',
		],
		['demo/other', 'There is no demo called "other".', 'Use demo/tour, or demo/ and the path'],
		['demo', 'There is no demo called "".', 'Use demo/tour'],
		['demo/', 'There is no demo called "".', 'Use demo/tour'],
		['anthropic/claude', 'This version of mcp-tui cannot talk to anthropic yet.', '--model demo/tour'],
		['openai/a/b', 'This version of mcp-tui cannot talk to openai yet.', '--model demo/tour'],
		['ollama', 'This version of mcp-tui cannot talk to ollama yet.', '--model demo/tour'],
		['dmo/tour', 'There is no model "dmo/tour"; did you mean demo/tour?', 'A model is written provider/name'],
		['nonsense', 'There is no model "nonsense".', 'A model is written provider/name'],
		['', 'There is no model "".', 'A model is written provider/name'],
	])('refuses %o with a sentence and what to do', async (id, message, hint) => {
		const opened = await open(id);
		if (opened.type !== 'refused') {
			throw new Error('It opened.');
		}
		expect(opened.failure.code).toBe('unknown-model');
		expect(opened.failure.message.startsWith(message)).toBe(true);
		expect(opened.failure.message).toMatch(/[.?]$|: /);
		if (hint === undefined) {
			expect(opened.failure.hint).toBeUndefined();
		} else {
			expect(opened.failure.hint).toContain(hint);
		}
	});
});

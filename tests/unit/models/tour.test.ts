import {describe, expect, it} from 'vitest';
import {demoFiles} from '../../../source/core/models/demo/demo-files.ts';
import type {DemoTurn} from '../../../source/core/models/demo/demo-script.ts';
import {findStep, suggestPrompt} from '../../../source/core/models/demo/find-step.ts';
import {tour} from '../../../source/core/models/demo/tour.ts';
import {createCalculateMcpTool} from '../../../source/core/toolbox/calculate/createCalculateMcpTool.ts';
import {createCurrentTimeMcpTool} from '../../../source/core/toolbox/current-time/createCurrentTimeMcpTool.ts';
import {createListDirectoryMcpTool} from '../../../source/core/toolbox/list-directory/createListDirectoryMcpTool.ts';
import {createReadFileMcpTool} from '../../../source/core/toolbox/read-file/createReadFileMcpTool.ts';
import {createGrantedFolders} from '../../../source/core/toolbox/shared/createGrantedFolders.ts';
import type {McpTool} from '../../../source/core/toolbox/shared/McpTool.ts';
import {createWriteFileMcpTool} from '../../../source/core/toolbox/write-file/createWriteFileMcpTool.ts';
import type {CallOutcome, Message} from '../../../source/domain/message.ts';

const folders = createGrantedFolders({roots: ['/']});
const toolbox: readonly McpTool[] = [
	...createCurrentTimeMcpTool({now: () => 0}),
	...createCalculateMcpTool(),
	...createListDirectoryMcpTool({folders}),
	...createReadFileMcpTool({folders}),
	...createWriteFileMcpTool({folders}),
];

const ordered = tour.turns.filter(turn => turn.match === undefined);
const outcomes: readonly CallOutcome[] = ['succeeded', 'failed', 'denied', 'cancelled'];

/** Every way a turn can go: what was said, and the outcome of each answer's calls. */
const paths = (
	messages: readonly Message[],
	path: readonly string[] = [],
): readonly (readonly string[])[] => {
	const step = findStep(tour, messages);
	if (step?.say === undefined) {
		return [[...path, 'SILENCE']];
	}
	const {calls = []} = step;
	if (calls.length === 0) {
		return [[...path, step.say]];
	}
	return outcomes.flatMap(outcome =>
		paths(
			[
				...messages,
				{role: 'assistant', blocks: []},
				...calls.map((_, index): Message => ({role: 'tool', callId: `${index}`, outcome, content: []})),
			],
			[...path, outcome],
		),
	);
};

describe('the tour', () => {
	const calls = tour.turns.flatMap(turn => turn.steps.flatMap(step => step.calls ?? []));

	it.each(calls)('calls $tool with arguments that it accepts', async ({tool, arguments: args}) => {
		const found = toolbox.find(({name}) => `toolbox__${name}` === tool);
		expect(await found?.inputSchema['~standard'].validate(args)).toEqual({value: args});
	});

	it('does not say that the files are missing when only the sum is denied', () => {
		const ways = paths([{role: 'user', text: 'budget'}]).map(path => path.join(' '));
		const aboutFiles = ways.filter(way => way.includes('Without the files'));
		expect(aboutFiles).toHaveLength(3);
		expect(aboutFiles.some(way => way.startsWith('succeeded'))).toBe(false);
		expect(ways).toContainEqual(expect.stringMatching(/^succeeded denied Then the four lines stand/));
	});

	it('shows every tool of the toolbox', () => {
		expect(new Set(calls.map(({tool}) => tool)).size).toBe(toolbox.length);
	});

	it.each(ordered.map((turn, index) => [turn.prompt ?? '', index] as const))(
		'ends "%s" with words, whatever becomes of its calls',
		(_, index) => {
			const before = Array.from({length: index}, (): Message => ({role: 'user', text: 'go on'}));
			const all = paths([...before, {role: 'user', text: 'go on'}]);
			expect(all.length).toBeGreaterThan(0);
			for (const path of all) {
				expect(path.at(-1)).not.toBe('SILENCE');
			}
		},
	);

	it('has a suggestion for every stop, and each leads to the next', () => {
		const said: Message[] = [];
		const visited: (DemoTurn | undefined)[] = [];
		for (const turn of ordered) {
			const prompt = suggestPrompt(tour, said);
			expect(prompt).toBe(turn.prompt);
			said.push({role: 'user', text: prompt ?? ''});
			visited.push(tour.turns.find(({steps}) => steps[0] === findStep(tour, said) && steps === turn.steps));
		}
		expect(visited.map(turn => turn?.steps)).toEqual(ordered.map(({steps}) => steps));
	});

	it.each([
		['time', 0],
		['what is the time?', 0],
		['files', 1],
		['deny', 2],
		['error', 3],
		['long answer', 4],
	])('jumps to a stop when one says "%s"', (text, index) => {
		expect(findStep(tour, [{role: 'user', text}])).toBe(ordered[index]?.steps[0]);
	});

	it('stays at its end for whoever goes on', () => {
		const many = Array.from({length: 20}, (): Message => ({role: 'user', text: 'go on'}));
		expect(findStep(tour, many)).toBe(ordered.at(-1)?.steps[0]);
	});

	it('reads only files that the demo has, except where it is meant to fail', () => {
		const read = calls
			.filter(({tool}) => tool === 'toolbox__read-file')
			.map(({arguments: args}) => String(args.path));
		expect(new Set(read.filter(path => demoFiles[path] === undefined))).toEqual(new Set(['meeting.md']));
	});

	it('adds up what the budget says', () => {
		const amounts = (demoFiles['budget.csv'] ?? '')
			.trim()
			.split('\n')
			.slice(1)
			.map(line => Number(line.split(',').at(-1)));
		const expression = calls.find(({tool}) => tool === 'toolbox__calculate')?.arguments.expression;
		const parts = String(expression)
			.split(' + ')
			.map(part => part.split(' * ').reduce((product, factor) => product * Number(factor), 1));
		expect(parts).toEqual(amounts);
	});

	it('keeps its files inside the folder of the demo', () => {
		for (const name of Object.keys(demoFiles)) {
			expect(name).toMatch(/^[\w/.-]+$/);
			expect(name).not.toMatch(/^\/|\.\./);
		}
	});
});

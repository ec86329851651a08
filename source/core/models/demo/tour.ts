import type {DemoScript, DemoStep, DemoTurn} from './demo-script.ts';
import {longAnswer} from './tour-long-answer.ts';

const lines = (...parts: readonly string[]): string => parts.join('\n');

const firstCall: DemoTurn = {
	prompt: 'Show me around',
	steps: [
		{
			say: lines(
				'## Welcome',
				'',
				'I am a **scripted model**: every word of mine was written beforehand, so this tour needs no key and no network.',
				'The tools are real, though. `toolbox` is an MCP server that comes with this program, and what it answers comes from this machine.',
				'',
				'Let me begin with something harmless: the time. A question will appear below. Press `y` to allow the call once.',
			),
			calls: [{tool: 'toolbox__current-time', arguments: {timeZone: 'UTC'}}],
		},
		{
			if: 'succeeded',
			say: lines(
				'The tool answered:',
				'',
				'> {{result}}',
				'',
				'The line above with the ✔ is its **card**: what was called, with which arguments, how long it took, what came back.',
				'By default nothing runs unless you say so. `shift+tab` changes that, and the footer always shows the mode.',
				'',
				'*Press enter to go on.*',
			),
		},
		{
			if: 'denied',
			say: lines(
				'You said no, so nothing ran, and I was told so. That is all a denial does: the conversation goes on.',
				'',
				'*Press enter to go on.*',
			),
		},
		{say: lines('That did not work: {{result}}', '', '*Press enter to go on.*')},
	],
};

/** They come before what the files lead to: a call that is denied later says nothing of the files. */
const withoutFiles: readonly DemoStep[] = (['cancelled', 'denied', 'failed'] as const).map(outcome => ({
	if: outcome,
	say: lines(
		'Without the files there is nothing to add up, and that is fine.',
		'',
		'*Press enter to see what happens when a call should not run.*',
	),
}));

const severalCalls: DemoTurn = {
	prompt: 'What is in the folder, and what does it add up to?',
	steps: [
		{
			say: lines(
				'Two calls at once this time, so two questions will queue up.',
				'With `s` you allow a tool for the rest of this session, and it never asks again until you quit.',
			),
			calls: [
				{tool: 'toolbox__list-directory', arguments: {path: '.'}},
				{tool: 'toolbox__read-file', arguments: {path: 'budget.csv'}},
			],
		},
		...withoutFiles,
		{
			if: 'succeeded',
			say: 'The budget has four lines. I would rather not add them up in my head:',
			calls: [{tool: 'toolbox__calculate', arguments: {expression: '1200 + 340.5 + 89.9 + 2 * 45'}}],
		},
		{
			if: 'succeeded',
			say: lines(
				'Together that is **{{result}}** euro.',
				'',
				'*Press enter to see what happens when a call should not run.*',
			),
		},
		{
			say: lines(
				'Then the four lines stand for themselves, and that is fine.',
				'',
				'*Press enter to see what happens when a call should not run.*',
			),
		},
	],
};

const deniedCall: DemoTurn = {
	prompt: 'Tidy up the budget for me',
	steps: [
		{
			say: lines(
				'Models are sometimes wrong about what you want. I am about to **overwrite** `budget.csv` with an empty file.',
				'',
				'Read the arguments, then press `n` to deny it, or `r` to deny it and tell me why.',
			),
			calls: [{tool: 'toolbox__write-file', arguments: {path: 'budget.csv', content: ''}}],
		},
		{
			if: 'denied',
			say: lines(
				'Well spotted. The file is untouched, and this is what I was told instead of a result:',
				'',
				'> {{result}}',
				'',
				'*Press enter to see a tool fail.*',
			),
		},
		{
			if: 'succeeded',
			say: lines(
				'You allowed it, so the file is empty now. It was only a sample: the next start of the demo puts it back.',
				'',
				'*Press enter to see a tool fail.*',
			),
		},
		{say: lines('The tool refused: {{result}}', '', '*Press enter to see a tool fail.*')},
	],
};

const recoveredError: DemoTurn = {
	prompt: 'What did we decide in the meeting?',
	steps: [
		{
			say: 'I think the notes are in `meeting.md`.',
			calls: [{tool: 'toolbox__read-file', arguments: {path: 'meeting.md'}}],
		},
		{
			if: 'failed',
			say: lines(
				'There is no such file. An error is not the end: it goes to the model like any other result, so I can look around.',
			),
			calls: [{tool: 'toolbox__list-directory', arguments: {path: 'notes'}}],
		},
		{
			if: 'succeeded',
			say: 'There it is.',
			calls: [{tool: 'toolbox__read-file', arguments: {path: 'notes/meeting.md'}}],
		},
		{
			if: 'succeeded',
			say: lines(
				'You decided three things:',
				'',
				'1. The release is on **Thursday**.',
				'2. Mira writes the announcement.',
				'3. Nobody touches `budget.csv` until then.',
				'',
				'*Press enter for the last stop: a long answer.*',
			),
		},
		{
			say: lines(
				'Without the notes I cannot tell, and I will not invent an answer.',
				'',
				'*Press enter for the last stop: a long answer.*',
			),
		},
	],
};

const longTurn: DemoTurn = {
	prompt: 'Tell me more about MCP',
	steps: [{think: 'They want the long version: structure, a table, some code.', say: longAnswer}],
};

const farewell: DemoTurn = {
	prompt: 'What now?',
	steps: [
		{
			say: lines(
				'That was the tour. From here:',
				'',
				'- `?` shows every key, `/help` every command.',
				'- `mcp-tui --mcp-config servers.json` connects servers of your own.',
				'- This conversation was written to a session file while we talked; nothing in it left this machine.',
				'- `ctrl+c` twice ends the program.',
				'',
				'Type anything to hear this again, or ask for the *long answer*, the *time* or the *error* once more.',
			),
		},
	],
};

/** Lets people and scripts jump to a stop by name. */
const jump = (match: string, turn: DemoTurn): DemoTurn => ({match, steps: turn.steps});

export const tour: DemoScript = {
	pace: 90,
	turns: [
		jump('^(what )?(is )?the (time|first call)|^time', firstCall),
		jump('^(the )?(files|folder|budget)\\b', severalCalls),
		jump('^(the )?denied|^deny', deniedCall),
		jump('^(the )?error', recoveredError),
		jump('^(the )?long( answer)?', longTurn),
		firstCall,
		severalCalls,
		deniedCall,
		recoveredError,
		longTurn,
		farewell,
	],
};

import {always, type CommandSpec} from './command-spec.ts';

const id = {name: 'id', completes: 'sessions'} as const;

export const sessionCommands: readonly CommandSpec[] = [
	{name: 'sessions', summary: 'look after your sessions', words: [], options: always, isGroup: true},
	{
		name: 'sessions list',
		summary: 'every session, the last used first',
		words: [],
		options: ['json', ...always],
	},
	{
		name: 'sessions show',
		summary: 'what was said in a session, and what it amounts to',
		words: [id],
		options: ['json', ...always],
	},
	{
		name: 'sessions search',
		summary: 'find words in messages, answers and calls of all sessions',
		words: [{name: 'words', isList: true}],
		options: ['json', ...always],
	},
	{
		name: 'sessions export',
		summary: 'write a session into a file',
		words: [id],
		options: ['format', 'output', 'yes', 'json', ...always],
	},
	{
		name: 'sessions delete',
		summary: 'delete a session for good',
		words: [id],
		options: ['yes', 'json', ...always],
	},
];

import type {BenchBinding} from './binding.ts';

export const promptBindings: readonly BenchBinding[] = [
	{keys: ['enter'], intent: 'preview', help: 'fill it in and see what it says', hint: 'preview'},
	{keys: ['i'], intent: 'insert', help: 'put it into the draft of the chat', hint: 'insert'},
	{keys: ['s'], intent: 'send', help: 'send it to the model', hint: 'send'},
	{keys: ['y'], intent: 'copy', help: 'copy it as it is typed in the chat', hint: 'copy'},
];

export const resourceBindings: readonly BenchBinding[] = [
	{keys: ['enter'], intent: 'fill-in', help: 'fill in a template; read a resource', hint: 'open'},
	{keys: ['i'], intent: 'insert', help: 'put @server:uri into the draft of the chat', hint: 'insert'},
	{keys: ['w'], intent: 'watch', help: 'be told of changes, or no longer', hint: 'watch'},
	{keys: ['r'], intent: 'read-again', help: 'read it again', hint: 'read again'},
	{keys: ['y'], intent: 'copy', help: 'copy its address', hint: 'copy address'},
];

import type {BenchBinding} from './binding.ts';

export const trafficBindings: readonly BenchBinding[] = [
	{keys: ['m'], intent: 'other-half', help: 'to the answer of this request, or back', hint: 'its other half'},
	{keys: ['s'], intent: 'this-server', help: 'only the server of this message, or all', hint: 'this server'},
	{keys: ['e'], intent: 'errors', help: 'only what went wrong, or all', hint: 'errors'},
	{keys: ['n'], intent: 'quiet', help: 'hide notifications and pings, or show them', hint: 'quiet'},
	{keys: ['y'], intent: 'copy', help: 'copy the message as JSON', hint: 'copy'},
	{keys: ['x'], intent: 'tool', help: 'try the tool of this call, with the same arguments', hint: 'try'},
	{keys: ['d'], intent: 'clear', help: 'forget everything that was recorded', hint: 'clear'},
];

import type {BenchBinding} from './binding.ts';

/** In the list of what decides about calls. */
export const approvalBindings: readonly BenchBinding[] = [
	{
		keys: ['d'],
		intent: 'revoke',
		help: 'take back what is allowed, or remove a rule of your own file',
		hint: 'revoke',
	},
	{
		keys: ['a'],
		intent: 'accept',
		help: 'accept a definition that has changed, after you read how',
		hint: 'accept',
	},
	{
		keys: ['w'],
		intent: 'what-if',
		help: 'what would become of a call: server tool {"json": 1}',
		hint: 'what if',
	},
	{keys: ['m'], intent: 'mode', help: 'choose when calls ask first', hint: 'mode'},
];

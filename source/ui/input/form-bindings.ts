import type {Binding} from './binding.ts';
import {noMore} from './server-bindings.ts';

/** Moving about in a form. Everything else that is typed goes into the field. */
const filling: readonly Binding[] = [
	{
		keys: ['enter'],
		intent: {type: 'form', step: 'take'},
		help: 'take it and go on; at the end: send or run what is shown',
	},
	{keys: ['tab'], intent: {type: 'form', step: 'next'}, help: 'next field'},
	{keys: ['shift+tab'], intent: {type: 'form', step: 'back'}, help: 'the field before'},
	{keys: ['up'], intent: {type: 'form', step: 'up'}, help: 'line or choice above, or the field before'},
	{
		keys: ['down'],
		intent: {type: 'form', step: 'down'},
		help: 'line or choice below, or the next field (space and 1-9 pick)',
	},
	{
		keys: ['ctrl+s'],
		intent: {type: 'form', step: 'review'},
		help: 'to the end: a look at everything, then send or run',
	},
	{keys: ['page-up'], intent: {type: 'scroll', step: -10}},
	{keys: ['page-down'], intent: {type: 'scroll', step: 10}},
	{keys: ['ctrl+c'], intent: {type: 'clear-or-quit'}},
];

/** While a form of a server has the keyboard. */
export const formBindings: readonly Binding[] = [
	...filling,
	{keys: ['ctrl+x'], intent: {type: 'form', step: 'decline'}, help: 'decline to answer'},
	{
		keys: ['esc'],
		intent: {type: 'form', step: 'cancel'},
		help: 'cancel: the server hears that you did not answer',
	},
	{keys: ['ctrl+n'], intent: {type: 'form', step: 'mute'}, help: noMore},
];

/** While the arguments of a call are edited in a form. */
export const argumentsBindings: readonly Binding[] = [
	...filling,
	{keys: ['ctrl+t'], intent: {type: 'form', step: 'text'}, help: 'all arguments as JSON text, and back'},
	{keys: ['ctrl+g'], intent: {type: 'form', step: 'outside'}, help: 'all arguments in $EDITOR'},
	{
		keys: ['esc'],
		intent: {type: 'form', step: 'cancel'},
		help: 'back to the question; what you filled in is kept',
	},
];

/** The keys of a form of a server as its last line shows them. */
export const formLabels = (isReview: boolean) =>
	[
		{choice: 'take', key: 'enter', label: isReview ? 'send' : 'next'},
		{choice: 'back', key: 'shift+tab', label: 'back'},
		{choice: 'decline', key: 'ctrl+x', label: 'decline'},
		{choice: 'cancel', key: 'esc', label: 'cancel'},
		{choice: 'mute', key: 'ctrl+n', label: 'no more'},
	] as const;

/** The same for the arguments of a call. */
export const argumentsLabels = (isReview: boolean) =>
	isReview
		? ([
				{choice: 'take', key: 'enter', label: 'run it with these', short: 'run'},
				{choice: 'back', key: 'shift+tab', label: 'back'},
				{choice: 'text', key: 'ctrl+t', label: 'as JSON', short: 'JSON'},
				{choice: 'outside', key: 'ctrl+g', label: '$EDITOR'},
				{choice: 'cancel', key: 'esc', label: 'close'},
			] as const)
		: ([
				{choice: 'take', key: 'enter', label: 'next'},
				{choice: 'review', key: 'ctrl+s', label: 'done'},
				{choice: 'text', key: 'ctrl+t', label: 'as JSON', short: 'JSON'},
				{choice: 'outside', key: 'ctrl+g', label: '$EDITOR'},
				{choice: 'cancel', key: 'esc', label: 'close'},
			] as const);

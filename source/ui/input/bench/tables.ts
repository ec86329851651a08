import {approvalBindings} from './approvals.ts';
import {assistantBindings, assistantChoiceBindings, assistantEditorBindings} from './assistants.ts';
import type {BenchBinding} from './binding.ts';
import {promptBindings, resourceBindings} from './offers.ts';
import {serverFormBindings} from './server-form.ts';
import {serverBindings} from './servers.ts';
import {sessionBindings} from './sessions.ts';
import {benchBindings, detailBindings, listBindings} from './shell.ts';
import {reviewBindings, toolsBindings, triedBindings, tryingBindings} from './tools.ts';
import {trafficBindings} from './traffic.ts';

/** Every table of keys of the workbench, with when it counts, for the README. */
export const benchTables: readonly {readonly title: string; readonly bindings: readonly BenchBinding[]}[] = [
	{title: 'In the workbench (`f2` to `f5`)', bindings: benchBindings},
	{title: 'When its list has the keyboard', bindings: listBindings},
	{title: 'When its right side has the keyboard', bindings: detailBindings},
	{title: 'In its list of servers', bindings: serverBindings},
	{title: 'In the form of a server', bindings: serverFormBindings},
	{title: 'In its list of tools', bindings: toolsBindings},
	{title: 'On the last look before a tool is tried', bindings: reviewBindings},
	{title: 'While it runs', bindings: tryingBindings},
	{title: 'When it is done', bindings: triedBindings},
	{title: 'In its list of assistants', bindings: assistantBindings},
	{title: 'While an assistant is edited', bindings: assistantEditorBindings},
	{title: 'On what is chosen there', bindings: assistantChoiceBindings},
	{title: 'In its list of prompts', bindings: promptBindings},
	{title: 'In its list of resources', bindings: resourceBindings},
	{title: 'In its traffic', bindings: trafficBindings},
	{title: 'In its list of approvals', bindings: approvalBindings},
	{title: 'In its list of sessions', bindings: sessionBindings},
];

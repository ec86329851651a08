import {describe, expect, it} from 'vitest';
import {answeredAlike} from '../../../source/app/answered-alike.ts';
import type {ApprovalAsk, AskAnswer} from '../../../source/domain/ask.ts';
import {ask, definitionAsk, resultAsk} from '../../helpers/conversation-events.ts';
import {formAsk} from '../../helpers/ui-samples.ts';

const asked: ApprovalAsk = ask('a1', 'c1');
const other = (change: Partial<ApprovalAsk> = {}): ApprovalAsk => ({...ask('a2', 'c2'), ...change});
const allow = (scope: 'once' | 'session' | 'tool' | 'server', args?: {path: string}): AskAnswer => ({
	type: 'allow',
	scope,
	...(args === undefined ? {} : {arguments: args}),
});
const web = {server: 'web', tool: 'fetch'};

describe('a question that waits while another is answered', () => {
	it.each<readonly [string, AskAnswer, Partial<ApprovalAsk>, AskAnswer | undefined]>([
		['once says nothing', allow('once'), {}, undefined],
		['a denial says nothing', {type: 'deny'}, {}, undefined],
		['the session, the same tool', allow('session'), {}, allow('session')],
		['the session, another tool', allow('session'), {tool: 'write'}, undefined],
		['always, the same tool', allow('tool'), {}, allow('once')],
		['always, another tool', allow('tool'), {tool: 'write'}, undefined],
		['always, that tool of another server', allow('tool'), {server: 'web'}, undefined],
		['the server, another tool', allow('server'), {tool: 'write'}, allow('once')],
		['the server, another server', allow('server'), {server: 'web'}, undefined],
		['the server, a suspicious tool', allow('server'), {tool: 'write', flags: ['Odd.']}, undefined],
		['edited arguments are for one call', allow('session', {path: 'x'}), {}, allow('session')],
		['another way to the server', allow('server'), {changes: [{part: 'command', difference: []}]}, undefined],
		['text that the user was not told of', allow('session'), {sources: [web]}, undefined],
		['text that the user was not told of, always', allow('server'), {sources: [web]}, undefined],
	])('%s', (_name, given, change, answer) => {
		expect(answeredAlike(asked, given, other(change))).toEqual(answer);
	});

	it('is answered alike where the user saw as much of its sources', () => {
		const told = {...asked, sources: [web, {server: 'mail', tool: 'read'}]};
		expect(answeredAlike(told, allow('session'), other({sources: [web]}))).toEqual(allow('session'));
	});

	it('is put aside where its server is muted, and not where the user only keeps a change out', () => {
		const form = formAsk({});
		const another = {...form, askId: 'form-2'};
		const changed = {...definitionAsk, server: form.server};
		expect(answeredAlike(form, {type: 'mute'}, another)).toEqual({type: 'dismiss'});
		expect(answeredAlike(form, {type: 'mute'}, {...another, server: 'other'})).toBeUndefined();
		expect(answeredAlike(changed, {type: 'mute'}, form)).toBeUndefined();
	});

	it('is not the question itself, and none of another kind', () => {
		expect(answeredAlike(asked, allow('session'), asked)).toBeUndefined();
		expect(answeredAlike(asked, allow('server'), resultAsk('r1', 'c2'))).toBeUndefined();
		expect(answeredAlike(asked, allow('server'), formAsk({}))).toBeUndefined();
	});
});

import {expect, it} from 'vitest';
import {openingOf, wishesFor} from '../../../source/cli/next-session.ts';
import {parseCommandLine} from '../../../source/command-line/parse-command-line.ts';
import {at, replay} from '../../helpers/conversation-events.ts';

const line = (...argv: readonly string[]) => {
	const parsed = parseCommandLine(argv);
	return parsed.type === 'parsed' ? parsed.line : expect.fail(parsed.message);
};
const opened = [
	at({type: 'session-started' as const, sessionId: 'one', version: '1', model: 'test/echo', cwd: '/'}),
	at({type: 'approval-mode-changed' as const, mode: 'trusted-only' as const}),
	at({type: 'assistant-changed' as const, assistant: 'gardener'}),
];
const message = at({type: 'message-accepted' as const, turnId: 't', messageId: 'm', text: 'hi'});

it('gives a new session the model, the assistant and the modes that are in use', () => {
	expect(wishesFor({type: 'new'}, replay(opened), line('-m', 'other/model'))).toEqual({
		session: {type: 'new'},
		modelId: 'test/echo',
		approvalMode: 'trusted-only',
		workMode: 'act',
		assistant: 'gardener',
	});
	expect(wishesFor({type: 'new'}, replay(opened), line('--no-session')).session).toEqual({type: 'none'});
});

it('lets an earlier session have its own model, and never asks less than before', () => {
	expect(
		wishesFor({type: 'resume', sessionId: 'two'}, replay(opened), line('-m', 'x/y', '--approval', 'auto')),
	).toEqual({
		session: {type: 'resume', sessionId: 'two'},
		modelId: undefined,
		assistant: undefined,
		approvalMode: 'trusted-only',
	});
});

it('brings no assistant back that the user has let go', () => {
	const none = replay([...opened, at({type: 'assistant-changed' as const})]);
	const {assistant = 'none', ...wishes} = wishesFor({type: 'new'}, none, line('--assistant', 'gardener'));
	expect(assistant).toBe('none');
	expect(wishes).toHaveProperty('modelId', 'test/echo');
	expect('assistant' in wishesFor({type: 'new'}, none, line())).toBe(true);
});

it('goes back to the session before, if something was said in it', () => {
	expect(wishesFor({type: 'stay'}, replay([...opened, message]), line()).session).toEqual({
		type: 'resume',
		sessionId: 'one',
	});
	expect(wishesFor({type: 'stay'}, replay(opened), line()).session).toEqual({type: 'new'});
});

it('says between two sessions which one comes, by its name if it has one', () => {
	expect(openingOf({type: 'new'})).toBe('A new session');
	expect(openingOf({type: 'resume', sessionId: 'two'})).toBe('Session two');
	expect(openingOf({type: 'resume', sessionId: 'two'}, 'Garden')).toBe('Session "Garden"');
});

import {describe, expect, it} from 'vitest';
import type {AppFact} from '../../../source/domain/event.ts';
import {logsDuring} from '../../../source/state/logs-during.ts';
import {requested, stateAfter} from '../../helpers/ui-samples.ts';

const logged = (data: string, server = 'filesystem'): AppFact => ({
	type: 'server-noticed',
	server,
	notice: {type: 'logged', level: 'info', data},
});

describe('the log of a server during a call', () => {
	const state = stateAfter([
		{type: 'message-accepted', turnId: 't', messageId: 'm', text: 'go'},
		requested('one'),
		requested('two'),
		requested('three'),
		logged('before'),
		{type: 'call-started', callId: 'one'},
		{type: 'call-started', callId: 'two'},
		logged('a'),
		logged('of another', 'web'),
		logged('b'),
		logged('c'),
	]);
	const during = (callId: string, most: number) => {
		const call = state.calls.get(callId);
		return call === undefined
			? undefined
			: logsDuring(state, call, most).map(({notice}) => (notice.type === 'logged' ? notice.data : ''));
	};

	it('is the last lines since it began', () => {
		expect(during('one', 2)).toEqual(['b', 'c']);
		expect(during('one', 9)).toEqual(['a', 'b', 'c']);
	});

	it('belongs to the first of several calls, and to none that does not run', () => {
		expect(during('two', 2)).toEqual([]);
		expect(during('three', 2)).toEqual([]);
	});
});

import {describe, expect, it} from 'vitest';
import {createPatternWatch, unmatchedPatterns} from '../../../source/app/unmatched-patterns.ts';
import {noApprovals} from '../../../source/domain/approval.ts';
import type {ServerStatus} from '../../../source/domain/server.ts';
import {createRecordingSink} from '../../helpers/recording-sink.ts';
import {rule} from '../approvals/policy-harness.ts';

const known = {
	servers: ['s.rv', 'slow', 'toolbox'],
	tools: [
		{server: 's.rv', tool: 'echo'},
		{server: 'toolbox', tool: 'read-file'},
	],
	toolbox: 'toolbox',
};
const none = {allowedTools: [], disallowedTools: [], settings: noApprovals, assistant: undefined};
const isReady = (server: string): boolean => server !== 'slow';

describe('a pattern for tools', () => {
	it.each(['s.rv__echo', 's-rv__echo', 's-rv__*', 's.rv', 's-rv', 'echo', 's.rv/echo', 'toolbox__read-file'])(
		'fits a tool as %s where it denies',
		glob => {
			expect(unmatchedPatterns({...none, disallowedTools: [glob]}, known, isReady)).toEqual([]);
		},
	);

	it('that fits no tool is told with the name that was probably meant', () => {
		const lists = {disallowedTools: ['s.rv__ecko'], allowedTools: ['srv__echo']};
		expect(unmatchedPatterns({...none, ...lists}, known, isReady)).toEqual([
			'"s.rv__ecko" in --disallowed-tools fits no tool; did you mean s.rv__echo?',
			'"srv__echo" in --allowed-tools fits no tool; did you mean s.rv__echo?',
		]);
		const settings = {
			...noApprovals,
			rules: [
				rule({server: 's.rv', tool: 'ecko', decision: 'deny'}),
				rule({server: 's-rv', tool: 'echo', decision: 'deny'}),
			],
			trustedTools: ['nothing__like-it'],
		};
		expect(unmatchedPatterns({...none, settings}, known, isReady)).toEqual([
			'approvals[0] of config.json (deny "s.rv" "ecko") fits no tool; did you mean s.rv__echo?',
			'"nothing__like-it" in trustedTools fits no tool.',
		]);
	});

	it('is not judged while it may be about a server whose tools are not known', () => {
		const lists = {disallowedTools: ['slow__ecko', 'ecko', 's.rv__ecko'], allowedTools: []};
		expect(unmatchedPatterns({...none, ...lists}, known, isReady)).toHaveLength(1);
		expect(unmatchedPatterns({...none, ...lists}, known, () => true)).toHaveLength(3);
	});

	it('of the assistant in use is told with its name', () => {
		const assistant = {
			name: 'ada',
			trustedTools: [],
			includeTools: ['s.rv__*'],
			excludeTools: ['s.rv__ecko'],
			askOnUntrustedContent: undefined,
		};
		expect(unmatchedPatterns({...none, assistant}, known, isReady)).toEqual([
			'"s.rv__ecko" in excludeTools of the assistant ada fits no tool; did you mean s.rv__echo?',
		]);
	});

	it('is told once, when the servers that it may be about are ready', () => {
		const sink = createRecordingSink();
		const servers = new Map<string, ServerStatus>([['s.rv', {type: 'connecting'} as ServerStatus]]);
		const look = createPatternWatch({
			known: () => known,
			toolLists: {allowedTools: [], disallowedTools: ['s.rv__ecko']},
			assistant: () => undefined,
			getState: () => ({servers}),
			sink,
		});
		look();
		expect(sink.facts).toEqual([]);
		servers.set('s.rv', {type: 'ready'} as ServerStatus);
		look();
		look();
		expect(sink.facts).toMatchObject([{type: 'notice-raised', tone: 'warning'}]);
	});
});

import {describe, expect, it} from 'vitest';
import {hearAttachments, recallTurn} from '../../../source/core/chat/recall-turn.ts';
import {createTurnHearing, type HearingDeps} from '../../../source/core/chat/turn-hearing.ts';
import type {Message} from '../../../source/domain/message.ts';
import type {ToolCall} from '../../../source/domain/tool-call.ts';
import {createFakeServers, offerTool} from '../../helpers/fake-servers.ts';

const web = offerTool('web', 'fetch');
const reader = offerTool('toolbox', 'read-result').definition;

const callOf = (callId: string, change: Partial<ToolCall> = {}): ToolCall => ({
	callId,
	server: 'web',
	tool: 'fetch',
	modelName: 'web__fetch',
	arguments: {},
	requestedAt: 0,
	endedAt: 1,
	status: 'succeeded',
	result: {content: []},
	...(change as object),
});

const setUp = (change: Partial<HearingDeps> = {}) => {
	const deps: HearingDeps = {
		policy: {isUntrusted: ({server}) => server !== 'toolbox'},
		servers: createFakeServers({tools: [web]}),
		ownTools: {readResult: {server: 'toolbox', tool: 'read-result'}},
		calls: () => [],
		...change,
	};
	return {hearing: createTurnHearing(deps), deps};
};

describe('what is heard in a turn', () => {
	it('names what was attached once, however often it is heard', () => {
		const {hearing} = setUp();
		const mail = {type: 'resource', server: 'mail', uri: 'mail://1', content: [], size: 0} as const;
		hearAttachments(hearing, [mail]);
		hearAttachments(hearing, [mail]);
		expect(hearing.now().tools).toHaveLength(1);
	});

	it('is each tool once, and all that those said who are not trusted', () => {
		const {hearing} = setUp();
		const box = offerTool('toolbox', 'calculate').definition;
		hearing.hear(web.definition, {}, 'one');
		hearing.hear(web.definition, {}, 'two');
		hearing.hear(box, {}, '3');
		expect(hearing.now()).toEqual({
			tools: [web.definition, box],
			texts: [
				{tool: web.definition, text: 'one'},
				{tool: web.definition, text: 'two'},
			],
		});
	});

	it('does not change what somebody has been told before', () => {
		const {hearing} = setUp();
		const before = hearing.now();
		hearing.hear(web.definition, {}, 'one');
		expect(before).toEqual({tools: [], texts: []});
	});

	it('is bounded: the oldest words are forgotten, but not who said them', () => {
		const {hearing} = setUp();
		const mail = offerTool('mail', 'list').definition;
		hearing.hear(mail, {}, 'old');
		for (let index = 0; index < 5; index += 1) hearing.hear(web.definition, {}, 'x'.repeat(900_000));
		hearing.hear(web.definition, {}, 'y'.repeat(9_000_000));
		const {tools, texts} = hearing.now();
		expect(tools).toEqual([mail, web.definition]);
		expect(texts.reduce((sum, {text}) => sum + text.length, 0)).toBeLessThanOrEqual(2_000_000);
		expect(texts.at(-1)?.text[0]).toBe('y');
	});

	it('is the tool that a stored result is from, when it is read', () => {
		const stored = {content: [], stored: {id: 'r1', characters: 9}};
		const {hearing} = setUp({
			calls: () => [callOf('c0'), callOf('c1', {result: stored} as Partial<ToolCall>)],
		});
		hearing.hear(reader, {id: 'r1'}, 'the rest of a page');
		expect(hearing.now().tools).toEqual([web.definition]);
		hearing.hear(reader, {id: 'r2'}, 'nothing');
		expect(hearing.now().tools).toEqual([web.definition, reader]);
	});

	it('is a tool without any merits where the server is gone', () => {
		const stored = {content: [], stored: {id: 'r1', characters: 9}};
		const {hearing} = setUp({
			servers: createFakeServers(),
			calls: () => [callOf('c1', {result: stored} as Partial<ToolCall>)],
		});
		hearing.hear(reader, {id: 'r1'}, 'the rest');
		expect(hearing.now().tools).toMatchObject([{server: 'web', tool: 'fetch', annotations: {}}]);
	});
});

describe('a turn that is tried again', () => {
	const said = (callId: string): Message => ({
		role: 'tool',
		callId,
		outcome: 'succeeded',
		content: [{type: 'text', text: `said in ${callId}`}],
	});

	it('has heard what stands behind the last message of the user', () => {
		const {hearing, deps} = setUp({
			calls: () => [
				callOf('before'),
				callOf('c1'),
				callOf('c2', {reviewed: 'withheld'} as Partial<ToolCall>),
				callOf('c3', {status: 'denied', rule: 'x'}),
			],
		});
		recallTurn(
			hearing,
			[
				{role: 'user', text: 'Hi'},
				said('before'),
				{role: 'user', text: 'Go on'},
				{role: 'user', text: 'A note', isNote: true},
				...['c1', 'c2', 'c3', 'unknown'].map(said),
			],
			deps,
		);
		expect(hearing.now()).toEqual({
			tools: [web.definition],
			texts: [{tool: web.definition, text: 'said in c1'}],
		});
	});

	it('has heard nothing when it is new', () => {
		const {hearing, deps} = setUp({
			calls: () => {
				throw new Error('nobody has to look');
			},
		});
		recallTurn(hearing, [said('c1'), {role: 'user', text: 'Hi'}], deps);
		expect(hearing.now().tools).toEqual([]);
	});
});

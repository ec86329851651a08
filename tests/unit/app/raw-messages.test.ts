import {describe, expect, it} from 'vitest';
import {createRawBook} from '../../../source/app/raw-messages.ts';
import type {ToolCall} from '../../../source/domain/tool-call.ts';
import {allowAll, createAppHarness} from '../../helpers/app-harness.ts';
import {createFakeServers, offerTool, succeededWith} from '../../helpers/fake-servers.ts';
import {callsTools, says, scriptModel, toolCall} from '../../helpers/scripted-model.ts';

const call = (callId: string): ToolCall => ({
	callId,
	server: 'files',
	tool: 'read',
	modelName: 'files__read',
	arguments: {path: 'a'},
	requestedAt: 0,
	status: 'running',
	startedAt: 1,
});

describe('what was sent and received', () => {
	it('is kept as it came, with what was sent', () => {
		const book = createRawBook();
		book.keep('one', succeededWith('hello'));
		expect(book.of(call('one'))).toEqual({
			request: {name: 'read', arguments: {path: 'a'}},
			result: {content: [{type: 'text', text: 'hello'}]},
		});
	});

	it('is only what was sent while nothing came back', () => {
		expect(createRawBook().of(call('one'))).toEqual({request: {name: 'read', arguments: {path: 'a'}}});
	});

	it('is nothing for a call that was not sent', () => {
		const denied: ToolCall = {
			callId: 'one',
			server: 'files',
			tool: 'read',
			modelName: 'files__read',
			arguments: {},
			requestedAt: 0,
			status: 'denied',
			rule: 'test',
			endedAt: 1,
		};
		expect(createRawBook().of(denied)).toBeUndefined();
	});

	it('leaves the oldest when there are too many, or when they are too long', () => {
		const few = createRawBook({mostCalls: 2});
		for (const id of ['one', 'two', 'three']) few.keep(id, succeededWith(id));
		expect(['one', 'two', 'three'].map(id => few.of(call(id))?.result !== undefined)).toEqual([
			false,
			true,
			true,
		]);
		const short = createRawBook({mostCharacters: 200});
		short.keep('one', succeededWith('x'.repeat(100)));
		short.keep('two', succeededWith('y'.repeat(100)));
		short.keep('huge', succeededWith('z'.repeat(1000)));
		expect(['one', 'two', 'huge'].map(id => short.of(call(id))?.result !== undefined)).toEqual([
			false,
			true,
			false,
		]);
	});

	it('shows no secret', () => {
		const hide = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value).replaceAll('hush', '•••'));
		const book = createRawBook({redact: hide});
		book.keep('one', succeededWith('hush'));
		expect(JSON.stringify(book.of({...call('one'), arguments: {key: 'hush'}}))).not.toContain('hush');
	});

	it('is there for a call of the model', async () => {
		const servers = createFakeServers({tools: [offerTool('files', 'read')]});
		const model = scriptModel(callsTools(toolCall('call-1', 'files__read', {path: 'a'})), says('Done.'));
		const {app} = createAppHarness({servers, model, policy: allowAll});
		app.submit('Read it.');
		await app.settled();
		const [made] = [...app.getState().calls.values()];
		expect(app.rawMessages(made?.callId ?? '')).toEqual({
			request: {name: 'read', arguments: {path: 'a'}},
			result: {content: [{type: 'text', text: '{"path":"a"}'}]},
		});
		expect(app.rawMessages('another')).toBeUndefined();
	});
});

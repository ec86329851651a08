import {describe, expect, it} from 'vitest';
import type {FrontEnd} from '../../../source/app/front-end.ts';
import {modelContext} from '../../../source/state/model-context.ts';
import {allowAll, createAppHarness} from '../../helpers/app-harness.ts';
import {createFakeServers, offerTool} from '../../helpers/fake-servers.ts';
import {
	callsTools,
	fails,
	hangsAfter,
	type ScriptedModel,
	says,
	scriptModel,
	toolCall,
	trouble,
} from '../../helpers/scripted-model.ts';

const start = (model: ScriptedModel = scriptModel(says('One.'), says('Two.'), says('Three.'))) => {
	const reader = offerTool('files', 'read');
	const tools = [
		{...reader, definition: {...reader.definition, annotations: {readOnlyHint: true}}},
		offerTool('files', 'write'),
	];
	const harness = createAppHarness({model, servers: createFakeServers({tools}), policy: allowAll});
	const drafts: string[] = [];
	const attach = (more: Partial<FrontEnd> = {}): void =>
		harness.app.attachFrontEnd({
			copy: () => '',
			open: () => undefined,
			putDraft: text => drafts.push(text),
			...more,
		});
	const say = async (text: string): Promise<void> => {
		harness.app.submit(text);
		await harness.app.settled();
	};
	const said = async (text: string): Promise<string> => {
		const before = harness.app.getState().noticeCount;
		harness.app.submit(text);
		await harness.until(({noticeCount}) => noticeCount > before);
		const {items, heldNotices} = harness.app.getState();
		const last = [...items, ...heldNotices].at(-1);
		return last?.type === 'notice' ? last.text : '';
	};
	return {...harness, model, drafts, attach, say, said};
};

describe('/rewind', () => {
	it('goes back to before a message: its text is the draft, and the next request is as if it had not been', async () => {
		const {app, model, drafts, attach, say, saved} = start();
		attach();
		await say('first');
		await say('second');
		app.submit('/rewind 1');
		expect(drafts).toEqual(['second']);
		expect(app.getState().items.at(-1)).toMatchObject({type: 'rewind', text: 'second', messages: 1});
		await say('another');
		expect(model.requests.at(-1)?.messages).toEqual([
			{role: 'user', text: 'first'},
			{role: 'assistant', blocks: [{type: 'text', text: 'One.'}]},
			{role: 'user', text: 'another'},
		]);
		expect(saved.map(({type}) => type)).toContain('session-rewound');
	});

	it('leaves /copy the last answer that was not taken back', async () => {
		const copied: string[] = [];
		const {app, attach, say, said} = start();
		attach({
			copy(text) {
				copied.push(text);
				return 'Copied.';
			},
		});
		await say('first');
		await say('second');
		app.submit('/rewind 1');
		expect(await said('/copy')).toBe('Copied.');
		expect(copied).toEqual(['One.']);
	});

	it('lists the messages where nothing can be chosen from, the newest first, with what came since', async () => {
		const model = scriptModel(
			callsTools(toolCall('c1', 'files__read'), toolCall('c2', 'files__write')),
			says('Done.'),
			says('Two.'),
		);
		const {attach, say, said} = start(model);
		attach();
		expect(await said('/rewind')).toBe('You have sent no message yet.');
		await say('read it');
		await say('and\u001B[31m now?');
		expect(await said('/rewind')).toBe(
			[
				'Your messages, the newest first:',
				'1. and now?  just now; no calls',
				'2. read it   just now; 2 calls, 1 may change things',
				'/rewind and a number goes back to before that message and gives you its text. What tools did is not undone.',
			].join('\n'),
		);
	});

	it('lets the user choose where that is possible', async () => {
		let chosen = 0;
		const {app, attach, say} = start();
		attach({
			chooseMessage() {
				chosen += 1;
			},
		});
		await say('first');
		app.submit('/rewind');
		expect(chosen).toBe(1);
	});

	it('names the calls that ran, because what they did stays done', async () => {
		const {app, attach, say} = start(scriptModel(callsTools(toolCall('c1', 'files__write')), says('Done.')));
		attach();
		await say('write it');
		app.submit('/rewind 1');
		expect(app.getState().items.at(-1)).toMatchObject({
			ran: [{server: 'files', tool: 'write', isUnknown: false}],
		});
	});

	it('is undone as long as nothing was said since, and says why it is not', async () => {
		const {app, model, attach, say, said} = start();
		attach();
		expect(await said('/rewind undo')).toBe('You have not gone back, so there is nothing to undo.');
		await say('first');
		app.submit('/rewind 1');
		app.submit('/rewind undo');
		expect(await said('/rewind undo')).toBe(
			'You have undone that already, so there is nothing more to undo.',
		);
		await say('second');
		expect(model.requests.at(-1)?.messages).toHaveLength(3);
		app.submit('/rewind 1');
		await say('third');
		expect(await said('/rewind undo')).toContain('cannot be undone any more');
	});

	it('is not undone after a summary without it, or after another try, and says so', async () => {
		const {app, model, attach, say, said} = start(
			scriptModel(
				says('One.'),
				fails(trouble('bad-request')),
				says('Three.'),
				says('Two again.'),
				says('A summary.'),
			),
		);
		attach();
		await say('first');
		await say('second');
		await say('third');
		app.submit('/rewind 1');
		await say('/retry');
		expect(await said('/rewind undo')).toContain('An earlier message was tried again since you went back');
		app.submit('/rewind 1');
		await say('/compact');
		expect(await said('/rewind undo')).toContain('The conversation was summarised without it since');
		expect(model.requests).toHaveLength(5);
		expect(modelContext(app.getState())).toHaveLength(1);
	});

	it('is refused in a sentence while something runs', async () => {
		const {app, attach, said, until, saved} = start(scriptModel(hangsAfter()));
		attach();
		app.submit('hello');
		await until(({turn}) => turn !== undefined);
		expect(await said('/rewind 1')).toContain('Something is still running here.');
		expect(saved.map(({type}) => type)).not.toContain('session-rewound');
		await app.close();
	});

	it.each([
		['/rewind 9', 'There is 1 message; /rewind 1 is the last.'],
		['/rewind back', '/rewind takes the number of a message, undo, or nothing for a list of them.'],
		['/rewind 0', '/rewind takes the number of a message, undo, or nothing for a list of them.'],
	])('says what it takes: %s', async (text, answer) => {
		const {attach, say, said} = start();
		attach();
		await say('first');
		expect(await said(text)).toBe(answer);
	});
});

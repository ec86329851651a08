import {describe, expect, it} from 'vitest';
import type {AppDeps} from '../../../source/app/app-deps.ts';
import type {FrontEnd} from '../../../source/app/front-end.ts';
import {createResultStore} from '../../../source/core/sessions/result-store.ts';
import type {PromptResult} from '../../../source/domain/catalogue.ts';
import type {ServerOffers} from '../../../source/domain/server-ports.ts';
import {initialState} from '../../../source/state/app-state.ts';
import {modelContext} from '../../../source/state/model-context.ts';
import {reduce} from '../../../source/state/reduce.ts';
import {createAppHarness} from '../../helpers/app-harness.ts';
import {createFakeOffers, textResource} from '../../helpers/fake-offers.ts';
import {createFakeServers, readyStatus} from '../../helpers/fake-servers.ts';
import {hangsAfter, type ScriptedModel, says, scriptModel} from '../../helpers/scripted-model.ts';

const statuses = new Map([
	['files', readyStatus()],
	['my: files', readyStatus()],
]);

const review = {
	server: 'files',
	prompt: 'review',
	description: '',
	arguments: [{name: 'branch', description: '', required: true}],
};

const start = (
	offers: ServerOffers,
	options: Omit<Partial<AppDeps>, 'model' | 'servers'> & {model?: ScriptedModel} = {},
) => {
	const harness = createAppHarness({
		servers: createFakeServers({statuses}),
		model: scriptModel(says('One.'), says('Two.')),
		offers,
		...options,
	});
	const drafts: string[] = [];
	const frontEnd: FrontEnd = {copy: () => '', open: () => undefined, putDraft: text => drafts.push(text)};
	harness.app.attachFrontEnd(frontEnd);
	return {...harness, drafts};
};

const notices = (events: ReturnType<typeof start>['events']): readonly string[] =>
	events.flatMap(event => (event.type === 'notice-raised' ? [event.text] : []));

describe('a message that names resources', () => {
	it('goes to the model with what is in them, and says whose words these are', async () => {
		const offers = createFakeOffers({resources: [textResource('my: files', 'note://1', 'the note')]});
		const {app, model} = start(offers);
		app.submit('Sum up @my: files:note://1.');
		await app.settled();
		const [message] = model.requests[0]?.messages ?? [];
		expect(message).toMatchObject({role: 'user', text: 'Sum up @my: files:note://1.'});
		const said = JSON.stringify(message);
		expect(said).toContain('the note');
		expect(said).toContain('[Attached by the user: @my: files:note://1, a resource of the server');
	});

	it('may begin with a path', async () => {
		const offers = createFakeOffers({resources: [textResource('files', 'note://1', 'the note')]});
		const {app, model} = start(offers);
		app.submit('/usr/bin/env fails, see @files:note://1');
		await app.settled();
		expect(JSON.stringify(model.requests[0]?.messages)).toContain('the note');
	});

	it('is saved with them, so that a resumed session has the same context', async () => {
		const offers = createFakeOffers({resources: [textResource('files', 'note://1', 'the note')]});
		const {app, saved} = start(offers);
		app.submit('Sum up @files:note://1');
		await app.settled();
		expect(saved.find(({type}) => type === 'message-accepted')).toMatchObject({
			attachments: [{type: 'resource', server: 'files', uri: 'note://1', mimeType: 'text/plain', size: 8}],
		});
		const replayed = saved.reduce(reduce, initialState);
		expect(modelContext(replayed)).toEqual(modelContext(app.getState()));
	});

	it('is not sent when one of them cannot be read: the text comes back with why', async () => {
		const offers = createFakeOffers({resources: [textResource('files', 'note://1', 'the note')]});
		const {app, model, drafts, events} = start(offers);
		app.submit('Sum up @files:note://1 and @files:note://2');
		expect(await app.settled()).toMatchObject({type: 'failed', failure: {code: 'not-attached'}});
		expect(model.requests).toEqual([]);
		expect(drafts).toEqual(['Sum up @files:note://1 and @files:note://2']);
		expect(notices(events)).toEqual([
			'Nothing was sent: @files:note://2 cannot be attached. Resource note://2 not found.\nWithout the @ it is sent as plain text.',
		]);
		expect(app.getState()).toMatchObject({queue: []});
		expect(app.getState().attaching).toBeUndefined();
	});

	it('can be stopped while a server does not answer, and comes back without a word', async () => {
		const offers = createFakeOffers({
			readResource: (_server, _uri, signal) =>
				new Promise(resolve => {
					signal.addEventListener('abort', () => resolve({type: 'cancelled'}));
				}),
		});
		const {app, drafts, events, until} = start(offers);
		app.submit('See @files:note://1');
		await until(({attaching}) => attaching !== undefined);
		expect(app.getState().attaching).toMatchObject({names: ['@files:note://1']});
		expect(app.interrupt()).toBe(true);
		expect(await app.settled()).toEqual({type: 'interrupted'});
		expect(drafts).toEqual(['See @files:note://1']);
		expect(notices(events)).toEqual([]);
	});

	it('has no more of a long one than of a long result, and the rest can be read on', async () => {
		const text = `beginning ${'x'.repeat(5_000_000)} end`;
		const offers = createFakeOffers({resources: [textResource('files', 'note://1', text)]});
		const {app, model} = start(offers, {results: createResultStore({})});
		app.submit('See @files:note://1');
		await app.settled();
		const said = JSON.stringify(model.requests[0]?.messages);
		expect(said.length).toBeLessThan(60_000);
		expect(said).toMatch(/beginning.*characters left out.*end/);
		const [item] = app.getState().items;
		expect(item).toMatchObject({attachments: [{size: 5_000_014, stored: [{characters: 5_000_014}]}]});
	});

	it('shows pictures as pictures, and of other data only that it is there', async () => {
		const uri = 'note://1';
		const offers = createFakeOffers({
			resources: [
				{
					server: 'files',
					uri,
					content: [
						{type: 'resource', uri, mimeType: 'image/png', blob: 'aaaa'},
						{type: 'resource', uri, mimeType: 'application/zip', blob: 'b'.repeat(4096)},
						{type: 'resource', uri, mimeType: 'image/png', blob: 'c'.repeat(6_000_000)},
					],
				},
			],
		});
		const {app, model} = start(offers);
		app.submit('See @files:note://1');
		await app.settled();
		const said = JSON.stringify(model.requests[0]?.messages);
		expect(said).toContain('"type":"image","mimeType":"image/png","data":"aaaa"');
		expect(said).toContain('[application/zip of note://1, about 3 KB: not text, and not shown to the model]');
		expect(said).toContain('too large to be shown to the model');
		expect(said).not.toContain('bbbb');
		expect(said).not.toContain('cccc');
	});

	it('is read when its turn comes, if it was queued', async () => {
		const resources = [textResource('files', 'note://1', 'old')];
		const offers = createFakeOffers({resources});
		const model = scriptModel(hangsAfter(), says('Two.'));
		const {app, until} = start(offers, {model});
		app.submit('Wait.');
		await until(({streaming}) => streaming !== undefined);
		app.submit('See @files:note://1');
		resources[0] = textResource('files', 'note://1', 'new');
		app.interrupt();
		await app.settled();
		expect(JSON.stringify(model.requests.at(-1)?.messages)).toContain('new');
	});

	it('takes those back that wait behind it when it is not sent', async () => {
		const offers = createFakeOffers({resources: [textResource('files', 'note://1', 'the note')]});
		const model = scriptModel(hangsAfter(), says('Two.'));
		const {app, until, drafts} = start(offers, {model});
		app.submit('Wait.');
		await until(({streaming}) => streaming !== undefined);
		app.submit('See @files:note://2');
		app.submit('Delete what it says');
		app.interrupt();
		expect(await app.settled()).toMatchObject({type: 'failed'});
		expect(drafts).toEqual(['See @files:note://2\nDelete what it says']);
		expect(app.getState().queue).toEqual([]);
		expect(model.requests).toHaveLength(1);
	});

	it('comes back with why when reading throws, and nothing goes on', async () => {
		const offers = createFakeOffers({
			readResource: async () => {
				throw new Error('The pipe broke.');
			},
		});
		const {app, model, drafts, events} = start(offers);
		app.submit('See @files:note://1');
		expect(await app.settled()).toMatchObject({type: 'failed', failure: {code: 'not-attached'}});
		expect(drafts).toEqual(['See @files:note://1']);
		expect(notices(events).join()).toContain('The pipe broke.');
		expect(app.getState().attaching).toBeUndefined();
		expect(model.requests).toEqual([]);
	});

	it('attaches nothing that others wrote: what was pasted, and lines that are quoted, are text', async () => {
		const reads: string[] = [];
		const offers = createFakeOffers({
			readResource: async (_server, uri) => {
				reads.push(uri);
				return {type: 'cancelled'};
			},
		});
		const {app, model} = start(offers);
		app.submit('Sum up: see @files:file:///id_rsa', {typed: 'Sum up:  '});
		await app.settled();
		app.submit('> see @files:file:///id_rsa\nWhat is this?');
		await app.settled();
		expect(reads).toEqual([]);
		expect(model.requests).toHaveLength(2);
		expect(model.requests[0]?.messages).toEqual([{role: 'user', text: 'Sum up: see @files:file:///id_rsa'}]);
	});

	it('still attaches nothing of them after it has waited', async () => {
		const offers = createFakeOffers();
		const model = scriptModel(hangsAfter(), says('Two.'));
		const {app, until, drafts} = start(offers, {model});
		app.submit('Wait.');
		await until(({streaming}) => streaming !== undefined);
		app.submit('Sum up: @files:file:///id_rsa', {typed: 'Sum up:  '});
		app.interrupt();
		expect(await app.settled()).toEqual({type: 'finished'});
		expect(drafts).toEqual([]);
	});

	it('is plain text where no server is meant', async () => {
		const {app, model} = start(createFakeOffers());
		app.submit('npm i @types/node, me@files:x, @other:note://1');
		await app.settled();
		expect(model.requests[0]?.messages[0]).toEqual({
			role: 'user',
			text: 'npm i @types/node, me@files:x, @other:note://1',
		});
	});
});

describe('a message that is a prompt of a server', () => {
	it('is replaced by what the server makes of it', async () => {
		const {app, model} = start(createFakeOffers({prompts: [review]}));
		app.submit('/files:review branch="my branch"');
		await app.settled();
		expect(model.requests[0]?.messages).toEqual([
			{role: 'user', text: 'review {"branch":"my branch"}'},
			{role: 'assistant', blocks: [{type: 'text', text: 'Sure.'}]},
			{role: 'user', text: '', attachments: [{type: 'image', mimeType: 'image/png', data: 'aaaa'}]},
		]);
		expect(app.getState().items.at(0)).toMatchObject({text: '/files:review branch="my branch"'});
	});

	it('comes back when an argument is missing, with its name', async () => {
		const {app, model, drafts, events} = start(createFakeOffers({prompts: [review]}));
		app.submit('/files:review');
		await app.settled();
		expect(model.requests).toEqual([]);
		expect(drafts).toEqual(['/files:review']);
		expect(notices(events)).toEqual([
			'Nothing was sent: /files:review cannot be used like this, it needs branch=….',
		]);
	});

	it('is sent without what only the user sees, and not at all where nothing else is in it', async () => {
		const chart = {role: 'user', content: {type: 'text', text: 'a chart', isForUser: true}} as const;
		const words = {role: 'user', content: {type: 'text', text: 'words'}} as const;
		let messages: PromptResult['messages'] = [chart, words];
		const getPrompt = async () => ({type: 'fetched', value: {messages}, raw: {}}) as const;
		const {app, model, events} = start(createFakeOffers({prompts: [review], getPrompt}));
		app.submit('/files:review branch=a');
		await app.settled();
		expect(model.requests.at(-1)?.messages).toEqual([{role: 'user', text: 'words'}]);
		messages = [chart];
		app.submit('/files:review branch=a');
		await app.settled();
		expect(notices(events)).toEqual([
			'Nothing was sent: the prompt review of files has nothing for the model.',
		]);
	});

	it('is never sent when there is no such prompt: the nearest is named', async () => {
		const {app, model, events} = start(createFakeOffers({prompts: [review]}));
		app.submit('/files:reviw x');
		await app.settled();
		app.submit('/fils:review x');
		await app.settled();
		expect(model.requests).toEqual([]);
		expect(notices(events)).toEqual([
			'Nothing was sent: there is no prompt /files:reviw.\nDid you mean /files:review?',
			'There is no command /fils:review. Did you mean /files:review?',
		]);
	});

	it('is one only where its name was typed; its arguments may be pasted', async () => {
		const {app, model, events} = start(createFakeOffers({prompts: [review]}));
		app.submit('/files:review main', {typed: ' '});
		await app.settled();
		expect(model.requests[0]?.messages).toEqual([{role: 'user', text: '/files:review main'}]);
		app.submit('/files:review main', {typed: '/files: '});
		await app.settled();
		expect(notices(events)).toEqual([expect.stringContaining('there is no prompt /files:.')]);
		app.submit('/files:review main', {typed: '/files:review  '});
		await app.settled();
		expect(JSON.stringify(model.requests[1]?.messages)).toContain('review {\\"branch\\":\\"main\\"}');
	});

	it('is no command where it was pasted', async () => {
		const {app, model} = start(createFakeOffers());
		app.submit('/mode auto', {typed: ' '});
		await app.settled();
		expect(model.requests).toHaveLength(1);
	});
});

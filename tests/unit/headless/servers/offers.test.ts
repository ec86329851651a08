import {describe, expect, it} from 'vitest';
import {getServerPrompt, readServerResource} from '../../../../source/headless/servers/fetch-offer.ts';
import {listOffers} from '../../../../source/headless/servers/list-offers.ts';
import {offerTool} from '../../../helpers/fake-servers.ts';
import {createFakeRun, createRecorder, failedWith, readyWith, signal, stdioServer} from './fake-run.ts';

const run = () =>
	createFakeRun({
		configs: () => [stdioServer('good'), stdioServer('bad'), stdioServer('off', {disabled: true})],
		after: {good: readyWith(2), bad: failedWith('bad')},
		tools: () => [offerTool('good', 'echo', {description: 'Says it back.'}), offerTool('good', 'add')],
		prompts: () => [
			{
				server: 'good',
				prompt: 'greet',
				description: 'Greets.',
				arguments: [
					{name: 'who', description: '', required: true},
					{name: 'how', description: '', required: false},
				],
			},
		],
		resources: () => [{server: 'good', uri: 'a://1', name: 'One', description: ''}],
		resourceTemplates: () => [{server: 'good', uriTemplate: 'a://{id}', name: 'Any', description: 'By id.'}],
		getPrompt: async (_ref, args) => ({
			type: 'fetched',
			value: {messages: [{role: 'user', content: {type: 'text', text: `Hello ${args.who}`}}]},
			raw: {messages: []},
		}),
		readResource: async (_server, uri) => ({
			type: 'fetched',
			value: [{type: 'resource', uri, text: 'inside'}],
			raw: {contents: []},
		}),
	});

describe('mcp-tui tools, prompts and resources', () => {
	it('list by server, name failing servers on stderr, and succeed as long as one works', async () => {
		const {output, out, err} = createRecorder();
		expect(await listOffers({run: run(), output, kind: 'tools', only: []}, signal)).toBe(0);
		expect(out()).toBe('good\n  echo  Says it back.\n  add\n');
		expect(err()).toContain('Server "bad" exited with code 1.');
		expect(err()).not.toContain('off');
	});

	it('start only the servers that are named', async () => {
		const faked = run();
		const {output} = createRecorder();
		await listOffers({run: faked, output, kind: 'tools', only: ['good']}, signal);
		expect(faked.started).toEqual(['good']);
	});

	it.each([
		[['bad'], 1],
		[['good', 'bad'], 1],
		[['good'], 0],
		[['godo'], 42],
	])('end for the servers %o with %i', async (only, code) => {
		const {output} = createRecorder();
		expect(await listOffers({run: run(), output, kind: 'tools', only}, signal)).toBe(code);
	});

	it('fail when no server works', async () => {
		const faked = createFakeRun({configs: () => [stdioServer('bad')], after: {bad: failedWith('bad')}});
		const {output, json} = createRecorder(true);
		expect(await listOffers({run: faked, output, kind: 'tools', only: []}, signal)).toBe(1);
		expect(json()).toEqual([]);
	});

	it('give scripts whole definitions', async () => {
		const shown = async (kind: 'tools' | 'prompts' | 'resources') => {
			const {output, json} = createRecorder(true);
			await listOffers({run: run(), output, kind, only: ['good']}, signal);
			return json();
		};
		expect(await shown('tools')).toMatchObject([
			{
				server: 'good',
				name: 'echo',
				description: 'Says it back.',
				inputSchema: {type: 'object'},
				annotations: {},
				modelName: 'good__echo',
			},
			{name: 'add'},
		]);
		expect(await shown('prompts')).toMatchObject([
			{server: 'good', name: 'greet', arguments: [{name: 'who'}, {}]},
		]);
		expect(await shown('resources')).toMatchObject([{uri: 'a://1'}, {uriTemplate: 'a://{id}'}]);
	});

	it('show which arguments a prompt takes', async () => {
		const {output, out} = createRecorder();
		await listOffers({run: run(), output, kind: 'prompts', only: ['good']}, signal);
		expect(out()).toBe('good\n  greet who= [how=]  Greets.\n');
	});
});

describe('mcp-tui prompts get', () => {
	it('prints the text of the prompt', async () => {
		const {output, out} = createRecorder();
		const options = {run: run(), output, server: 'good', prompt: 'greet', words: ['who=Ada']};
		expect(await getServerPrompt(options, signal)).toBe(0);
		expect(out()).toBe('Hello Ada\n');
	});

	it('suggests the prompt that was meant', async () => {
		const {output, err} = createRecorder();
		const options = {run: run(), output, server: 'good', prompt: 'geret', words: []};
		expect(await getServerPrompt(options, signal)).toBe(42);
		expect(err()).toContain('did you mean greet?');
	});

	it('names the required arguments that are missing before it asks the server', async () => {
		const {output, err} = createRecorder();
		const asked: string[] = [];
		const fake = run();
		const getPrompt: typeof fake.servers.getPrompt = async ({prompt}) => {
			asked.push(prompt);
			return {type: 'cancelled'};
		};
		const options = {
			run: {...fake, servers: {...fake.servers, getPrompt}},
			output,
			server: 'good',
			prompt: 'greet',
		};
		expect(await getServerPrompt({...options, words: ['hwo=warmly']}, signal)).toBe(42);
		expect(err()).toBe(
			'The prompt "greet" needs the argument who.\nGive it: mcp-tui prompts get good greet hwo=warmly who=...\n',
		);
		expect(asked).toEqual([]);
		await getServerPrompt({...options, words: ['who=']}, signal);
		expect(asked).toEqual(['greet']);
	});
});

describe('mcp-tui resources read', () => {
	it('prints the text of the resource, or the raw result', async () => {
		const text = createRecorder();
		const options = {run: run(), server: 'good', uri: 'a://1'};
		expect(await readServerResource({...options, output: text.output}, signal)).toBe(0);
		expect(text.out()).toBe('inside\n');
		const raw = createRecorder(true);
		await readServerResource({...options, output: raw.output}, signal);
		expect(raw.json()).toEqual({contents: []});
	});
});

import {describe, expect, it} from 'vitest';
import {createFakeServers, offerTool, readyStatus} from '../../helpers/fake-servers.ts';
import {says, scriptModel} from '../../helpers/scripted-model.ts';
import {readObjects, setUpPrompt} from './prompt-run.ts';

const tools = [offerTool('files', 'read'), offerTool('files', 'write'), offerTool('web', 'fetch')];

describe('a prompt without a screen', () => {
	it('names the tools that the model does not take because they are too many', async () => {
		const model = {...scriptModel(says('Hello.')), toolLimit: 1};
		const {run, written} = setUpPrompt(model, {servers: createFakeServers({tools})});
		await run();
		expect(written.error).toContain(
			'Not offered to the model (test/model takes 1 tools at most): write of files, fetch of web.\n',
		);
	});

	it('names the tools that its assistant does not use, and has them as an event', async () => {
		const clerk = {name: 'clerk', excludeTools: ['web__*'], trustedTools: []};
		const {run, written} = setUpPrompt(scriptModel(says('Hello.')), {
			format: 'stream-json',
			assistant: 'clerk',
			assistants: () => [clerk],
			servers: createFakeServers({tools}),
		});
		await run();
		expect(written.error).toBe(
			'Not offered to the model (the assistant clerk does not use it): fetch of web.\n',
		);
		expect(readObjects(written.out).find(({type}) => type === 'tools-excluded')).toMatchObject({
			tools: [{server: 'web', tool: 'fetch', reason: 'the assistant clerk does not use it'}],
		});
	});

	it('says which entries of its list a server had left out', async () => {
		const {run, app, written} = setUpPrompt(scriptModel(says('Hello.')));
		const status = {...readyStatus(), note: 'Tool "x" was left out: its schema is not an object.'};
		app.report({type: 'server-status-changed', server: 'files', status});
		await run();
		expect(written.error).toBe('Server "files": Tool "x" was left out: its schema is not an object.\n');
	});

	it('says nothing where every tool is offered', async () => {
		const {run, written} = setUpPrompt(scriptModel(says('Hello.')), {servers: createFakeServers({tools})});
		await run();
		expect(written.error).toBe('');
	});
});

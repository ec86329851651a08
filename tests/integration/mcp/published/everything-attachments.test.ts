import {describe, expect, it} from 'vitest';
import {createAppHarness} from '../../../helpers/app-harness.ts';
import {useServers} from '../../../helpers/mcp-servers.ts';
import {says, scriptModel} from '../../../helpers/scripted-model.ts';
import {publishedServer} from './published-server.ts';

const start = async () => {
	const {servers, connect} = useServers([
		publishedServer('everything', '@modelcontextprotocol/server-everything', ['stdio']),
	]);
	await connect();
	const fake = {...servers, calls: [], isClosed: () => false};
	return createAppHarness({servers: fake, offers: servers, model: scriptModel(says('One.'), says('Two.'))});
};

const textSent = ({model}: Awaited<ReturnType<typeof start>>): string =>
	JSON.stringify(model.requests.at(-1)?.messages);

describe('messages that name what server-everything offers', () => {
	it('carry a resource that is listed, and one that a template makes', async () => {
		const harness = await start();
		const {app} = harness;
		const [listed] = app.catalogue.resources();
		expect(app.catalogue.templates().length).toBeGreaterThan(0);
		app.submit(`Sum up @everything:${listed?.uri}, and @everything:demo://resource/dynamic/text/7.`);
		expect(await app.settled()).toEqual({type: 'finished'});
		expect(app.getState().items.at(0)).toMatchObject({
			attachments: [{uri: listed?.uri}, {uri: 'demo://resource/dynamic/text/7'}],
		});
		expect(textSent(harness)).toContain('Resource 7');
	});

	it('carry a prompt with its arguments', async () => {
		const harness = await start();
		const {app} = harness;
		app.submit('/everything:args-prompt city="New York"');
		expect(await app.settled()).toEqual({type: 'finished'});
		expect(textSent(harness)).toContain('New York');
	});

	it('are not sent where there is no such resource', async () => {
		const {app, model} = await start();
		app.submit('See @everything:demo://nowhere');
		expect(await app.settled()).toMatchObject({type: 'failed', failure: {code: 'not-attached'}});
		expect(model.requests).toEqual([]);
	});
});

import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {textOf} from '../../../helpers/mcp-servers.ts';
import {waitUntil} from '../../../helpers/wait-until.ts';
import {everythingPlaces} from './everything-places.ts';
import {never, type UserAnswers, useMcpServers} from './use-mcp-servers.ts';

describe.each(everythingPlaces)('what server-everything asks and reports over $transport', place => {
	beforeAll(place.open);
	afterAll(place.end);
	const everything = (answers: UserAnswers = {}) => useMcpServers([place.config()], answers);

	it('is a form, whose answers arrive', async () => {
		const {call, elicited} = everything({
			elicit: () => ({action: 'accept', content: {name: 'Ada', integer: 7}}),
		});
		const report = await call('everything', 'trigger-elicitation-request');
		expect(textOf(report)).toContain('- Name: Ada');
		expect(textOf(report)).toContain('- Favorite Integer: 7');
		expect(elicited).toMatchObject([
			{
				mode: 'form',
				schema: {properties: {titledSingleSelectEnum: {oneOf: expect.any(Array)}}, required: ['name']},
			},
		]);
	});

	it('is a form, which may be declined or left', async () => {
		const declining = everything({elicit: () => ({action: 'decline'})});
		expect(textOf(await declining.call('everything', 'trigger-elicitation-request'))).toContain('declined');
		const leaving = everything({elicit: () => ({action: 'cancel'})});
		expect(textOf(await leaving.call('everything', 'trigger-elicitation-request'))).toContain('cancelled');
	});

	it('is to open an address', async () => {
		const {call, elicited} = everything({elicit: () => ({action: 'accept'})});
		const report = await call('everything', 'trigger-url-elicitation', {
			url: 'https://example.com/consent',
			message: 'Please agree',
			elicitationId: 'consent-1',
		});
		expect(textOf(report)).toContain('User completed the URL elicitation flow');
		expect(elicited).toEqual([
			{mode: 'url', message: 'Please agree', url: 'https://example.com/consent', elicitationId: 'consent-1'},
		]);
	});

	it('is to open an address before the call may be repeated', async () => {
		const {call, elicited} = everything({elicit: () => ({action: 'accept'})});
		await call('everything', 'trigger-url-elicitation', {url: 'https://example.com/', errorPath: true});
		expect(elicited[0]).toMatchObject({mode: 'url', url: 'https://modelcontextprotocol.io'});
	});

	it('is an answer of the model', async () => {
		const {call, sampled} = everything();
		const report = await call('everything', 'trigger-sampling-request', {prompt: 'why?', maxTokens: 33});
		expect(textOf(report)).toContain('a sampled answer');
		expect(sampled).toMatchObject([
			{
				maxTokens: 33,
				temperature: 0.7,
				systemPrompt: 'You are a helpful test server.',
				messages: [{role: 'user', content: [{type: 'text', text: expect.stringContaining('why?')}]}],
			},
		]);
	});

	it('are the folders that the user works in', async () => {
		const {call} = everything({roots: [{uri: 'file:///home/ada/work', name: 'work'}]});
		expect(textOf(await call('everything', 'get-roots-list'))).toContain('URI: file:///home/ada/work');
	});

	it('is what to do about an unclear task', async () => {
		const {call, elicited} = everything({
			elicit: () => ({action: 'accept', content: {interpretation: 'snake'}}),
		});
		const report = await call('everything', 'simulate-research-query', {topic: 'python', ambiguous: true});
		expect(textOf(report)).toContain('python (snake)');
		expect(elicited).toHaveLength(1);
	});

	it('are log messages of the level that was chosen', async () => {
		const {call, servers, start, notices} = everything();
		await start('everything');
		expect(await servers.setLogLevel('everything', 'debug', never)).toMatchObject({type: 'fetched'});
		await call('everything', 'toggle-simulated-logging');
		await waitUntil(() =>
			notices.some(
				notice => notice.type === 'logged' && /-level message|level-message/.test(String(notice.data)),
			),
		);
	});

	it('are changes of a resource that is watched', async () => {
		const {call, servers, start, notices} = everything();
		await start('everything');
		const uri = 'demo://resource/dynamic/text/1';
		expect(await servers.watchResource('everything', uri, never)).toMatchObject({type: 'fetched'});
		await call('everything', 'toggle-subscriber-updates');
		await waitUntil(() => notices.some(notice => notice.type === 'resource-updated' && notice.uri === uri));
		expect(await servers.unwatchResource('everything', uri, never)).toMatchObject({type: 'fetched'});
	});

	it('are changes of its lists', async () => {
		const {call, servers, start} = everything();
		await start('everything');
		const uri = `demo://resource/session/${place.transport}.gz`;
		const report = await call('everything', 'gzip-file-as-resource', {
			name: `${place.transport}.gz`,
			data: 'data:text/plain,hello',
			outputType: 'resourceLink',
		});
		expect(report).toMatchObject({result: {content: [{type: 'link', uri}]}});
		await waitUntil(() => servers.resources().some(resource => resource.uri === uri));
		expect(await servers.readResource('everything', uri, never)).toMatchObject({
			type: 'fetched',
			value: [{type: 'resource', mimeType: 'application/gzip', blob: expect.any(String)}],
		});
	});
});

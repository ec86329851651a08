import {describe, expect, it} from 'vitest';
import {searchToolsMcpToolHandler} from '../../../source/core/toolbox/search-tools/internal/searchToolsMcpToolHandler.ts';
import type {OfferedTool} from '../../../source/domain/tool.ts';
import {jsonOf, textsOf} from './read-outcome.ts';

const offer = (
	server: string,
	tool: string,
	description = '',
	parameters: readonly string[] = [],
): OfferedTool => ({
	modelName: `${server}__${tool}`,
	definition: {
		server,
		tool,
		description,
		inputSchema: {type: 'object', properties: Object.fromEntries(parameters.map(name => [name, {}]))},
		annotations: {},
	},
});

const tools = [
	offer('github', 'create_issue', 'Creates a new issue in a repository.', ['owner', 'repo', 'title']),
	offer('github', 'listIssues', 'Lists the issues of a repository.', ['owner', 'repo', 'state']),
	offer('github', 'get-pull-request', 'Reads one pull request.', ['pullNumber']),
	offer('files', 'read_file', 'Reads a file from disk.', ['path']),
	offer('files', 'read', 'Reads anything.', ['target']),
	offer('files', 'directories', 'Shows what is inside.', ['folderPath']),
	offer('weather', 'forecast', 'Tomorrow, with temperatures.', ['city']),
];

const search = (query: string, limit?: number, among = tools) =>
	searchToolsMcpToolHandler({params: {query, ...(limit === undefined ? {} : {limit})}, tools: among});

const names = async (query: string) => jsonOf(await search(query)).tools.map(({name}) => name);

describe('search-tools', () => {
	it('gives what is needed to choose a tool and to call it', async () => {
		const outcome = await search('forecast');
		expect(jsonOf(outcome)).toEqual({
			tools: [
				{
					name: 'weather__forecast',
					server: 'weather',
					tool: 'forecast',
					description: 'Tomorrow, with temperatures.',
					parameters: ['city'],
				},
			],
			found: 1,
		});
		expect(textsOf(outcome)).toEqual([
			'weather__forecast (server weather): Tomorrow, with temperatures. [parameters: city]',
		]);
	});

	it.each([
		['create issue', 'github__create_issue'],
		['creating issues', 'github__create_issue'],
		['list issues', 'github__listIssues'],
		['LIST_ISSUES', 'github__listIssues'],
		['directory', 'files__directories'],
		['temperature', 'weather__forecast'],
		['I want to know the forecast for a city', 'weather__forecast'],
		['pull', 'github__get-pull-request'],
		['pullNumber', 'github__get-pull-request'],
		['folder', 'files__directories'],
		['read file', 'files__read_file'],
		['a file to be read', 'files__read_file'],
		['repo state', 'github__listIssues'],
		['title for a repository', 'github__create_issue'],
		['forecasting', 'weather__forecast'],
		['fore', 'weather__forecast'],
	])('finds for %j first %s', async (query, first) => {
		expect((await names(query))[0]).toBe(first);
	});

	it.each(['read', 'READ', 'files__read'])('puts the tool first whose name is %j', async query => {
		expect((await names(query))[0]).toBe('files__read');
	});

	it('finds every tool of a server by its name', async () => {
		expect(await names('github')).toEqual([
			'github__create_issue',
			'github__listIssues',
			'github__get-pull-request',
		]);
	});

	it('puts a tool that two words fit before one that a word fits better', async () => {
		const among = [offer('s', 'send', 'Anything.'), offer('s', 'other', 'Can send an email.')];
		expect(jsonOf(await search('send email', 2, among)).tools[0]?.tool).toBe('other');
	});

	it('names the servers when nothing fits', async () => {
		const outcome = await search('zebra');
		expect(jsonOf(outcome)).toEqual({tools: [], found: 0});
		expect(textsOf(outcome)).toEqual([
			'No tool fits zebra. Try other words, or the name of a server. These servers have tools: github (3), files (3), weather (1).',
		]);
		expect(textsOf(await search('zebra', 5, []))).toEqual(['No server offers any tool now.']);
	});

	it('finds nothing for a query without words', async () => {
		expect(jsonOf(await search('?!')).tools).toEqual([]);
	});

	it('finds words that are nothing but fillers', async () => {
		expect(jsonOf(await search('get')).tools[0]?.tool).toBe('get-pull-request');
	});

	it('shows as many as are asked for and says how many there are', async () => {
		const outcome = await search('github', 2);
		expect(jsonOf(outcome)).toMatchObject({found: 3, tools: [{}, {}]});
		expect(textsOf(outcome)[0]).toMatch(/\n… and 1 more that fit less\. More words find fewer\.$/);
	});

	it('works with tools of other languages', async () => {
		const among = [offer('s', 'größeÄndern', 'Ändert die Größe.'), offer('s', '天気', '天気 予報')];
		expect(jsonOf(await search('größe', 5, among)).tools[0]?.tool).toBe('größeÄndern');
		expect(jsonOf(await search('天気', 5, among)).tools[0]?.tool).toBe('天気');
	});
});

// biome-ignore-all lint/suspicious/noTemplateCurlyInString: a person writes references like this
import {describe, expect, it} from 'vitest';
import type {JsonObject} from '../../../../source/domain/json.ts';
import type {FoundServer, RegistrySearch, ServerRegistry} from '../../../../source/domain/server-registry.ts';
import type {Bench, Section} from '../../../../source/ui/bench/section.ts';
import {createServerFinder} from '../../../../source/ui/servers/find-server.ts';
import {openBench} from '../../../helpers/ui-bench.ts';
import {waitUntil} from '../../../helpers/wait-until.ts';

const weather: FoundServer = {
	name: 'io.github.somebody/weather-mcp',
	description: 'Forecasts',
	version: '1.2.0',
	drafts: [
		{
			type: 'stdio',
			label: 'npm package weather-mcp@1.2.0, run with npx',
			command: 'npx',
			args: [{words: [['-y']]}, {words: [['weather-mcp@1.2.0']]}],
			env: [
				{name: 'WEATHER_KEY', text: [{wanted: 'env:WEATHER_KEY'}]},
				{name: 'UNITS', text: [{wanted: 'env:UNITS'}]},
			],
			wanted: [
				{
					id: 'env:WEATHER_KEY',
					label: 'WEATHER_KEY',
					description: 'Your key',
					isRequired: true,
					isSecret: true,
				},
				{
					id: 'env:UNITS',
					label: 'UNITS',
					isRequired: false,
					isSecret: false,
					choices: ['metric', 'imperial'],
				},
			],
		},
	],
	unusable: [],
};

const remote: FoundServer = {
	name: 'com.example/weather',
	description: 'More forecasts',
	drafts: [
		{type: 'http', label: 'HTTP at a.example', url: ['https://a.example/mcp'], headers: [], wanted: []},
		{type: 'sse', label: 'SSE at a.example', url: ['https://a.example/sse'], headers: [], wanted: []},
	],
	unusable: [],
};

const broken: FoundServer = {
	name: 'com.example/bundle',
	description: 'A bundle',
	drafts: [],
	unusable: ['mcpb x: there is nothing here that runs this kind'],
};

const installed: FoundServer = {
	name: 'mcp-weather',
	description: 'On disk',
	drafts: [
		{
			type: 'stdio',
			label: 'npm package mcp-weather',
			command: 'node',
			args: [{words: [['/lib/mcp-weather/cli.js']]}],
			env: [],
			wanted: [],
		},
	],
	unusable: [],
};

const open = async (answer: RegistrySearch | ((cursor: string | undefined) => RegistrySearch) | 'never') => {
	const opened: {readonly name: string; readonly entry: JsonObject}[] = [];
	const searched: string[] = [];
	const registry: ServerRegistry = {
		place: () => 'registry.example.com',
		search: (text, cursor, signal) => {
			searched.push(text);
			if (answer === 'never') {
				return new Promise(resolve => {
					signal.addEventListener('abort', () => {
						searched.push('aborted');
						resolve({type: 'cancelled'});
					});
				});
			}
			return Promise.resolve(typeof answer === 'function' ? answer(cursor) : answer);
		},
		installed: async () => [installed],
	};
	const section = (bench: Bench): Section<{readonly id: string}> => {
		const nothing = () => undefined;
		const forms = {
			add: nothing,
			edit: nothing,
			duplicate: nothing,
			prefilled: (name: string, entry: JsonObject) => {
				opened.push({name, entry});
			},
		};
		const finder = createServerFinder(bench, forms);
		return {
			name: 'servers',
			title: 'Servers',
			summary: () => 'none',
			items: () => [],
			idOf: ({id}) => id,
			rowOf: ({id}) => ({label: id}),
			textOf: ({id}) => id,
			emptyLines: () => [],
			tabs: () => [],
			bindings: [{keys: ['f'], intent: 'find'}],
			act: () => {
				finder.find();
				return true;
			},
		};
	};
	const bench = await openBench({create: section, ports: {registry}, size: {columns: 100, rows: 20}});
	const shows = (text: string) => waitUntil(() => bench.text().includes(text));
	bench.press('f');
	await shows('Find a server in registry.example.com');
	return {...bench, opened, searched, shows};
};

const found = (...servers: readonly FoundServer[]): RegistrySearch => ({type: 'found', servers, dropped: 0});

describe('finding a server', () => {
	it('leads from words over its wanted values to a form', async () => {
		const {type, press, shows, opened, searched, text} = await open(found(weather));
		type('weather');
		press('enter');
		await shows('io.github.somebody/weather-mcp 1.2.0');
		expect(text()).toContain('mcp-weather · on this machine');
		press('down', 'enter');
		await shows('What else do you want to set');
		press(' ', 'enter');
		await shows('WEATHER_KEY (Your key):');
		press('enter');
		await shows('It does not work without this.');
		type('secret');
		expect(text()).not.toContain('secret');
		press('enter');
		await shows('imperial');
		press('down', 'enter');
		await waitUntil(() => opened.length > 0);
		expect(searched).toEqual(['weather']);
		expect(opened).toEqual([
			{
				name: 'weather',
				entry: {
					command: 'npx',
					args: ['-y', 'weather-mcp@1.2.0'],
					env: {WEATHER_KEY: 'secret', UNITS: 'imperial'},
				},
			},
		]);
	});

	it('names a secret by a reference where its place would not tell that it is one', async () => {
		const secret = {isRequired: true, isSecret: true};
		const server: FoundServer = {
			...installed,
			name: 'a.b/codes',
			drafts: [
				{
					type: 'stdio',
					label: 'x',
					command: 'codes',
					args: [{words: [['--pin'], [{wanted: 'argument:0'}]]}],
					env: [{name: 'CODE', text: [{wanted: 'env:CODE'}]}],
					wanted: [
						{id: 'env:CODE', label: 'CODE', ...secret},
						{id: 'argument:0', label: '--pin', ...secret},
					],
				},
			],
		};
		const {type, press, shows, opened} = await open(found(server));
		type('codes');
		press('enter');
		await shows('a.b/codes');
		press('enter');
		await waitUntil(() => opened.length > 0);
		expect(opened[0]?.entry).toEqual({
			command: 'codes',
			args: ['--pin', '${input:codes-pin}'],
			env: {CODE: '${input:codes-CODE}'},
		});
	});

	it('asks which way where there are several', async () => {
		const {press, shows, opened} = await open(found(remote));
		press('enter');
		await shows('com.example/weather');
		press('down', 'enter');
		await shows('SSE at a.example');
		press('down', 'enter');
		await waitUntil(() => opened.length > 0);
		expect(opened).toEqual([{name: 'weather', entry: {type: 'sse', url: 'https://a.example/sse'}}]);
	});

	it('offers what is on this machine even where the registry is out of reach, and says so', async () => {
		const {type, press, shows, opened} = await open({
			type: 'failed',
			failure: {code: 'x', message: 'registry.example.com could not be reached.', hint: 'Check the network.'},
		});
		type('weather');
		press('enter');
		await shows('mcp-weather · on this machine');
		await shows('Only on this machine (registry.example.com could not be reached.)');
		press('enter');
		await waitUntil(() => opened.length > 0);
		expect(opened).toEqual([{name: 'weather', entry: {command: 'node', args: ['/lib/mcp-weather/cli.js']}}]);
	});

	it('says why nothing came of it', async () => {
		const {type, press, shows} = await open({
			type: 'failed',
			failure: {code: 'x', message: 'registry.example.com could not be reached.', hint: 'Check the network.'},
		});
		type('nothing like it');
		press('enter');
		await shows('registry.example.com could not be reached. Check the network.');
	});

	it('says why a server cannot be used', async () => {
		const {type, press, shows} = await open(found(broken));
		type('bundle');
		press('enter');
		await shows('com.example/bundle');
		press('enter');
		await shows('there is nothing here that runs this kind');
	});

	it('goes on to the next page', async () => {
		const {type, press, shows} = await open(cursor =>
			cursor === 'two' ? found(remote) : {type: 'found', servers: [weather], dropped: 0, cursor: 'two'},
		);
		type('forecasts');
		press('enter');
		await shows('more …');
		press('down', 'enter');
		await shows('com.example/weather');
	});

	it('is stopped by the user', async () => {
		const {type, press, shows, searched} = await open('never');
		type('x');
		press('enter');
		await shows('Searching in registry.example.com …');
		press('esc');
		await shows('none');
		expect(searched).toEqual(['x', 'aborted']);
	});
});

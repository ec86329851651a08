// biome-ignore-all lint/suspicious/noTemplateCurlyInString: entries of others may hold references
import {describe, expect, it} from 'vitest';
import {readServer} from '../../../source/core/registry/read-server.ts';
import type {JsonValue} from '../../../source/domain/json.ts';
import {fillDraft} from '../../../source/domain/server-registry.ts';
import {registryEntry} from '../../helpers/registry-host.ts';

type Way = Readonly<Record<string, JsonValue>>;

const read = (server: Way) => {
	const found = readServer(registryEntry({description: '', ...server}));
	if (found === undefined || found === 'deleted') throw new Error('The entry makes no sense.');
	return found;
};

const npm: Way = {
	registryType: 'npm',
	identifier: '@somebody/weather-mcp',
	version: '1.2.0',
	transport: {type: 'stdio'},
};

const draftOf = (way: Way, kind: 'packages' | 'remotes' = 'packages') => {
	const [draft] = read({[kind]: [way]}).drafts;
	if (draft === undefined) throw new Error('There is no draft.');
	return draft;
};

const entryOf = (way: Way, answers: Readonly<Record<string, string>> = {}, kind?: 'remotes') =>
	fillDraft(draftOf(way, kind), new Map(Object.entries(answers)));

describe('an entry of the registry becomes one of the configuration', () => {
	it.each<readonly [string, Way, string, readonly string[]]>([
		['an npm package', npm, 'npx', ['-y', '@somebody/weather-mcp@1.2.0']],
		[
			'a Python package',
			{...npm, registryType: 'pypi', identifier: 'weather-mcp'},
			'uvx',
			['weather-mcp@1.2.0'],
		],
		[
			'a .NET package',
			{...npm, registryType: 'nuget', identifier: 'Weather.Mcp'},
			'dnx',
			['Weather.Mcp@1.2.0', '--yes'],
		],
		[
			'a container image',
			{registryType: 'oci', identifier: 'ghcr.io/somebody/weather:1.2.0', transport: {type: 'stdio'}},
			'docker',
			['run', '-i', '--rm', 'ghcr.io/somebody/weather:1.2.0'],
		],
		[
			'an image with its version apart',
			{registryType: 'oci', identifier: 'somebody/weather', version: '1.2.0'},
			'docker',
			['run', '-i', '--rm', 'somebody/weather:1.2.0'],
		],
	])('from %s', (_, way, command, args) => {
		expect(entryOf(way)).toEqual({command, args});
	});

	it('from an address on the network', () => {
		expect(entryOf({type: 'streamable-http', url: 'https://a.example/mcp'}, {}, 'remotes')).toEqual({
			type: 'http',
			url: 'https://a.example/mcp',
		});
		expect(entryOf({type: 'sse', url: 'https://a.example/sse'}, {}, 'remotes')).toEqual({
			type: 'sse',
			url: 'https://a.example/sse',
		});
	});

	it('with the description of the server', () => {
		const [draft] = read({description: 'Forecasts of ${HOME}', packages: [npm]}).drafts;
		expect(draft === undefined ? undefined : fillDraft(draft, new Map())).toMatchObject({
			description: 'Forecasts of { HOME}',
		});
	});

	it('once the values are known that it wants', () => {
		const way: Way = {
			...npm,
			runtimeArguments: [{type: 'named', name: '-y'}],
			packageArguments: [
				{type: 'positional', valueHint: 'folder', isRequired: true, description: 'What to read'},
				{type: 'named', name: '--units', default: 'metric', choices: ['metric', 'imperial']},
				{type: 'named', name: '--proxy', description: 'A proxy'},
				{type: 'named', name: '--level=', value: '{level}', variables: {level: {default: '3'}}},
				{type: 'named', name: '--quiet'},
			],
			environmentVariables: [
				{name: 'WEATHER_KEY', isRequired: true, isSecret: true, description: 'Your key', placeholder: 'wk_…'},
				{name: 'WEATHER_HOST', value: 'a.example'},
				{name: 'WEATHER_DEBUG'},
			],
		};
		expect(draftOf(way).wanted).toEqual([
			{
				id: 'env:WEATHER_KEY',
				label: 'WEATHER_KEY',
				description: 'Your key',
				isRequired: true,
				isSecret: true,
				example: 'wk_…',
			},
			{id: 'env:WEATHER_DEBUG', label: 'WEATHER_DEBUG', isRequired: false, isSecret: false},
			{
				id: 'argument:0',
				label: 'folder',
				description: 'What to read',
				isRequired: true,
				isSecret: false,
			},
			{
				id: 'argument:1',
				label: '--units',
				isRequired: false,
				isSecret: false,
				fallback: 'metric',
				choices: ['metric', 'imperial'],
			},
			{id: 'argument:2', label: '--proxy', description: 'A proxy', isRequired: false, isSecret: false},
			{id: 'argument:3{level}', label: 'level', isRequired: false, isSecret: false, fallback: '3'},
		]);
		const answers = {'env:WEATHER_KEY': 'k', 'argument:0': '/data', 'argument:1': 'imperial'};
		expect(entryOf(way, answers)).toEqual({
			command: 'npx',
			args: ['-y', '@somebody/weather-mcp@1.2.0', '/data', '--units', 'imperial', '--level=3', '--quiet'],
			env: {WEATHER_KEY: 'k', WEATHER_HOST: 'a.example'},
		});
		// What is required has its place even without a value, so that somebody sees that it is missing.
		expect(entryOf(way)).toMatchObject({env: {WEATHER_KEY: '', WEATHER_HOST: 'a.example'}});
	});

	it('and gives a container only the variables that have a value', () => {
		const way: Way = {
			registryType: 'oci',
			identifier: 'somebody/weather',
			environmentVariables: [{name: 'KEY', isRequired: true}, {name: 'DEBUG'}, {name: 'FIXED', value: '1'}],
		};
		expect(entryOf(way, {'env:KEY': 'k'})).toEqual({
			command: 'docker',
			args: ['run', '-i', '--rm', '-e', 'KEY', '-e', 'FIXED', 'somebody/weather'],
			env: {KEY: 'k', FIXED: '1'},
		});
	});

	it('with variables inside an address and headers', () => {
		const way: Way = {
			type: 'streamable-http',
			url: 'https://{tenant}.a.example/mcp/{unknown}',
			variables: {tenant: {isRequired: true, description: 'Your team'}},
			headers: [
				{
					name: 'Authorization',
					value: 'Bearer {token}',
					variables: {token: {isRequired: true, isSecret: true}},
				},
				{name: 'X-Region', isRequired: false},
			],
		};
		expect(draftOf(way, 'remotes').wanted.map(({label, isSecret}) => [label, isSecret])).toEqual([
			['tenant', false],
			['token', true],
			['X-Region', false],
		]);
		expect(entryOf(way, {'url{tenant}': 'blue', 'header:Authorization{token}': 't'}, 'remotes')).toEqual({
			type: 'http',
			url: 'https://blue.a.example/mcp/{unknown}',
			headers: {Authorization: 'Bearer t'},
		});
	});
});

describe('an entry of the registry is not offered', () => {
	it.each<readonly [string, Way, string]>([
		['of a kind that nothing runs', {...npm, registryType: 'mcpb'}, 'nothing here that runs this kind'],
		['that is called like a method', {...npm, registryType: 'toString'}, 'nothing here that runs this kind'],
		['that has to run already', {...npm, transport: {type: 'streamable-http'}}, 'has to run already'],
		['whose package is an address', {...npm, identifier: 'git+ssh://evil.example/x'}, 'none of a package'],
		[
			'whose package is an option',
			{...npm, identifier: '--registry=http://evil.example'},
			'none of a package',
		],
		['whose package is a path', {...npm, identifier: '../../evil'}, 'none of a package'],
		['whose version is a command', {...npm, version: '1.0.0 && rm -rf ~'}, 'its version is none'],
		['from another store', {...npm, registryBaseUrl: 'https://evil.example'}, 'not where npx looks'],
		[
			'that takes a secret of the user',
			{...npm, environmentVariables: [{name: 'A', value: '${ANTHROPIC_API_KEY}'}]},
			'names variables or secrets of yours',
		],
		[
			'that runs a command as a default',
			{...npm, environmentVariables: [{name: 'A', default: '${command:rm -rf ~}'}]},
			'names variables or secrets of yours',
		],
		[
			'that takes a variable in the manner of others',
			{...npm, packageArguments: [{type: 'positional', value: '{env:HOME}'}]},
			'names variables or secrets of yours',
		],
		[
			'that hides something',
			{...npm, packageArguments: [{type: 'positional', value: 'a\u202eb'}]},
			'hidden characters',
		],
		['with a strange variable', {...npm, environmentVariables: [{name: 'A=B'}]}, 'a name that is none'],
		['that is something else', {registryType: 'npm'}, 'in a way that can be understood'],
	])('%s', (_, way, reason) => {
		const {drafts, unusable} = read({packages: [way, npm]});
		expect(unusable).toEqual([expect.stringContaining(reason)]);
		// One way that cannot be used does not cost the others.
		expect(drafts).toHaveLength(1);
	});

	it.each<readonly [string, Way, string]>([
		['is read on the way', {type: 'sse', url: 'http://a.example/sse'}, 'does not begin with https://'],
		['is a file', {type: 'sse', url: 'file:///etc/passwd'}, 'does not begin with https://'],
		['is no address', {type: 'sse', url: '{host}'}, 'its address is none'],
		['hides where it leads', {type: 'sse', url: 'https://a@b.example'}, 'a user name'],
		[
			'sends a secret of the user',
			{type: 'sse', url: 'https://a.example', headers: [{name: 'A', value: '${keychain:anthropic}'}]},
			'names variables or secrets of yours',
		],
		[
			'runs a command that is put together from pieces',
			{
				type: 'sse',
				url: 'https://a.example',
				headers: [
					{name: 'A', value: '{a}{b}', variables: {a: {value: '$'}, b: {value: '{command:rm -rf ~}'}}},
				],
			},
			'a $ or a brace in a variable',
		],
		[
			'takes a secret that is put together from defaults',
			{
				type: 'sse',
				url: 'https://a.example/{a}{b}',
				variables: {a: {default: '$'}, b: {choices: ['{ANTHROPIC_API_KEY}']}},
			},
			'a $ or a brace in a variable',
		],
		[
			'takes a variable of the user between braces of its own',
			{type: 'sse', url: 'https://a.example/{{a}}', variables: {a: {value: 'env:HOME'}}},
			'a brace before a variable',
		],
	])('whose address %s', (_, way, reason) => {
		const {drafts, unusable} = read({remotes: [way]});
		expect(drafts).toEqual([]);
		expect(unusable).toEqual([expect.stringContaining(reason)]);
	});
});

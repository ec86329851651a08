// biome-ignore-all lint/suspicious/noTemplateCurlyInString: a person writes variables like this

import {describe, expect, it, onTestFinished} from 'vitest';
import {isSameCustomTools} from '../../../../source/core/config/custom/same-custom-tools.ts';
import {readConfig} from '../../../../source/core/config/read-config.ts';
import {showAddress, showTemplate} from '../../../../source/domain/custom-tool.ts';
import {watchSecrets} from '../../../../source/domain/secret.ts';
import {readTools, secretOfTests, toolOf} from '../../../helpers/custom-tool.ts';

const city = {type: 'object', properties: {city: {type: 'string'}}, required: ['city']};
const url = 'https://api.example.com/v1';
const entry = (more: object = {}) => ({description: 'The weather', endpoint: url, ...more});
const endpoint = (more: object, parameters: object = city) =>
	entry({parameters, endpoint: {url: `${url}/{{city}}`, ...more}});

/** What is said about an entry that cannot be used, without the file. */
const complaintsAbout = (written: unknown, name = 'weather'): readonly string[] => {
	const {customTools, refusedCustomTools} = readTools({[name]: written});
	expect(customTools).toEqual([]);
	return refusedCustomTools.flatMap(({problems}) => problems.map(line => line.replace(/^.*? {2}/, '')));
};

describe('a custom tool', () => {
	it('needs a description and an address, and counts as the worst case where it says nothing', () => {
		const {customTools, problems} = readTools({
			ping: {description: 'Pings', endpoint: 'http://localhost:8080/ping'},
		});
		expect(problems).toEqual([]);
		expect(customTools).toMatchObject([
			{
				name: 'ping',
				parameters: {type: 'object', properties: {}, additionalProperties: false},
				endpoint: {method: 'GET', origin: 'http://localhost:8080', timeout: 30_000},
				annotations: {readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true},
				modes: ['act', 'rest'],
				disabled: false,
			},
		]);
	});

	it('is offered to a planning model when its user says that it only reads', () => {
		expect(toolOf(entry({readOnly: true}))).toMatchObject({
			annotations: {readOnlyHint: true, destructiveHint: false},
			modes: ['act', 'plan', 'rest'],
		});
		expect(
			toolOf(entry({annotations: {readOnlyHint: true, openWorld: false}, modes: ['act']})),
		).toMatchObject({
			annotations: {readOnlyHint: true, openWorldHint: false},
			modes: ['act'],
		});
	});

	it.each([
		['says nothing about it', {modes: ['plan', 'act']}, ['act']],
		[
			'says that it destroys',
			{readOnly: true, annotations: {destructive: true}, modes: ['act', 'plan']},
			['act'],
		],
		['is for nobody else', {modes: ['plan']}, []],
	])('that %s is not for a planning model, and its place is told', (_, more, modes) => {
		const {customTools, problems, customToolWarnings} = readTools({weather: entry(more)});
		expect(customTools).toMatchObject([{name: 'weather', modes}]);
		expect(problems).toEqual([
			expect.stringMatching(
				/^\S+:\d+:\d+ {2}customTools\.weather\.modes: plan is left out: only what reads is offered there\./,
			),
		]);
		expect(customToolWarnings).toEqual(problems);
	});

	it('may be written in snake_case, with the names of MCP, and in seconds or milliseconds', () => {
		const tool = toolOf({
			endpoint: {method: 'post', uri: url, timeout: 2000, allow_insecure: false},
			input_schema: city,
			result: 'text',
		});
		expect(tool).toMatchObject({parameters: city, endpoint: {method: 'POST', timeout: 2000, rest: 'body'}});
		expect(tool.result).toEqual({as: 'text'});
	});

	it('posts where it has a body and no method', () => {
		expect(toolOf(endpoint({body: {a: 1}})).endpoint).toMatchObject({method: 'POST'});
	});

	it('keeps the references of its texts, and never their values', () => {
		const tool = toolOf(
			{
				parameters: city,
				endpoint: {
					url: '${BASE}/v1/{{city}}?key=${keychain:weather}',
					headers: {Authorization: 'Bearer ${WEATHER_TOKEN}', 'X-Team': '${TEAM}'},
					body: {password: '${file:/run/secret}', note: 'for {{city}}'},
				},
			},
			{BASE: 'https://api.example.com', WEATHER_TOKEN: 'canary-token-77', TEAM: 'blue'},
		);
		expect(showAddress(tool.endpoint)).toBe('https://api.example.com/v1/{{city}}?key=${keychain:weather}');
		expect(tool.endpoint.headers.map(({name, value}) => [name, showTemplate(value)])).toEqual([
			['Authorization', 'Bearer ${WEATHER_TOKEN}'],
			['X-Team', 'blue'],
		]);
		const written = JSON.stringify(tool);
		expect(written).not.toContain(secretOfTests);
		expect(written).not.toContain('canary-token-77');
	});

	it('hides a key that is written out, and says that it does not belong there', () => {
		const {customTools, problems} = readTools({
			a: entry({endpoint: {url: `${url}?api_key=canary-4711`, headers: {'X-Api-Key': 'canary-0815'}}}),
		});
		expect(JSON.stringify(customTools)).not.toMatch(/canary/);
		expect(problems).toEqual([
			expect.stringContaining(
				'customTools.a.endpoint.headers.X-Api-Key: a secret does not belong in this file',
			),
			expect.stringContaining('customTools.a.endpoint.url: a secret does not belong in this file'),
		]);
	});

	it('takes words that only sound like secrets for what they are', () => {
		const body = {author: 'Ada Lovelace', keywords: 'sun and rain', tokenLimit: '${LIMIT}'};
		const tool = toolOf(endpoint({body}), {LIMIT: 'four thousand'});
		expect(JSON.stringify(tool)).toMatch(/Ada Lovelace.*sun and rain.*four thousand/);
	});

	it('takes a dollar before an argument for a dollar, and refuses what only looks like a reference', () => {
		const tool = toolOf(endpoint({body: {price: '${{city}}', note: 'run $${HOME} or $${{city}}'}}));
		expect(JSON.stringify(tool.endpoint)).toContain(
			'{"type":"text","text":"$"},{"type":"argument","name":"city"}',
		);
		expect(JSON.stringify(tool.endpoint)).toContain('"text":"{city}}"');
		expect(complaintsAbout(endpoint({body: {price: '${CI-TY}'}}))).toEqual([
			expect.stringMatching(/endpoint\.body\.price: "CI-TY" is no name of a variable/),
		]);
	});

	it('never hides the name of a secret that is missing', () => {
		const learned: string[] = [];
		onTestFinished(watchSecrets(text => learned.push(text)));
		readTools({a: endpoint({headers: {A: '${keychain:a}'}})}, {}, {secrets: () => undefined});
		expect(learned).toEqual([]);
	});

	it('takes braces in the value of a variable for text', () => {
		const tool = toolOf(
			{parameters: city, endpoint: {url: `${url}/{{city}}`, headers: {'X-A': '${A}'}}},
			{A: '{{city}}'},
		);
		expect(tool.endpoint.headers[0]?.value).toEqual([{type: 'text', text: '{{city}}'}]);
	});

	it('says in which line and column what is wrong, and costs nobody else', () => {
		const text =
			'{\n\t"customTools": {\n\t\t"a": {"description": "x", "endpoint": "ftp://x"},\n\t\t"b": {"description": "x", "endpoint": "https://a.example"}\n\t}\n}';
		const {customTools, problems} = readConfig('config.json', text, {});
		expect(customTools.map(({name}) => name)).toEqual(['b']);
		expect(problems).toEqual([
			expect.stringMatching(/^config\.json:3:41 {2}customTools\.a\.endpoint: expected a URL/),
		]);
	});

	it('names the variable that is not set, and its place', () => {
		expect(complaintsAbout(endpoint({headers: {Authorization: 'Bearer ${NO_SUCH}'}}))).toEqual([
			'customTools.weather.endpoint.headers.Authorization: the variable NO_SUCH is not set. Set it, or write ${NO_SUCH:-default}',
		]);
	});

	it('that is disabled lacks nothing until it is enabled, and runs no command', () => {
		const asked: string[] = [];
		const off = endpoint({headers: {A: '${NO_SUCH}', B: '${command:pass show a}'}});
		const read = readTools(
			{off: {...off, disabled: true}},
			{},
			{
				secrets: ({type}) => {
					asked.push(type);
					return undefined;
				},
			},
		);
		expect([read.problems, read.neededInputs, asked]).toEqual([[], [], []]);
		expect(read.refusedCustomTools).toMatchObject([{name: 'off', disabled: true}]);
	});

	it('asks for the inputs that it needs', () => {
		const {neededInputs} = readTools(
			{a: endpoint({headers: {A: '${input:key}'}})},
			{},
			{secrets: () => undefined},
		);
		expect(neededInputs).toEqual([{id: 'key', isSecret: true, servers: ['a']}]);
	});

	it('is told about arguments that nothing sends, and about a promise that its method breaks', () => {
		const {problems} = readTools({
			a: endpoint({query: {}}, {properties: {city: {}, days: {}}, required: ['city']}),
			b: {...endpoint({method: 'DELETE'}), readOnly: true},
		});
		expect(problems).toEqual([
			expect.stringContaining(
				'customTools.a.endpoint: nothing sends the argument days; write {{days}} where it belongs',
			),
			expect.stringContaining(
				'customTools.b.readOnly: says that nothing is changed, and DELETE usually does',
			),
		]);
	});

	it('counts only in the configuration of the user', () => {
		const read = readTools({a: entry()}, {}, {isForeign: true});
		expect(read.customTools).toEqual([]);
		expect(read.problems).toEqual([
			'config.json:1:16  customTools: counts only in your own configuration; it is left out',
		]);
	});

	it('is another when nothing but its secret has changed', () => {
		const read = (secret: string) =>
			readTools({a: endpoint({headers: {A: '${keychain:a}'}})}, {}, {secrets: () => secret}).customTools;
		expect(isSameCustomTools(read('one'), read('one'))).toBe(true);
		expect(isSameCustomTools(read('one'), read('two'))).toBe(false);
	});
});

// biome-ignore-all lint/suspicious/noTemplateCurlyInString: a person writes variables like this

import {describe, expect, it} from 'vitest';
import type {CustomExchange} from '../../../../source/domain/custom-tool.ts';
import {endpointLines} from '../../../../source/ui/tools/endpoint-lines.ts';
import {secretOfTests, toolOf} from '../../../helpers/custom-tool.ts';
import {offer, openTools} from '../../../helpers/ui-tools.ts';

const parameters = {properties: {city: {type: 'string'}, days: {type: 'integer'}}, required: ['city']};

const weather = toolOf({
	parameters,
	endpoint: {
		url: 'https://api.example.com/v1/{{city}}?k=${keychain:weather}',
		query: {days: '{{days}}'},
		headers: {Authorization: 'Bearer ${keychain:weather}'},
		timeout: 20,
	},
	result: {path: 'data.now', error: 'error'},
});

const request = {method: 'GET', url: 'https://api.example.com/v1/Rome?k=•••', headers: {}} as const;
const exchanges: readonly CustomExchange[] = [
	{at: 0, duration: 1500, request, error: 'api.example.com could not be reached.'},
	{
		at: 0,
		duration: 12,
		request,
		answer: {status: 200, statusText: 'OK\u001b[31m', contentType: 'application/json', bytes: 2048},
	},
];

const textOf = (...view: Parameters<typeof endpointLines>): string =>
	endpointLines(...view)
		.map(({label = '', text}) => `${label}${text}`)
		.join('\n');

describe('a custom tool in the workbench', () => {
	it('is marked in the list, and shows its endpoint and its last requests', async () => {
		const {text, press} = await openTools({
			tools: [offer('toolbox', 'weather', {annotations: {openWorldHint: true}}), offer('files', 'read')],
			desk: {
				customOf: ({server, tool}) =>
					server === 'toolbox' && tool === 'weather' ? {tool: weather, exchanges} : undefined,
			},
		});
		expect(text()).toMatch(/toolbox weather +custom │/);
		expect(text()).toContain('What your configuration says about it');
		press('tab');
		expect(text()).toContain('GET https://api.example.com/v1/{{city}}?k=${keychain:weather}');
		expect(text()).toContain('The last requests of this run');
		press('down');
		expect(text()).not.toContain('Endpoint');
	});

	it('says where it is disabled, and is still there to be enabled', async () => {
		const {definition} = offer('toolbox', 'weather');
		const {text} = await openTools({
			tools: [],
			desk: {
				leftOut: () => [definition],
				customOf: () => ({tool: {...weather, disabled: true}, exchanges: []}),
			},
		});
		expect(text()).toMatch(/○ toolbox weather +off, custom/);
		expect(text()).toContain('Its entry in customTools is disabled');
	});

	it('shows where everything goes, and no secret', () => {
		const shown = textOf({tool: weather, exchanges});
		for (const line of [
			'query  days: {{days}}',
			'header  Authorization: Bearer ${keychain:weather}',
			'timeout  20.0 s',
			'result  data.now of the answer',
			'error  error of the answer',
			'no answer  1.5 s\n  GET https://api.example.com/v1/Rome?k=•••\n  api.example.com could not be reached.',
			String.raw`200 OK\u001b[31m  12 ms  2.0 KB`,
		]) {
			expect(shown).toContain(line);
		}
		expect(shown).not.toContain(secretOfTests);
		expect(shown).not.toContain('\u001b');
	});

	it('shows a body, and where the rest of the arguments goes', () => {
		const body = {title: '{{city}}', list: [1, {deep: 'for {{city}}'}]};
		const posted = toolOf({parameters, endpoint: {url: 'https://a.example', body}});
		expect(textOf({tool: posted, exchanges: []})).toContain(
			'body  {"title":"{{city}}","list":[1,{"deep":"for {{city}}"}]}',
		);
		const bare = toolOf({parameters, endpoint: {url: 'https://a.example', method: 'PUT'}});
		expect(textOf({tool: bare, exchanges: []})).toMatch(
			/go into the body, as JSON[\s\S]*none yet; enter tries it/,
		);
		const form = toolOf({
			parameters,
			endpoint: {url: 'https://a.example', form: {a: '{{city}}'}},
			result: 'text',
		});
		expect(textOf({tool: form, exchanges: []})).toMatch(
			/form {2}a: {{city}}[\s\S]*result {2}text, as it comes/,
		);
	});
});

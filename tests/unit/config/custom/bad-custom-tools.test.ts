import {describe, expect, it} from 'vitest';
import {readTools} from '../../../helpers/custom-tool.ts';

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

describe('the entry of a custom tool', () => {
	it.each<[string, unknown, string]>([
		['no object', 'x', 'customTools.weather: expected an object'],
		['no description', {endpoint: url}, 'customTools.weather.description: expected a string'],
		[
			'an empty description',
			entry({description: ' '}),
			'customTools.weather.description: must say what the tool does',
		],
		[
			'no endpoint',
			{description: 'x'},
			'customTools.weather.endpoint: expected an address, or an object with a url',
		],
		[
			'a slip',
			entry({paramters: city}),
			'customTools.weather.paramters: unknown key; did you mean parameters?',
		],
		[
			'a slip in the endpoint',
			endpoint({header: {}}),
			'customTools.weather.endpoint.header: unknown key; did you mean headers?',
		],
		[
			'a slip in the result',
			entry({result: {pth: 'a'}}),
			'customTools.weather.result.pth: unknown key; did you mean path?',
		],
		[
			'another method',
			endpoint({method: 'TRACE'}),
			'customTools.weather.endpoint.method: expected one of GET, POST, PUT, PATCH, DELETE',
		],
		[
			'too much time',
			endpoint({timeout: 301}),
			'customTools.weather.endpoint.timeout: expected 1-300 seconds',
		],
		[
			'a schema that points nowhere',
			entry({parameters: {properties: {a: {type: 'array', items: {$ref: '#/$defs/x'}}}}}),
			'customTools.weather.parameters.properties.a.items.$ref: points nowhere, so that no call could be checked by it',
		],
		[
			'a pattern of another language',
			entry({parameters: {properties: {a: {type: 'string', pattern: '(?i)x'}}}}),
			'customTools.weather.parameters.properties.a.pattern: is no pattern that can be used here',
		],
		['no URL', entry({endpoint: 'api/x'}), 'customTools.weather.endpoint: is not a URL'],
		[
			'a web socket',
			entry({endpoint: 'wss://a.example'}),
			'customTools.weather.endpoint: expected a URL that begins with https:// or http://',
		],
		[
			'a file',
			entry({endpoint: {url: 'file:///etc/passwd'}}),
			'customTools.weather.endpoint.url: expected a URL that begins',
		],
		[
			'plain http',
			entry({endpoint: {url: 'http://api.example.com/x'}}),
			'customTools.weather.endpoint.url: plain http to another machine',
		],
		[
			'a password',
			entry({endpoint: 'https://ada:pass@a.example/x'}),
			'must not hold a user name or password. Send them as a header',
		],
		[
			'an argument as host',
			entry({parameters: city, endpoint: 'https://{{city}}/x'}),
			'{{city}} stands before the path',
		],
		[
			'an argument in the host',
			entry({parameters: city, endpoint: 'https://a.{{city}}.example/x'}),
			'{{city}} stands before the path',
		],
		[
			'an argument as port',
			entry({parameters: city, endpoint: 'https://a.example:{{city}}/x'}),
			'{{city}} stands before the path',
		],
		[
			'an argument as scheme',
			entry({parameters: city, endpoint: '{{city}}://a.example/x'}),
			'{{city}} stands before the path',
		],
		[
			'an argument glued to the host',
			entry({parameters: city, endpoint: 'https://a.example{{city}}'}),
			'{{city}} stands before the path',
		],
		[
			'an argument in the fragment alone',
			entry({parameters: city, endpoint: 'https://a.example#{{city}}'}),
			'{{city}} stands before the path',
		],
		[
			'single braces',
			entry({parameters: city, endpoint: `${url}/{city}`}),
			'customTools.weather.endpoint: holds {city}. An argument is written in two braces',
		],
		['a backslash', entry({endpoint: 'https://a.example/x\\y'}), 'holds a blank, a backslash'],
		['dots', entry({endpoint: 'https://a.example/x/../y'}), 'must not hold "." or ".." as a folder'],
		[
			'an unknown argument',
			endpoint({query: {q: '{{cty}}'}}),
			'customTools.weather.endpoint.query.q: {{cty}} is not among the parameters of the tool; did you mean city?',
		],
		[
			'an argument without a name',
			endpoint({query: {q: '{{ }}'}}),
			'customTools.weather.endpoint.query.q: {{ }} names no argument',
		],
		[
			'a path that may be missing',
			endpoint({}, {properties: {city: {type: 'string'}}}),
			'{{city}} is a part of the path, so it has to be there',
		],
		[
			'a header of ours',
			endpoint({headers: {'Content-Length': '5'}}),
			'customTools.weather.endpoint.headers.Content-Length: is set by the program',
		],
		[
			'no header',
			endpoint({headers: {'a b': '5'}}),
			'customTools.weather.endpoint.headers.a b: is not a name for a header',
		],
		[
			'a header with a line break',
			endpoint({headers: {'X-A': 'a\r\nb'}}),
			'holds a character that cannot be sent in a header',
		],
		[
			'a body with GET',
			endpoint({method: 'GET', body: {}}),
			'customTools.weather.endpoint.body: is never sent with GET',
		],
		[
			'a text with JSON in it',
			endpoint({body: '{"a": "{{city}}"}'}),
			'customTools.weather.endpoint.body: write the JSON itself, not a text with JSON in it',
		],
		[
			'a text with a structure',
			endpoint({headers: {'Content-Type': 'text/xml'}, body: '<a>{{city}}</a>'}),
			'customTools.weather.endpoint.body: write the JSON itself',
		],
		[
			'body and form',
			endpoint({body: {}, form: {}}),
			'customTools.weather.endpoint.form: there is a body already',
		],
		[
			'a schema of a text',
			entry({parameters: {type: 'string'}}),
			'customTools.weather.parameters.type: expected "object"',
		],
		[
			'an unknown type',
			entry({parameters: {properties: {a: {type: 'strng'}}}}),
			'customTools.weather.parameters.properties.a.type: expected one of string, number, integer, boolean, array, object, null; did you mean string?',
		],
		[
			'a list of properties',
			entry({parameters: {properties: []}}),
			'customTools.weather.parameters.properties: expected an object',
		],
		[
			'a required argument that is none',
			entry({parameters: {properties: {a: {}}, required: ['b']}}),
			'customTools.weather.parameters.required: names b',
		],
		[
			'no way into an answer',
			entry({result: {path: 'a..b'}}),
			'customTools.weather.result.path: is no way into an answer',
		],
		[
			'text with a path',
			entry({result: {as: 'text', path: 'a'}}),
			'customTools.weather.result.path: leads into JSON',
		],
		[
			'an unknown form',
			entry({result: 'xml'}),
			'customTools.weather.result: expected auto, text, json, or an object',
		],
		[
			'an unknown mode',
			entry({modes: ['fly']}),
			'customTools.weather.modes[0]: expected one of act, plan, rest',
		],
		[
			'an unknown claim',
			entry({annotations: {readonly: true}}),
			'customTools.weather.annotations.readonly: unknown key; did you mean readOnly',
		],
	])('is refused with %s', (_what, written, message) => {
		expect(complaintsAbout(written).join('\n')).toContain(message);
	});

	it.each(['a b', '', 'ä', '-x', 'x'.repeat(65), 'read-file', 'search-tools'])('is not called "%s"', name => {
		expect(complaintsAbout(entry(), name)).toHaveLength(1);
	});
});

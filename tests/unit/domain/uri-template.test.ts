import {describe, expect, it} from 'vitest';
import {expandTemplate, templateVariables} from '../../../source/domain/uri-template.ts';

const values = {var: 'value', hello: 'Hello World!', path: '/foo/bar', x: '1024', y: '768', empty: ''};

describe('a template of addresses', () => {
	it('takes values as RFC 6570 says', () => {
		const expected = {
			'demo://{var}': 'demo://value',
			'{hello}': 'Hello%20World%21',
			'{+hello}': 'Hello%20World!',
			'{path}': '%2Ffoo%2Fbar',
			'file://{+path}/here': 'file:///foo/bar/here',
			'{/var,x}/here': '/value/1024/here',
			'{?x,y}': '?x=1024&y=768',
			'{?x,none}': '?x=1024',
			'?fixed=yes{&x}': '?fixed=yes&x=1024',
			'{#path}': '#/foo/bar',
			'X{.var}': 'X.value',
			'{;x,y}': ';x=1024;y=768',
			'{none}{/none}{?none}': '',
			'no variables': 'no variables',
			'{var:3}{x*}': 'value1024',
		};
		for (const [template, address] of Object.entries(expected)) {
			expect(expandTemplate(template, values)).toBe(address);
		}
	});

	it('says which values it needs, each once and in order', () => {
		expect(templateVariables('db://{table}/{id}{?limit,table}')).toEqual([
			{name: 'table', isRequired: true},
			{name: 'id', isRequired: true},
			{name: 'limit', isRequired: false},
		]);
	});

	it('does not trip over half a character', () => {
		expect(expandTemplate('{x}', {x: '\ud83d'})).toBe('%EF%BF%BD');
	});
});

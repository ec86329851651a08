// biome-ignore-all lint/suspicious/noTemplateCurlyInString: a person writes variables like this

import {describe, expect, it} from 'vitest';
import {maskEntry} from '../../../source/core/config/masked-entry.ts';
import type {JsonObject} from '../../../source/domain/json.ts';

const dots = '•••';

describe('an entry as it may be shown', () => {
	it.each<[JsonObject, JsonObject]>([
		[
			{url: 'https://a.example/mcp?api_key=s3cretvalue'},
			{url: expect.not.stringContaining('s3cretvalue') as never},
		],
		[
			{command: 'npx', args: ['-y', 'a', '--token', 's3cret']},
			{command: 'npx', args: ['-y', 'a', '--token', dots]},
		],
		[{command: ['x', '--api-key=s3cret']}, {command: ['x', `--api-key=${dots}`]}],
		[{env: {API_TOKEN: 's3cret', MODE: 'loud'}}, {env: {API_TOKEN: dots, MODE: 'loud'}}],
		[{environment: {PASSWORD: 'x', COUNT: 3}}, {environment: {PASSWORD: dots, COUNT: 3}}],
		[
			{headers: {Authorization: 'Bearer s3cret', 'X-Team': 'blue'}},
			{headers: {Authorization: dots, 'X-Team': 'blue'}},
		],
		[{auth: 'Bearer s3cret'}, {auth: dots}],
		[{auth: 'oauth'}, {auth: 'oauth'}],
		[
			{auth: {type: 'basic', username: 'ada', password: 's3cret'}},
			{auth: {type: 'basic', username: 'ada', password: dots}},
		],
		[{config: {deep: [{secret: 's3cret', level: 2}]}}, {config: {deep: [{secret: dots, level: 2}]}}],
		[
			{myPassword: 's3cret', note: 'of another program'},
			{myPassword: dots, note: 'of another program'},
		],
		[
			{env: 7, args: 'x', url: null},
			{env: 7, args: 'x', url: null},
		],
	])('has dots for its secrets: %j', (entry, shown) => {
		expect(maskEntry(entry)).toEqual(shown);
	});

	it('keeps references, which say where a secret is, and not the defaults in them', () => {
		const entry = {
			url: 'https://${HOST}/mcp',
			env: {TOKEN: '${MY_TOKEN:-fallback-s3cret}'},
			headers: {Authorization: 'Bearer ${keychain:git}'},
			auth: '${TOKEN}',
		};
		const shown = JSON.stringify(maskEntry(entry));
		for (const reference of ['${HOST}', '${MY_TOKEN', '${keychain:git}', '${TOKEN}'])
			expect(shown).toContain(reference);
		expect(shown).not.toContain('s3cret');
	});
});

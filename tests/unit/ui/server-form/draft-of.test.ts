// biome-ignore-all lint/suspicious/noTemplateCurlyInString: a person writes variables like this
import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {JsonObject} from '../../../../source/domain/json.ts';
import {optionsOf, pick, withText} from '../../../../source/ui/form/field-entry.ts';
import {bufferOf} from '../../../../source/ui/input/text-buffer.ts';
import {draftOf} from '../../../../source/ui/server-form/draft-of.ts';
import {
	addPair,
	fieldsShown,
	openServerFields,
	removePair,
	type ServerForm,
	viewOf,
	withView,
} from '../../../../source/ui/server-form/server-form.ts';

const open = (entry: JsonObject, name = 'one'): ServerForm => openServerFields({name, entry}, 'user', 'name');

const typed = (form: ServerForm, id: string, text: string): ServerForm => {
	const entry = form.entries.get(id);
	if (entry === undefined) throw new Error(`there is no field ${id}`);
	const next = withText(entry, bufferOf(text));
	const view = viewOf({...form, focus: id});
	return withView(
		{...form, focus: id},
		{...view, entries: view.entries.map(each => (each === entry ? next : each))},
	);
};

const chosen = (form: ServerForm, id: string, value: string | boolean): ServerForm => {
	const entry = form.entries.get(id);
	if (entry === undefined) throw new Error(`there is no field ${id}`);
	const place = optionsOf(entry).findIndex(option => option.value === value);
	return {...form, entries: new Map([...form.entries, [id, pick(entry, place)]])};
};

const keys = [
	...[
		'type',
		'transport',
		'command',
		'server',
		'args',
		'env',
		'environment',
		'cwd',
		'url',
		'httpUrl',
		'headers',
	],
	...[
		'auth',
		'authentication',
		'oauth',
		'timeout',
		'request_timeout',
		'retryAttempts',
		'disabled',
		'enabled',
	],
	...['description', 'allowInsecure', 'allow_insecure', 'rateLimit', 'x-mine', 'envFile', '__proto__'],
];

const values = fc.oneof(
	fc.constantFrom(
		'stdio',
		'sse',
		'streamable-http',
		'ws://localhost/x',
		'https://e.com/mcp',
		'Bearer abc',
		'npx',
	),
	fc.constantFrom('${keychain:one/token}', '${HOME}/x', 'a b "c"', "it's", '', 'oauth', 'none'),
	fc.integer({min: -5, max: 400_000}),
	fc.boolean(),
	fc.constant(null),
	fc.array(fc.string(), {maxLength: 3}),
	fc.dictionary(fc.constantFrom('type', 'token', 'TOKEN', 'key', 'user', 'scope', 'A'), fc.string(), {
		maxKeys: 3,
	}),
	fc.string(),
);

describe('an entry in the form', () => {
	it('stays the same, to the byte, when nobody changes anything', () => {
		fc.assert(
			fc.property(fc.array(fc.tuple(fc.constantFrom(...keys), values), {maxLength: 8}), pairs => {
				const entry = Object.fromEntries(pairs) as JsonObject;
				const draft = draftOf(open(entry));
				expect(JSON.stringify(draft.entry)).toBe(JSON.stringify(entry));
				expect(draft.name).toBe('one');
			}),
			{numRuns: 1000},
		);
	});

	it('stays the same when somebody only walks through its fields', () => {
		const entry = {
			command: ['npx', '-y', 'x y'],
			environment: {TOKEN: '${keychain:one/TOKEN}'},
			timeout: 5000,
		};
		let form = open(entry);
		for (const id of fieldsShown(form)) {
			form = withView({...form, focus: id}, viewOf({...form, focus: id}));
		}
		expect(draftOf(form).entry).toEqual(entry);
	});

	it('changes only what was changed, as it is spelled there', () => {
		const entry = {
			transport: 'http',
			httpUrl: 'https://a.com',
			'x-mine': [1],
			request_timeout: 9000,
			timeout: 5,
		};
		const form = typed(typed(open(entry), 'url', 'https://b.com'), 'requestTimeout', '20');
		expect(JSON.stringify(draftOf(form).entry)).toBe(
			JSON.stringify({
				transport: 'http',
				httpUrl: 'https://b.com',
				'x-mine': [1],
				request_timeout: 20,
				timeout: 5,
			}),
		);
	});

	it('takes a command line apart', () => {
		const form = typed(open({}), 'command', `node "my server.js" --dir '/tmp/a b' \${HOME}`);
		expect(draftOf(form).entry).toEqual({
			command: 'node',
			args: ['my server.js', '--dir', '/tmp/a b', '${HOME}'],
		});
		expect(draftOf(typed(open({server: '@a/b'}), 'command', 'npx -y @a/c')).entry).toEqual({
			command: 'npx',
			args: ['-y', '@a/c'],
		});
	});

	it('loses what does not apply any more with another transport, and nothing before', () => {
		const entry = {command: 'node', args: ['x'], env: {A: '1'}, timeout: 5, 'x-mine': 1};
		const remote = typed(chosen(open(entry), 'transport', 'sse'), 'url', 'https://a.com/sse');
		expect(draftOf(remote).entry).toEqual({timeout: 5, 'x-mine': 1, url: 'https://a.com/sse', type: 'sse'});
		expect(fieldsShown(remote)).not.toContain('command');
		expect(draftOf(chosen(remote, 'transport', 'stdio')).entry).toEqual(entry);
	});

	it('follows the kind of its URL', () => {
		const form = typed(open({url: 'https://a.com'}), 'url', 'wss://a.com');
		expect(form.entries.get('transport')?.picked).toEqual(['ws']);
		expect(draftOf(form).entry).toEqual({url: 'wss://a.com'});
		expect(draftOf(typed(open({type: 'http', url: 'https://a.com'}), 'url', 'ws://a.com')).entry).toEqual({
			type: 'ws',
			url: 'ws://a.com',
		});
	});

	it('keeps a secret that nobody types over, and never has it in its field', () => {
		const entry = {url: 'https://a.com', auth: {type: 'bearer', token: '${keychain:one/token}', more: 1}};
		const form = open(entry);
		expect(form.entries.get('token')?.text.text).toBe('');
		const over = typed(form, 'token', 'new');
		expect(draftOf(over).entry).toEqual({
			url: 'https://a.com',
			auth: {type: 'bearer', token: 'new', more: 1},
		});
		expect(draftOf(typed(over, 'token', '')).entry).toEqual(entry);
		const plain = open({command: 'x', env: {API_KEY: 'sk-plain-in-the-file'}});
		expect(plain.entries.get('env:API_KEY')?.text.text).toBe('');
	});

	it.each([
		['bearer', {token: 'a'}, {type: 'bearer', token: 'a'}],
		['api-key', {key: 'a', header: 'X-Mine'}, {type: 'api-key', key: 'a', header: 'X-Mine'}],
		['api-key', {key: 'a'}, {type: 'api-key', key: 'a'}],
		['basic', {username: 'ada', password: 'b'}, {type: 'basic', username: 'ada', password: 'b'}],
		['oauth', {clientId: 'me', scopes: 'a b'}, {type: 'oauth', clientId: 'me', scopes: 'a b'}],
	] as const)('signs in with %s', (kind, fields, auth) => {
		const form = Object.entries(fields).reduce(
			(each, [id, text]) => typed(each, id, text),
			chosen(open({url: 'https://a.com', auth: 'Bearer old'}), 'auth', kind),
		);
		expect(draftOf(form).entry).toEqual({url: 'https://a.com', auth});
		expect(draftOf(chosen(form, 'auth', 'none')).entry).toEqual({url: 'https://a.com'});
	});

	it('adds, changes and removes variables and headers', () => {
		const form = {...open({command: 'x', env: {A: '1', B: '2'}}), focus: 'env:A'};
		const added = addPair(typed(form, 'env+', 'export TOKEN="a b"'), 'env');
		if (added === undefined) throw new Error('it is a variable');
		expect(added.entries.get('env:TOKEN')?.field.isSecret).toBe(true);
		expect(draftOf(added).entry.env).toEqual({A: '1', B: '2', TOKEN: 'a b'});
		const removed = removePair({...added, focus: 'env:A'});
		if (removed === undefined) throw new Error('it is a variable');
		expect(removed.focus).toBe('env:B');
		expect(draftOf(typed(removed, 'env:B', '3')).entry.env).toEqual({B: '3', TOKEN: 'a b'});
		expect(addPair(typed(form, 'env+', 'no value'), 'env')).toBeUndefined();
		const remote = addPair(typed(open({url: 'https://a.com'}), 'headers+', 'X-Team: a:b'), 'headers');
		expect(remote && draftOf(remote).entry.headers).toEqual({'X-Team': 'a:b'});
	});

	it('is enabled and disabled in the way that it has', () => {
		expect(draftOf(chosen(open({command: 'x'}), 'enabled', false)).entry).toEqual({
			command: 'x',
			disabled: true,
		});
		expect(draftOf(chosen(open({command: 'x', disabled: true}), 'enabled', true)).entry).toEqual({
			command: 'x',
		});
		expect(draftOf(chosen(open({command: 'x', enabled: false}), 'enabled', true)).entry).toEqual({
			command: 'x',
			enabled: true,
		});
	});
});

import type {FormField} from '../../domain/form-field.ts';
import {looksSecret} from '../../support/mask-secrets.ts';
import {soundsSecret} from '../../support/secret-names.ts';
import {authKinds} from './entry-auth.ts';
import {transports} from './entry-parts.ts';

type Told = Pick<FormField, 'title' | 'description'> & Partial<FormField>;

const text = (name: string, told: Told): FormField => ({
	name,
	isRequired: false,
	kind: {type: 'text'},
	...told,
});

const choice = (name: string, choices: readonly (readonly [string, string])[], told: Told): FormField => ({
	name,
	isRequired: false,
	kind: {type: 'choice', choices: choices.map(([value, label]) => ({value, label}))},
	...(choices[0] === undefined ? {} : {default: choices[0][0]}),
	...told,
});

const seconds = (name: string, assumed: number, told: Told): FormField => ({
	name,
	isRequired: false,
	kind: {type: 'number', isInteger: false, minimum: 1, maximum: 300},
	assumed,
	...told,
});

const about: Readonly<Record<(typeof transports)[number], string>> = {
	stdio: 'stdio: a program on this machine',
	http: 'http: a URL (Streamable HTTP, or SSE where the server is old)',
	sse: 'sse: a URL of the oldest kind',
	ws: 'ws: a WebSocket',
};

const ways: Readonly<Record<(typeof authKinds)[number], string>> = {
	none: 'none, or whatever the server asks for',
	bearer: 'bearer: a token',
	'api-key': 'api-key: a key in a header',
	basic: 'basic: a name and a password',
	oauth: 'oauth: sign in with the browser',
};

/** Every field that does not come and go with what is in the entry. */
export const serverFields = {
	paste: text('paste', {
		title: 'paste or type',
		description: 'A command line, a URL, or what a README shows as JSON fills in all the rest.',
	}),
	name: text('name', {
		title: 'name',
		description: 'What you call it. Its tools are named after it.',
		isRequired: true,
	}),
	description: text('description', {title: 'description', description: 'For yourself.'}),
	transport: choice(
		'transport',
		transports.map(name => [name, about[name]]),
		{title: 'transport', description: 'How it is reached.'},
	),
	command: text('command', {
		title: 'command',
		description: 'The program with its arguments, as in a shell.',
		isRequired: true,
	}),
	url: text('url', {
		title: 'url',
		description: 'Its whole address, such as https://example.com/mcp',
		isRequired: true,
	}),
	auth: choice(
		'auth',
		authKinds.map(name => [name, ways[name]]),
		{title: 'authentication', description: 'How you prove who you are.'},
	),
	token: text('token', {title: 'token', description: '', isRequired: true, isSecret: true}),
	key: text('key', {title: 'key', description: '', isRequired: true, isSecret: true}),
	header: text('header', {
		title: 'in the header',
		description: 'The name of the header.',
		assumed: 'X-API-Key',
	}),
	username: text('username', {title: 'user name', description: '', isRequired: true}),
	password: text('password', {title: 'password', description: '', isRequired: true, isSecret: true}),
	clientId: text('clientId', {
		title: 'client id',
		description: 'Only where the server knows this program under an id already.',
	}),
	clientSecret: text('clientSecret', {title: 'client secret', description: '', isSecret: true}),
	scopes: text('scopes', {title: 'scopes', description: 'With spaces between.'}),
	'env+': text('env+', {
		title: '+ variable',
		description: 'NAME=value. Values that look like secrets are hidden, and kept in the keychain.',
	}),
	'headers+': text('headers+', {
		title: '+ header',
		description: 'Name: value. Values that look like secrets are hidden, and kept in the keychain.',
	}),
	cwd: text('cwd', {title: 'working folder', description: 'Where the program runs.'}),
	timeout: seconds('timeout', 30, {
		title: 'connect within',
		description: 'Seconds to start and to shake hands.',
	}),
	requestTimeout: seconds('requestTimeout', 60, {
		title: 'answer within',
		description: 'Seconds for one request; progress starts them again.',
	}),
	retryAttempts: {
		name: 'retryAttempts',
		title: 'retries',
		description: 'How often a failed start or a lost connection is tried again.',
		isRequired: false,
		kind: {type: 'number', isInteger: true, minimum: 0, maximum: 5},
		assumed: 3,
	},
	allowInsecure: {
		name: 'allowInsecure',
		title: 'allow insecure',
		description: 'Plain http or ws to another machine: everybody on the way can read and change it.',
		isRequired: false,
		kind: {type: 'boolean'},
		default: false,
	},
	enabled: {
		name: 'enabled',
		title: 'enabled',
		description: 'Whether it is used.',
		isRequired: false,
		kind: {type: 'boolean'},
		default: true,
	},
	scope: choice(
		'scope',
		[
			['user', 'you: in your own configuration, everywhere'],
			['project', 'project: in .mcp.json of this folder, for everybody who works on it'],
		],
		{title: 'for', description: 'Whose configuration it is in.'},
	),
} as const satisfies Readonly<Record<string, FormField>>;

/** A variable or a header by its name; what it says may be seen only where neither speaks against it. */
export const pairField = (section: 'env' | 'headers', name: string, value: unknown): FormField => {
	const isSecret = soundsSecret(name) || (typeof value === 'string' && looksSecret(value));
	return text(`${section}:${name}`, {
		title: section === 'env' ? `$${name}` : `${name}:`,
		description: section === 'env' ? 'A variable of its environment.' : 'A header of every request.',
		...(isSecret ? {isSecret} : {}),
	});
};

/** Which of the servers in what was pasted. */
export const whichField = (names: readonly string[]): FormField =>
	choice(
		'which',
		names.map((name, index) => [String(index), name]),
		{
			title: 'which of them',
			description: `What you gave names ${names.length} servers. One is added at a time.`,
		},
	);

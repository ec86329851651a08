import type {ServerConfig} from '../../domain/server.ts';
import {looksSecret} from '../../support/mask-secrets.ts';
import {soundsSecret} from '../../support/secret-names.ts';

/** `Bearer `, which is no secret. */
const scheme = /^\s*(?:bearer|basic|token)\s+/i;

export const withoutScheme = (value: string): string => value.replace(scheme, '');

/** `TOKEN_LIMIT=4000`, `KEY_FILE=/etc/key.pem`, `AUTH_URL=https://...`: names that only sound so. */
export const isSetting = (value: string): boolean =>
	/^(\d{1,6}|true|false|yes|no|on|off|none|required|optional|default)?$/i.test(value) ||
	/^([a-z][a-z0-9+.-]*:\/\/|\.{0,2}\/|~\/)/i.test(value);

const inNamedValues = (values: Readonly<Record<string, string>>): readonly string[] =>
	Object.entries(values).flatMap(([name, value]) => {
		const text = withoutScheme(value);
		return looksSecret(text) || (soundsSecret(name) && !isSetting(text)) ? [text] : [];
	});

export const decodePercents = (text: string): string => {
	try {
		return decodeURIComponent(text);
	} catch {
		// A percent sign that stands for itself.
		return text;
	}
};

const inAddress = (address: string): readonly string[] => {
	if (!URL.canParse(address)) {
		return [];
	}
	const {password, pathname, searchParams} = new URL(address);
	const parameters = inNamedValues(Object.fromEntries(searchParams));
	const segments = pathname.split('/').filter(looksSecret);
	return [...(password === '' ? [] : [decodePercents(password)]), ...segments, ...parameters];
};

/** The argument, or what follows its `=`. */
const inArguments = (args: readonly string[]): readonly string[] =>
	args.flatMap((argument, index) => {
		const before = args[index - 1] ?? '';
		const [, name = '', value = argument] = /^([^=\s:/]+)=(.+)$/s.exec(argument) ?? [];
		const option = name === '' && /^--?[^=\s]+$/.test(before) && !argument.startsWith('-') ? before : name;
		return [...inNamedValues({[option]: value}), ...inAddress(argument)];
	});

/** What is secret about a server and is no `Secret` in its settings: variables, headers, parts of its address. */
export const secretsOfServer = (config: ServerConfig): readonly string[] => {
	switch (config.type) {
		case 'stdio':
			return [...inNamedValues(config.env), ...inArguments(config.args)];
		case 'http':
		case 'sse':
		case 'ws':
			return [...inNamedValues(config.headers), ...inAddress(config.url)];
		case 'in-memory':
			return [];
	}
};

const keyVariable = /(^|_)(api_?key|access_?key|key|token|secret|password|passwd|passphrase)$/i;
/** Shorter ones are ordinary words more often than keys. */
const shortestKey = 8;

/** The keys in the user's environment: whoever starts programs hands them on, and they come back in what those say. */
export const secretsOfEnvironment = (
	environment: Readonly<Record<string, string | undefined>>,
): readonly string[] =>
	Object.entries(environment).flatMap(([name, value = '']) => {
		const text = value.trim();
		return keyVariable.test(name) && text.length >= shortestKey && !isSetting(text) ? [text] : [];
	});

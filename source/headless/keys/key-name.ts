import type {Failure} from '../../domain/failure.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import type {KeyProvider} from './key-run.ts';

export type KeyKind = 'provider-key' | 'secret' | 'input' | 'server-token';

/** A secret as people name it, and where it is. */
export type KeyName = {
	/** `anthropic`, `github/token`, `input:id`; for a server's token the name of the server. */
	readonly name: string;
	readonly account: string;
	readonly kind: KeyKind;
	readonly provider?: KeyProvider;
	/** How a configuration refers to it. */
	readonly reference?: string;
};

const inputPrefix = 'input:';
const tokenAccount = /^mcp-oauth:(.+):[0-9a-f]{16}$/s;

const longestName = 200;

/** Of the account of a secret; undefined for what is none of ours. */
export const keyNameOf = (account: string, providers: readonly KeyProvider[]): KeyName | undefined => {
	const [, server] = tokenAccount.exec(account) ?? [];
	if (server !== undefined) {
		return {name: server, account, kind: 'server-token'};
	}
	if (account.startsWith(inputPrefix)) {
		return {name: account, account, kind: 'input', reference: `\${${account}}`};
	}
	if (!account.startsWith('key:')) {
		return undefined;
	}
	const name = account.slice('key:'.length);
	const provider = providers.find(each => each.name === name);
	const reference = `\${keychain:${name}}`;
	return provider === undefined
		? {name, account, kind: 'secret', reference}
		: {name, account, kind: 'provider-key', provider, reference};
};

const refuse = (message: string): {readonly type: 'refused'; readonly failure: Failure} => ({
	type: 'refused',
	failure: {
		code: 'bad-input',
		message,
		hint: `A name is that of a provider such as anthropic, input:id, or any other without braces: \${keychain:name} then stands for it.`,
	},
});

/** What was typed as a name. */
export const readKeyName = (
	typed: string,
	providers: readonly KeyProvider[],
):
	| {readonly type: 'named'; readonly key: KeyName}
	| {readonly type: 'refused'; readonly failure: Failure} => {
	// People copy it from their configuration.
	const name = typed.trim().replace(/^\$\{(?:keychain:|(?=input:))([^{}]+)\}$/, '$1');
	if (name === '' || name === inputPrefix) {
		return refuse('A secret needs a name.');
	}
	if (/[{}\p{C}]/u.test(name) || name.length > longestName) {
		return refuse(
			name.length > longestName
				? `The name of a secret may have ${longestName} characters, and this one has ${name.length}.`
				: `"${sanitiseLine(name)}" cannot be the name of a secret.`,
		);
	}
	const known = providers.find(each => each.name === name.toLowerCase());
	const account = name.startsWith(inputPrefix) ? name : `key:${known?.name ?? name}`;
	const key = keyNameOf(account, providers);
	return key === undefined ? refuse('A secret needs a name.') : {type: 'named', key};
};

/** The variable of the environment that counts instead. */
export const winningVariable = (
	provider: KeyProvider | undefined,
	environment: Readonly<Record<string, string | undefined>>,
): string | undefined => provider?.keyVariables.find(name => (environment[name] ?? '').trim() !== '');

/** At the beginning or in the middle of a sentence. */
export const describeKey = ({kind, name, provider}: KeyName): string => {
	switch (kind) {
		case 'provider-key':
			return `the key for ${provider?.title ?? name}`;
		case 'input':
			return `the input "${sanitiseLine(name.slice(inputPrefix.length))}"`;
		case 'server-token':
			return `the token of server "${sanitiseLine(name)}"`;
		case 'secret':
			return `the secret "${sanitiseLine(name)}"`;
	}
};

export const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

import {randomBytes} from 'node:crypto';
import {createSecret, revealSecret, type Secret} from '../../domain/secret.ts';
import type {Credentials} from '../../domain/server-ports.ts';
import {CredentialError} from './credential-error.ts';
import type {KeychainReply, KeychainRequest} from './keychain-child.ts';
import {toCredentialError, toKeychainFailure} from './keychain-failure.ts';
import {accountOf, joinParts, longestSecret, partAccounts, readForm, toPieces} from './secret-parts.ts';
import {untilSettled} from './until-settled.ts';

export type AskKeychain = (request: KeychainRequest) => Promise<KeychainReply>;

const halfPair = /\p{Surrogate}/u;

const checkFit = (name: string, text: string): void => {
	if (text.length <= longestSecret && !halfPair.test(text)) return;
	throw new CredentialError(
		'secret-unfit',
		text.length > longestSecret
			? `The secret "${name}" is too long for the keychain: ${text.length} characters, ${longestSecret} at most.`
			: `The secret "${name}" is not valid text and cannot be kept in the keychain.`,
		'Whoever issued it made a mistake: get a new one.',
	);
};

/** Provider keys, `${keychain:...}` and inputs are set by hand; everything else comes from signing in. */
const damagedHint = (name: string): string => {
	const [, typed] = /^(?:key:)?((?<=key:).+|input:.+)$/s.exec(name) ?? [];
	return typed === undefined ? 'Sign in again: that replaces it.' : `Set it again: mcp-tui keys set ${typed}`;
};

/** Secrets in the keychain that `ask` talks to, whatever their length. Each operation is done before the next. */
export const createKeychainCredentials = (ask: AskKeychain): Credentials => {
	let last: Promise<unknown> = Promise.resolve();

	const inTurn = <Value>(run: () => Promise<Value>, signal: AbortSignal): Promise<Value> => {
		const turn = last.then(() => {
			signal.throwIfAborted();
			return run();
		});
		// Whoever asked hears of a failure; the next in the queue has its own.
		last = turn.catch(() => undefined);
		// Nobody waits after an abort, but what was begun is finished, so that no half secret is left.
		return untilSettled(turn, signal);
	};

	const request = async (what: string, asked: KeychainRequest): Promise<string | undefined> => {
		const reply = await ask(asked);
		if (reply.type === 'done') return reply.text;
		throw toCredentialError(what, toKeychainFailure(reply));
	};

	const accountsBehind = (account: string, stored: string | undefined): readonly string[] => {
		const form = stored === undefined ? undefined : readForm(stored);
		return form?.type === 'parts' ? partAccounts(account, form.head) : [];
	};

	const removeAll = async (what: string, accounts: readonly string[]): Promise<void> => {
		for (const account of accounts) await request(what, {action: 'delete', account});
	};

	/** Undefined is nothing there; null is something that cannot be put together. */
	const read = async (what: string, account: string): Promise<string | null | undefined> => {
		const stored = await request(what, {action: 'get', account});
		if (stored === undefined) return undefined;
		const form = readForm(stored);
		if (form.type !== 'parts') return form.type === 'whole' ? form.text : null;
		const parts: (string | undefined)[] = [];
		for (const part of partAccounts(account, form.head)) {
			parts.push(await request(what, {action: 'get', account: part}));
		}
		return joinParts(form.head, parts) ?? null;
	};

	const get = async (name: string): Promise<Secret | undefined> => {
		const what = `The secret "${name}" could not be read from the keychain`;
		const account = accountOf(name);
		const seen = await read(what, account);
		// Another process may be replacing it between the head and its parts: a second look finds the new one.
		const text = seen === null ? await read(what, account) : seen;
		if (text === null) {
			throw new CredentialError(
				'secret-damaged',
				`The secret "${name}" in the keychain is damaged.`,
				damagedHint(name),
			);
		}
		return text === undefined ? undefined : createSecret(text);
	};

	const set = async (name: string, text: string): Promise<void> => {
		const what = `The secret "${name}" could not be kept in the keychain`;
		const account = accountOf(name);
		const before = accountsBehind(account, await request(what, {action: 'get', account}));
		const generation = randomBytes(8).toString('hex');
		const {head, parts} = toPieces(text, generation);
		const fresh = partAccounts(account, {generation, count: parts.length});
		try {
			for (const [index, part] of parts.entries()) {
				await request(what, {action: 'set', account: fresh[index] ?? account, text: part});
			}
			// From here on the new secret is the one that is found.
			await request(what, {action: 'set', account, text: head});
		} catch (error) {
			// The first failure is the news; a keychain that fails at this too keeps parts that nobody reads.
			await removeAll(what, fresh).catch(() => undefined);
			throw error;
		}
		await removeAll(what, before);
	};

	const remove = async (name: string): Promise<void> => {
		const what = `The secret "${name}" could not be deleted from the keychain`;
		const account = accountOf(name);
		const behind = accountsBehind(account, await request(what, {action: 'get', account}));
		await removeAll(what, [account, ...behind]);
	};

	return {
		place: 'the keychain',
		get: (name, signal) => inTurn(() => get(name), signal),
		set: (name, secret, signal) =>
			inTurn(async () => {
				const text = revealSecret(secret);
				checkFit(name, text);
				await set(name, text);
			}, signal),
		delete: (name, signal) => inTurn(() => remove(name), signal),
	};
};

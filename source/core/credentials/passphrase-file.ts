import {mkdir, open} from 'node:fs/promises';
import {dirname} from 'node:path';
import {z} from 'zod';
import {describeError} from '../../domain/failure.ts';
import {createSecret, revealSecret, type Secret} from '../../domain/secret.ts';
import type {Credentials} from '../../domain/server-ports.ts';
import {withFileLock} from '../../support/file-lock.ts';
import {limitedSignal} from '../../support/limited-signal.ts';
import {replaceFile} from '../../support/replace-file.ts';
import {CredentialError} from './credential-error.ts';
import {findPassphrase, newPassphrase, type PassphraseDeps} from './passphrase.ts';
import {deriveKey, newKdf, readSealed, type Sealed, type SealKey, seal, unseal} from './sealed-text.ts';
import {untilSettled} from './until-settled.ts';

export type PassphraseFile = Credentials & {
	/** Why the file cannot be used, found out without its passphrase. */
	readonly check: () => Promise<CredentialError | undefined>;
	/** Asks for the passphrase now, if the file exists and it is not known yet. */
	readonly unlock: (signal: AbortSignal) => Promise<void>;
};

const longestFile = 16 * 1024 * 1024;
const lockPatience = 10_000;

const contentShape = z.record(z.string(), z.string());

type Content = Readonly<Record<string, string>>;
type Opened = {readonly key: SealKey; readonly content: Content};

const damaged = (file: string): CredentialError =>
	new CredentialError(
		'file-damaged',
		`The file of secrets ${file} is damaged.`,
		'It was left as it is. Bring back a copy, or move it away and set the secrets again: mcp-tui keys set <name>',
	);

const refused = (file: string, error: unknown): CredentialError =>
	error instanceof CredentialError
		? error
		: new CredentialError(
				'file-refused',
				`The file of secrets ${file} cannot be used: ${describeError(error)}.`,
				'Check that the file and its folder belong to you and that the disk has space.',
			);

/** Undefined when there is none. */
const readText = async (file: string): Promise<string | undefined> => {
	let handle: Awaited<ReturnType<typeof open>>;
	try {
		handle = await open(file, 'r');
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
		throw error;
	}
	try {
		const {size} = await handle.stat();
		return size > longestFile ? '' : await handle.readFile('utf8');
	} finally {
		await handle.close();
	}
};

const readFile = async (file: string): Promise<Sealed | undefined> => {
	const text = await readText(file);
	if (text === undefined) return undefined;
	const sealed = readSealed(text);
	if (sealed === undefined) throw damaged(file);
	return sealed;
};

const readContent = (file: string, text: string): Content => {
	try {
		return contentShape.parse(JSON.parse(text));
	} catch {
		// Encrypted with the right key, and still nothing that we wrote.
		throw damaged(file);
	}
};

/** Secrets in a file that only a passphrase opens. It is asked for when it is first needed, and kept in memory. */
export const createPassphraseFile = (deps: PassphraseDeps): PassphraseFile => {
	const {file} = deps;
	let passphrase: Secret | undefined;
	let lastKey: SealKey | undefined;
	let last: Promise<unknown> = Promise.resolve();

	const keyFor = async (typed: string, kdf: Sealed['kdf']): Promise<SealKey> => {
		const isSame = lastKey?.kdf.salt === kdf.salt && lastKey.kdf.N === kdf.N;
		// The passphrase that made the last key is the only one that gets here twice.
		return isSame && lastKey !== undefined && passphrase !== undefined ? lastKey : deriveKey(typed, kdf);
	};

	const openSealed = async (sealed: Sealed, signal: AbortSignal): Promise<Opened> => {
		const attempt = async (typed: string): Promise<Opened | undefined> => {
			const key = await keyFor(typed, sealed.kdf);
			const text = unseal(sealed, key);
			return text === undefined ? undefined : {key, content: readContent(file, text)};
		};
		const known = passphrase === undefined ? undefined : await attempt(revealSecret(passphrase));
		if (known !== undefined) {
			lastKey = known.key;
			return known;
		}
		// Never known, or changed by another process.
		passphrase = undefined;
		const found = await findPassphrase(deps, attempt, signal);
		passphrase = found.passphrase;
		lastKey = found.result.key;
		return found.result;
	};

	const load = async (signal: AbortSignal): Promise<Opened | undefined> => {
		const sealed = await readFile(file);
		return sealed === undefined ? undefined : openSealed(sealed, signal);
	};

	const create = async (signal: AbortSignal): Promise<Opened> => {
		passphrase ??= await newPassphrase(deps, signal);
		lastKey = await deriveKey(revealSecret(passphrase), newKdf());
		return {key: lastKey, content: {}};
	};

	/** A person may take long to type: whoever holds the lock meanwhile keeps nobody else from it. */
	const prepare = async (signal: AbortSignal): Promise<void> => {
		await mkdir(dirname(file), {recursive: true, mode: 0o700});
		if ((await load(signal)) === undefined) await create(signal);
	};

	const change = async (edit: (content: Content) => Content, signal: AbortSignal): Promise<void> => {
		await prepare(signal);
		const write = async (): Promise<void> => {
			const {key, content} = (await load(signal)) ?? (await create(signal));
			const next = edit(content);
			if (next !== content) await replaceFile(file, seal(JSON.stringify(next), key), 0o600);
		};
		const locked = await withFileLock(file, write, limitedSignal(signal, lockPatience));
		if (locked.type === 'held') {
			signal.throwIfAborted();
			throw new CredentialError(
				'file-refused',
				`The file of secrets ${file} is being changed by another program (process ${locked.pid}).`,
				`Try again. If nothing is running, delete ${locked.lockFile}.`,
			);
		}
	};

	/** One after the other, so that the passphrase is asked for once. */
	const inTurn = <Value>(run: () => Promise<Value>, signal: AbortSignal): Promise<Value> => {
		const turn = last.then(async () => {
			signal.throwIfAborted();
			try {
				return await run();
			} catch (error) {
				signal.throwIfAborted();
				throw refused(file, error);
			}
		});
		// Whoever asked hears of a failure; the next in the queue has its own.
		last = turn.catch(() => undefined);
		return untilSettled(turn, signal);
	};

	return {
		place: `the encrypted file ${file}`,
		check: async () => {
			try {
				await readFile(file);
				return undefined;
			} catch (error) {
				return refused(file, error);
			}
		},
		unlock: signal =>
			inTurn(async () => {
				await load(signal);
			}, signal),
		get: (name, signal) =>
			inTurn(async () => {
				const content = (await load(signal))?.content;
				const text = content !== undefined && Object.hasOwn(content, name) ? content[name] : undefined;
				return text === undefined ? undefined : createSecret(text);
			}, signal),
		set: (name, secret, signal) =>
			inTurn(() => change(content => ({...content, [name]: revealSecret(secret)}), signal), signal),
		delete: (name, signal) =>
			inTurn(async () => {
				const opened = await load(signal);
				if (opened === undefined || !Object.hasOwn(opened.content, name)) return;
				await change(content => {
					const {[name]: _, ...rest} = content;
					return rest;
				}, signal);
			}, signal),
	};
};

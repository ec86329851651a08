import {existsSync, readdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {openCredentials} from '../../../source/core/credentials/open-credentials.ts';
import type {PassphraseQuestion} from '../../../source/core/credentials/passphrase.ts';
import {createPassphraseFile} from '../../../source/core/credentials/passphrase-file.ts';
import {createSecret, revealSecret} from '../../../source/domain/secret.ts';
import type {Credentials} from '../../../source/domain/server-ports.ts';
import {createTemporaryFolder} from '../../helpers/temporary-folder.ts';

const {signal} = new AbortController();
const canary = 'canary-2b77d1';
const phrase = 'correct horse battery staple';

const read = async (credentials: Credentials, name: string): Promise<string | undefined> => {
	const secret = await credentials.get(name, signal);
	return secret === undefined ? undefined : revealSecret(secret);
};

const setUp = () => {
	const folder = createTemporaryFolder();
	const file = join(folder, 'data', 'secrets.enc');
	/** A program of its own, in which the given answers are typed. */
	const start = (...answers: readonly (string | undefined)[]) => {
		const asked: PassphraseQuestion[] = [];
		const store = createPassphraseFile({
			file,
			environment: {},
			askPassphrase: async question => {
				asked.push(question);
				return answers[asked.length - 1];
			},
		});
		return {...store, asked};
	};
	const withVariable = (passphrase: string) =>
		createPassphraseFile({file, environment: {MCP_TUI_PASSPHRASE: passphrase}});
	const setOne = () => withVariable(phrase).set('key:one', createSecret(canary), signal);
	return {folder, file, start, withVariable, setOne};
};

describe('the file that a passphrase opens', () => {
	it('keeps secrets for another program that has the passphrase', async () => {
		const {file, start} = setUp();
		const first = start(phrase, phrase);
		await first.set('key:one', createSecret(canary), signal);
		await first.set('key:two', createSecret(`${canary}\nü€😀`), signal);
		expect(first.asked.map(({purpose}) => purpose)).toEqual(['create', 'repeat']);
		const second = start(phrase);
		expect(await read(second, 'key:one')).toBe(canary);
		expect(await read(second, 'key:two')).toBe(`${canary}\nü€😀`);
		expect(await read(second, 'key:three')).toBeUndefined();
		expect(second.asked).toEqual([{purpose: 'open', file, isAgain: false}]);
	});

	it('holds neither a secret nor its name nor the passphrase in plain text, and is only for its owner', async () => {
		const {file, setOne} = setUp();
		await setOne();
		const text = readFileSync(file, 'utf8');
		for (const hidden of [canary, 'key:one', phrase, Buffer.from(canary).toString('base64').slice(0, 12)]) {
			expect(text).not.toContain(hidden);
		}
		expect(statSync(file).mode & 0o777).toBe(0o600);
		expect(JSON.parse(text).kdf.N).toBeGreaterThanOrEqual(2 ** 15);
		expect(readdirSync(join(file, '..'))).toEqual(['secrets.enc']);
	});

	it('is encrypted anew with each change', async () => {
		const {file, setOne} = setUp();
		await setOne();
		const before = JSON.parse(readFileSync(file, 'utf8'));
		await setOne();
		const after = JSON.parse(readFileSync(file, 'utf8'));
		expect(after.iv).not.toBe(before.iv);
		expect(after.data).not.toBe(before.data);
	});

	it('says when the passphrase of the variable is wrong, and changes nothing', async () => {
		const {file, withVariable, setOne} = setUp();
		await setOne();
		const before = readFileSync(file, 'utf8');
		const wrong = withVariable('another');
		const failure = {
			code: 'passphrase-wrong',
			message: `The passphrase in MCP_TUI_PASSPHRASE is not that of ${file}.`,
			hint: expect.stringContaining('Nothing was changed'),
		};
		await expect(wrong.get('key:one', signal)).rejects.toMatchObject(failure);
		await expect(wrong.set('key:two', createSecret('x'), signal)).rejects.toMatchObject(failure);
		await expect(wrong.delete('key:one', signal)).rejects.toMatchObject(failure);
		expect(readFileSync(file, 'utf8')).toBe(before);
	});

	it('lets a person try again, and gives up after three', async () => {
		const {start, setOne} = setUp();
		await setOne();
		const slow = start('wrong', 'also wrong', phrase);
		expect(await read(slow, 'key:one')).toBe(canary);
		expect(slow.asked.map(({isAgain}) => isAgain)).toEqual([false, true, true]);
		const hopeless = start('a', 'b', 'c', phrase);
		await expect(hopeless.get('key:one', signal)).rejects.toMatchObject({code: 'passphrase-wrong'});
		expect(hopeless.asked).toHaveLength(3);
	});

	it('asks once for many', async () => {
		const {start, setOne} = setUp();
		await setOne();
		const store = start(phrase);
		await Promise.all(Array.from({length: 5}, () => store.get('key:one', signal)));
		expect(store.asked).toHaveLength(1);
	});

	it('asks nothing while there is no file and nothing to keep', async () => {
		const {start, file} = setUp();
		const store = start();
		expect(await read(store, 'key:one')).toBeUndefined();
		await store.delete('key:one', signal);
		await store.unlock(signal);
		expect(store.asked).toEqual([]);
		expect(existsSync(file)).toBe(false);
	});

	it('is not made with a passphrase that was typed in two ways', async () => {
		const {start, file} = setUp();
		const store = start('one', 'two', 'three', 'four', 'five', 'six');
		await expect(store.set('a', createSecret(canary), signal)).rejects.toMatchObject({
			code: 'passphrase-wrong',
		});
		expect(existsSync(file)).toBe(false);
		await start('one', 'two', phrase, phrase).set('a', createSecret(canary), signal);
		expect(await read(start(phrase), 'a')).toBe(canary);
	});

	it('says that nobody gave a passphrase', async () => {
		const {file, setOne, start} = setUp();
		await setOne();
		const alone = createPassphraseFile({file, environment: {}});
		const missing = {code: 'passphrase-missing', hint: expect.stringContaining('MCP_TUI_PASSPHRASE')};
		await expect(alone.get('key:one', signal)).rejects.toMatchObject(missing);
		await expect(start(undefined).get('key:one', signal)).rejects.toMatchObject(missing);
		await expect(start('').get('key:one', signal)).rejects.toMatchObject(missing);
	});

	it.each([
		['is empty', () => ''],
		['is cut', (text: string) => text.slice(0, -40)],
		['is another file', () => '{"key:one": "x"}'],
		[
			'has a changed byte',
			(text: string) => text.replace(/"data": "(.)/, (_, c) => `"data": "${c === 'A' ? 'B' : 'A'}`),
		],
		[
			'has another salt',
			(text: string) => text.replace(/"salt": "(.)/, (_, c) => `"salt": "${c === 'A' ? 'B' : 'A'}`),
		],
		['asks for all memory', (text: string) => text.replace(/"N": \d+/, '"N": 1073741824')],
	])('that %s is told and kept as it is', async (_, damage) => {
		const {file, withVariable, setOne} = setUp();
		await setOne();
		const broken = damage(readFileSync(file, 'utf8'));
		writeFileSync(file, broken);
		const failure = {code: 'file-damaged', message: `The file of secrets ${file} is damaged.`};
		await expect(withVariable(phrase).get('key:one', signal)).rejects.toMatchObject(failure);
		await expect(withVariable(phrase).set('x', createSecret('y'), signal)).rejects.toMatchObject(failure);
		expect(readFileSync(file, 'utf8')).toBe(broken);
	});

	it('keeps what two programs write at the same time', async () => {
		const {withVariable, setOne} = setUp();
		await setOne();
		const names = Array.from({length: 6}, (_, index) => `key:${index}`);
		await Promise.all(names.map(name => withVariable(phrase).set(name, createSecret(name), signal)));
		const found = await Promise.all(names.map(name => read(withVariable(phrase), name)));
		expect(found).toEqual(names);
	});

	it('forgets what is deleted', async () => {
		const {withVariable, setOne} = setUp();
		await setOne();
		await withVariable(phrase).delete('key:one', signal);
		await withVariable(phrase).delete('never kept', signal);
		expect(await read(withVariable(phrase), 'key:one')).toBeUndefined();
	});

	it('says what the system refuses', async () => {
		const folder = createTemporaryFolder();
		const file = join(folder, 'not-a-folder', 'secrets.enc');
		writeFileSync(join(folder, 'not-a-folder'), '');
		const store = createPassphraseFile({file, environment: {MCP_TUI_PASSPHRASE: phrase}});
		await expect(store.set('a', createSecret(canary), signal)).rejects.toMatchObject({
			code: 'file-refused',
			message: expect.stringContaining(file),
		});
	});

	it('is not waited for after an abort', async () => {
		const {file, setOne} = setUp();
		await setOne();
		const controller = new AbortController();
		const store = createPassphraseFile({file, environment: {}, askPassphrase: () => new Promise(() => {})});
		const waiting = store.get('key:one', controller.signal);
		controller.abort();
		await expect(waiting).rejects.toThrow(expect.objectContaining({name: 'AbortError'}));
	});
});

describe('credentials of which the user says that they are in a file', () => {
	const open = (file: string, environment: Record<string, string> = {}) =>
		openCredentials({environment, store: 'passphrase-file', file, findModule: () => undefined});

	it('are there, whether there is a keychain or not', async () => {
		const {file} = setUp();
		const credentials = await open(file, {MCP_TUI_PASSPHRASE: phrase});
		expect(credentials).toMatchObject({kind: 'passphrase-file', place: `the encrypted file ${file}`});
		expect(credentials.problem).toBeUndefined();
		await credentials.set('a', createSecret(canary), signal);
		expect(await read(await open(file, {MCP_TUI_PASSPHRASE: phrase}), 'a')).toBe(canary);
	});

	it('are in memory with the reason when the file is damaged', async () => {
		const {file, setOne} = setUp();
		await setOne();
		writeFileSync(file, 'damaged');
		expect(await open(file)).toMatchObject({
			kind: 'memory',
			problem: `the file of secrets ${file} is damaged`,
			hint: expect.stringContaining('mcp-tui keys set'),
		});
		expect(readFileSync(file, 'utf8')).toBe('damaged');
	});
});

import {describe, expect, it} from 'vitest';
import {createLazyCredentials} from '../../../source/core/credentials/lazy-credentials.ts';
import {type OpenedCredentials, openCredentials} from '../../../source/core/credentials/open-credentials.ts';
import {createSecret, revealSecret} from '../../../source/domain/secret.ts';

const {signal} = new AbortController();
const openWithoutModule = () => openCredentials({environment: {}, findModule: () => undefined});

describe('credentials without the native module', () => {
	it('are kept in memory, and say why and what to do', async () => {
		const credentials = await openWithoutModule();
		expect(credentials).toMatchObject({
			kind: 'memory',
			place: 'memory until the program ends',
			problem: 'the native module @napi-rs/keyring is not installed',
			hint: expect.stringContaining('Install mcp-tui again'),
		});
		await credentials.set('server', createSecret('kept'), signal);
		const found = await credentials.get('server', signal);
		expect(found && revealSecret(found)).toBe('kept');
		await credentials.delete('server', signal);
		expect(await credentials.get('server', signal)).toBeUndefined();
	});
});

describe('credentials of which nobody can tell where they are', () => {
	it('are looked for nowhere, and the place that is wrong is named', async () => {
		let isLooked = false;
		const credentials = await openCredentials({
			environment: {},
			storeProblem: 'config.json:3:2  secretStore: expected one of keychain, passphrase-file',
			store: 'passphrase-file',
			file: '/nonexistent/secrets.enc',
			findModule: () => {
				isLooked = true;
				return undefined;
			},
		});
		expect(credentials).toMatchObject({
			kind: 'memory',
			problem: expect.stringContaining('config.json:3:2  '),
		});
		expect(isLooked).toBe(false);
	});
});

describe('lazy credentials', () => {
	const create = () => {
		const opened: OpenedCredentials[] = [];
		const credentials = createLazyCredentials(async () => {
			const one = await openWithoutModule();
			opened.push(one);
			return one;
		});
		return {credentials, opened};
	};

	it('are opened by their first use and only once', async () => {
		const {credentials, opened} = create();
		expect(opened).toHaveLength(0);
		await Promise.all([
			credentials.get('a', signal),
			credentials.set('b', createSecret('x'), signal),
			credentials.delete('c', signal),
		]);
		expect(opened).toHaveLength(1);
		expect(await credentials.open(signal)).toBe(opened[0]);
	});

	it('know their place from then on', async () => {
		const {credentials} = create();
		expect(credentials.place).toBe('the keychain, if there is one');
		await credentials.get('a', signal);
		expect(credentials.place).toBe('memory until the program ends');
	});

	it('are not waited for after an abort, and serve the next', async () => {
		let finish = (): void => undefined;
		const gate = new Promise<void>(resolve => {
			finish = resolve;
		});
		const credentials = createLazyCredentials(() => gate.then(openWithoutModule));
		const controller = new AbortController();
		const waiting = credentials.get('a', controller.signal);
		controller.abort();
		await expect(waiting).rejects.toThrow(expect.objectContaining({name: 'AbortError'}));
		finish();
		expect(await credentials.get('a', signal)).toBeUndefined();
	});
});

import {type ChildProcess, spawn} from 'node:child_process';
import {mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {fileURLToPath} from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

export type KeychainReport = {
	readonly kind: string;
	readonly found?: string;
	readonly keepsAlive: readonly string[];
};

/** The host and its libraries, built and installed the way the program is: the native module is a package beside it. */
export const bundleKeychainHost = async (): Promise<{readonly file: string; readonly remove: () => void}> => {
	const {bundle} = (await import(new URL('../../scripts/build/bundle.mjs', import.meta.url).href)) as {
		bundle: (options: {
			entry: string;
			version: string;
		}) => Promise<{code: Buffer; libraries: readonly {name: string; code: Buffer}[]}>;
	};
	const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'mcp-tui-keychain-host-')));
	const file = path.join(folder, 'host.cjs');
	const source = fileURLToPath(new URL('./keychain-host.ts', import.meta.url));
	const {code, libraries} = await bundle({entry: source, version: '0.0.0-test'});
	writeFileSync(file, code);
	for (const library of libraries) {
		writeFileSync(path.join(folder, library.name), library.code);
	}
	mkdirSync(path.join(folder, 'node_modules'));
	symlinkSync(path.join(root, 'node_modules/@napi-rs'), path.join(folder, 'node_modules/@napi-rs'));
	return {file, remove: () => rmSync(folder, {recursive: true, force: true})};
};

export const startKeychainHost = (
	file: string,
	request: {readonly name: string; readonly text?: string},
	environment: Readonly<Record<string, string>>,
): {
	readonly host: ChildProcess;
	readonly started: Promise<void>;
	readonly report: Promise<KeychainReport>;
} => {
	const host = spawn(process.execPath, [file, JSON.stringify(request)], {
		env: environment,
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	let printed = '';
	const started = new Promise<void>(resolve => {
		host.stdout.on('data', text => {
			printed += text;
			resolve();
		});
	});
	const report = new Promise<KeychainReport>((resolve, reject) => {
		host.once('close', () => {
			const last = printed.trim().split('\n').at(-1) ?? '';
			if (last.includes('"done"')) resolve(JSON.parse(last));
			else reject(new Error(`The host said: ${printed}`));
		});
	});
	return {host, started, report};
};

import {type ChildProcess, execFile, spawn} from 'node:child_process';
import {mkdtempSync, readdirSync, readFileSync, realpathSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {promisify} from 'node:util';
import {onTestFinished} from 'vitest';
import {removeFolder} from './remove-folder.ts';
import {waitUntil} from './wait-until.ts';

const run = promisify(execFile);

export type KeychainSession = {
	readonly home: string;
	readonly environment: Readonly<Record<string, string>>;
	/** Unlocks (and first creates) the default keyring, or starts without a password. */
	readonly startKeyring: (password?: string) => Promise<void>;
	readonly endKeyring: () => Promise<void>;
	/** Somebody has the name of the keychain service and never says a word. */
	readonly startHungService: () => Promise<void>;
	readonly suspendBus: () => void;
	readonly resumeBus: () => void;
	/** What the independent `secret-tool` finds. */
	readonly lookUp: (account: string) => Promise<string | undefined>;
	/** Has `secret-tool` delete it. */
	readonly clear: (account: string) => Promise<void>;
	/** The accounts that `secret-tool` knows of this program. */
	readonly accounts: () => Promise<readonly string[]>;
	/** The files below the home that hold the text. */
	readonly filesWith: (text: string) => readonly string[];
};

// Without any folder of services, so that nothing starts by itself.
const busConfig = (folder: string): string => `<!DOCTYPE busconfig PUBLIC
 "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN" "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
	<type>session</type>
	<listen>unix:dir=${folder}</listen>
	<policy context="default"><allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/></policy>
</busconfig>
`;

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

const end = async (child: ChildProcess | undefined): Promise<void> => {
	child?.kill('SIGKILL');
	if (child !== undefined) await waitUntil(() => hasEnded(child));
};

/** A message bus and a home of their own, gone when the test is over. */
export const startKeychainSession = async (): Promise<KeychainSession> => {
	const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'mcp-tui-keychain-')));
	const home = realpathSync(mkdtempSync(path.join(tmpdir(), 'mcp-tui-keychain-home-')));
	const config = path.join(folder, 'bus.conf');
	writeFileSync(config, busConfig(folder));
	const base = {PATH: process.env.PATH ?? '', HOME: home, LANG: 'C.UTF-8'};
	const bus = spawn('dbus-daemon', [`--config-file=${config}`, '--nofork', '--print-address'], {
		env: base,
		stdio: ['ignore', 'pipe', 'ignore'],
	});
	let printed = '';
	bus.stdout.on('data', text => {
		printed += text;
	});
	let service: ChildProcess | undefined;
	onTestFinished(async () => {
		await end(service);
		await end(bus);
		removeFolder(folder);
		removeFolder(home);
	});
	await waitUntil(() => printed.includes('\n'), {describe: () => 'The bus has no address.'});
	const environment = {...base, DBUS_SESSION_BUS_ADDRESS: printed.trim()};

	const call = async (destination: string, object: string, ...call: readonly string[]): Promise<string> => {
		const args = ['--session', '--print-reply', `--dest=${destination}`, object, ...call];
		const {stdout} = await run('dbus-send', args, {env: environment});
		return stdout;
	};

	const waitForService = (): Promise<void> =>
		waitUntil(async () => {
			const bus = 'org.freedesktop.DBus';
			const answer = await call(bus, '/', `${bus}.NameHasOwner`, 'string:org.freedesktop.secrets');
			return answer.includes('boolean true');
		});

	const waitForKeyring = (): Promise<void> =>
		waitUntil(async () => {
			const method = 'org.freedesktop.Secret.Service.ReadAlias';
			const secrets = 'org.freedesktop.secrets';
			const answer = await call(secrets, '/org/freedesktop/secrets', method, 'string:default');
			return /object path "\/\w/.test(answer);
		});

	return {
		home,
		environment,
		startKeyring: async password => {
			const how = password === undefined ? ['--start'] : ['--unlock'];
			const daemon = spawn('gnome-keyring-daemon', ['--foreground', '--components=secrets', ...how], {
				env: environment,
				stdio: ['pipe', 'ignore', 'ignore'],
			});
			service = daemon;
			daemon.stdin.end(password ?? '');
			await waitForService();
			if (password !== undefined) await waitForKeyring();
		},
		endKeyring: () => end(service),
		startHungService: async () => {
			service = spawn('dbus-test-tool', ['black-hole', '--name=org.freedesktop.secrets'], {
				env: environment,
				stdio: 'ignore',
			});
			await waitForService();
		},
		suspendBus: () => bus.kill('SIGSTOP'),
		resumeBus: () => bus.kill('SIGCONT'),
		lookUp: async account => {
			try {
				const args = ['lookup', 'service', 'mcp-tui', 'username', account];
				return (await run('secret-tool', args, {env: environment})).stdout;
			} catch {
				// It fails when it finds nothing.
				return undefined;
			}
		},
		clear: async account => {
			await run('secret-tool', ['clear', 'service', 'mcp-tui', 'username', account], {env: environment});
		},
		accounts: async () => {
			const {stderr, stdout} = await run('secret-tool', ['search', '--all', 'service', 'mcp-tui'], {
				env: environment,
			});
			return [...`${stdout}\n${stderr}`.matchAll(/^attribute\.username = (.*)$/gm)].map(
				([, account]) => account ?? '',
			);
		},
		filesWith: text =>
			readdirSync(home, {recursive: true, withFileTypes: true})
				.filter(entry => entry.isFile())
				.map(entry => path.join(entry.parentPath, entry.name))
				.filter(file => readFileSync(file).includes(text)),
	};
};

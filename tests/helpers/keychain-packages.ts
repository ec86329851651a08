import {execFileSync} from 'node:child_process';
import {accessSync, constants} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';

const programs = ['gnome-keyring-daemon', 'secret-tool', 'dbus-daemon', 'dbus-send', 'dbus-test-tool'];
const packages = ['gnome-keyring', 'libsecret-tools', 'dbus', 'dbus-tests'];
const howTo = `Run them after: apt-get install ${packages.join(' ')}`;

const isInstalled = (program: string): boolean =>
	(process.env.PATH ?? '').split(path.delimiter).some(folder => {
		try {
			accessSync(path.join(folder, program), constants.X_OK);
			return true;
		} catch {
			// Not in this folder.
			return false;
		}
	});

const areInstalled = (): boolean => programs.every(isInstalled);

const apt = (...args: readonly string[]): void => {
	const command = ['apt-get', '-o', 'DPkg::Lock::Timeout=120', ...args];
	// Several files of tests may want the same at the same time, and apt refuses the second.
	const inTurn = isInstalled('flock') ? ['flock', path.join(tmpdir(), 'mcp-tui-apt.lock')] : [];
	const [program = '', ...rest] = [...inTurn, ...command];
	execFileSync(program, rest, {
		env: {...process.env, DEBIAN_FRONTEND: 'noninteractive'},
		stdio: 'ignore',
		timeout: 300_000,
	});
};

const install = (): void => apt('install', '-y', '--no-install-recommends', ...packages);

/** Why it could not be installed; undefined when it is there. */
const installMissing = (): string | undefined => {
	try {
		install();
	} catch {
		try {
			// The lists of packages may be missing or old.
			apt('update');
			install();
		} catch {
			return 'they could not be installed';
		}
	}
	return areInstalled() ? undefined : 'their packages do not bring them along';
};

const whyNot = (): string | undefined => {
	if (process.platform !== 'linux') return 'they need Linux.';
	if (areInstalled()) return undefined;
	const missing = programs.filter(program => !isInstalled(program)).join(', ');
	if (process.getuid?.() !== 0 || !isInstalled('apt-get')) return `they need ${missing}. ${howTo}`;
	const problem = installMissing();
	return problem === undefined ? undefined : `they need ${missing}, and ${problem}. ${howTo}`;
};

/** Whether a real keychain service can be run here. Installs what is missing where that is allowed. */
export const hasKeychainPackages = (): boolean => {
	const reason = whyNot();
	if (reason === undefined) return true;
	process.stderr.write(`NOT TESTED: the tests with a real keychain service are skipped: ${reason}\n`);
	return false;
};

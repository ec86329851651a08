import {execFileSync} from 'node:child_process';
import {accessSync, constants} from 'node:fs';
import path from 'node:path';

const programs = ['gnome-keyring-daemon', 'secret-tool', 'dbus-daemon', 'dbus-send', 'dbus-test-tool'];
const packages = ['gnome-keyring', 'libsecret-tools', 'dbus', 'dbus-tests'];

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

const apt = (...args: readonly string[]): void => {
	execFileSync('apt-get', ['-o', 'DPkg::Lock::Timeout=120', ...args], {
		env: {...process.env, DEBIAN_FRONTEND: 'noninteractive'},
		stdio: 'ignore',
	});
};

const install = (): void => apt('install', '-y', '--no-install-recommends', ...packages);

/** Whether a real keychain service can be run here. Installs what is missing where that is allowed. */
export const hasKeychainPackages = (): boolean => {
	if (process.platform !== 'linux') {
		process.stderr.write('\nNOT TESTED: the tests with a real keychain service need Linux.\n\n');
		return false;
	}
	if (programs.every(isInstalled)) return true;
	if (process.getuid?.() !== 0 || !isInstalled('apt-get')) {
		const missing = programs.filter(program => !isInstalled(program)).join(', ');
		process.stderr.write(
			`\nNOT TESTED: the tests with a real keychain service need ${missing}.\nInstall them: apt-get install ${packages.join(' ')}\n\n`,
		);
		return false;
	}
	try {
		install();
	} catch {
		// The lists of packages may be missing or old.
		apt('update');
		install();
	}
	return true;
};

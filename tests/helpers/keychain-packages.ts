import {canTest, whyNotInstalled} from './debian-packages.ts';

const needed = {
	programs: ['gnome-keyring-daemon', 'secret-tool', 'dbus-daemon', 'dbus-send', 'dbus-test-tool'],
	packages: ['gnome-keyring', 'libsecret-tools', 'dbus', 'dbus-tests'],
};

/** Whether a real keychain service can be run here. Installs what is missing where that is allowed. */
export const hasKeychainPackages = (): boolean =>
	canTest(
		'a real keychain service',
		process.platform === 'linux' ? whyNotInstalled(needed) : 'they need Linux.',
	);

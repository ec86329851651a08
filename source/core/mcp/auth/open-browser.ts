import {spawn} from 'node:child_process';
import {checkWebAddress} from './web-address.ts';

export type BrowserOptions = {
	readonly platform: NodeJS.Platform;
	readonly environment: Readonly<Record<string, string | undefined>>;
};

const openerOf = ({platform, environment}: BrowserOptions): readonly [string, ...string[]] | undefined => {
	if (platform === 'darwin') return ['open'];
	if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
	const isSeen = [environment.DISPLAY, environment.WAYLAND_DISPLAY, environment.WSL_DISTRO_NAME].some(
		Boolean,
	);
	return isSeen ? ['xdg-open'] : undefined;
};

/** Shows an address in the user's browser. False where there is none, or the address is not one for a browser. */
export const openBrowser = (address: string, options: BrowserOptions): Promise<boolean> => {
	const checked = checkWebAddress(address);
	const opener = openerOf(options);
	if (!checked.ok || opener === undefined) return Promise.resolve(false);
	const [command, ...args] = opener;
	return new Promise(resolve => {
		const child = spawn(command, [...args, checked.url.href], {
			stdio: 'ignore',
			detached: true,
			env: {...options.environment},
		});
		child.once('error', () => resolve(false));
		child.once('spawn', () => {
			child.unref();
			resolve(true);
		});
	});
};

import {extname, win32} from 'node:path';

type WindowsCommand = {
	readonly file: string;
	readonly args: readonly string[];
	/** The arguments are already quoted for cmd.exe. */
	readonly verbatim: boolean;
};

type Lookup = {
	readonly path: string;
	readonly extensions: string;
	readonly shell: string;
	readonly exists: (file: string) => boolean;
};

const defaultExtensions = '.COM;.EXE;.BAT;.CMD';

const findOnPath = (command: string, {path, extensions, exists}: Lookup): string => {
	const endings = (extensions || defaultExtensions).split(';').filter(ending => ending !== '');
	const names = extname(command) === '' ? endings.map(ending => command + ending.toLowerCase()) : [command];
	const folders = /[\\/]/.test(command) ? [''] : path.split(';').filter(folder => folder !== '');
	for (const folder of folders)
		for (const name of names) {
			const file = folder === '' ? name : win32.join(folder, name);
			if (exists(file)) return file;
		}
	return command;
};

const escapeForShell = (text: string): string => text.replace(/([()\][%!^"`<>&|;, *?])/g, '^$1');

const quoteArgument = (argument: string): string => {
	const quoted = `"${argument.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\*)$/, '$1$1')}"`;
	// A batch file passes its arguments through cmd.exe a second time.
	return escapeForShell(escapeForShell(quoted));
};

/** Batch files (npx.cmd and its like) cannot be spawned directly: only cmd.exe runs them. */
export const windowsCommand = (command: string, args: readonly string[], lookup: Lookup): WindowsCommand => {
	const file = findOnPath(command, lookup);
	if (!/\.(cmd|bat)$/i.test(file)) return {file, args, verbatim: false};
	const line = [escapeForShell(win32.normalize(file)), ...args.map(quoteArgument)].join(' ');
	return {file: lookup.shell || 'cmd.exe', args: ['/d', '/s', '/c', `"${line}"`], verbatim: true};
};

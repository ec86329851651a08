type Variables = Readonly<Record<string, string | undefined>>;

// What a program needs to find itself, its language, its temporary folder and the network. Everything else
// (provider keys, tokens, agent sockets, the D-Bus address) stays with us unless the config names it.
const allowedNames: ReadonlySet<string> = new Set([
	'PATH',
	'HOME',
	'USER',
	'LOGNAME',
	'SHELL',
	'TERM',
	'LANG',
	'TZ',
	'TMPDIR',
	'HTTP_PROXY',
	'HTTPS_PROXY',
	'ALL_PROXY',
	'NO_PROXY',
	'NODE_EXTRA_CA_CERTS',
	'APPDATA',
	'COMSPEC',
	'HOMEDRIVE',
	'HOMEPATH',
	'LOCALAPPDATA',
	'NUMBER_OF_PROCESSORS',
	'OS',
	'PATHEXT',
	'PROCESSOR_ARCHITECTURE',
	'PROGRAMDATA',
	'PROGRAMFILES',
	'PROGRAMFILES(X86)',
	'SYSTEMDRIVE',
	'SYSTEMROOT',
	'TEMP',
	'TMP',
	'USERNAME',
	'USERPROFILE',
	'WINDIR',
]);

const isAllowed = (name: string): boolean => {
	const upper = name.toUpperCase();
	return allowedNames.has(upper) || upper.startsWith('LC_');
};

// Bash exports functions as values that start so; a shell that reads them would run them.
const isShellFunction = (value: string): boolean => value.startsWith('()');

const isProxy = (name: string): boolean => /^(HTTPS?|ALL)_PROXY$/i.test(name);

/** The password of the proxy is ours. A server that needs it is given it by its own config. */
const withoutUser = (proxy: string): string => proxy.replace(/^([a-z][a-z0-9+.-]*:\/\/)?.*@/is, '$1');

/** The environment of a server: an allow-list of ours, then everything its own config says. */
export const serverEnvironment = (
	parent: Variables,
	own: Readonly<Record<string, string>>,
	platform: NodeJS.Platform = process.platform,
): Record<string, string> => {
	// Windows ignores case: `Path` of ours and `PATH` of the config are one variable.
	const key = (name: string) => (platform === 'win32' ? name.toUpperCase() : name);
	const overridden = new Set(Object.keys(own).map(key));
	const environment: Record<string, string> = {};
	for (const [name, value] of Object.entries(parent)) {
		if (value === undefined || !isAllowed(name) || isShellFunction(value) || overridden.has(key(name)))
			continue;
		environment[name] = isProxy(name) ? withoutUser(value) : value;
	}
	return {...environment, ...own};
};

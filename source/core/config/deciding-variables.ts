/** Which program is meant, which code it loads first, and which registry, file of settings or authority it believes. */
const names = [
	// Shells and the system
	...['PATH', 'PATHEXT', 'COMSPEC', 'SHELL', 'ENV', 'BASH_.*', 'SHELLOPTS', 'BASHOPTS', 'ZDOTDIR', 'CDPATH'],
	...[
		'IFS',
		'PS4',
		'PROMPT_COMMAND',
		'HOME',
		'USERPROFILE',
		'APPDATA',
		'LOCALAPPDATA',
		'SYSTEMROOT',
		'WINDIR',
	],
	...['XDG_.*', 'LD_.*', 'DYLD_.*', 'GCONV_PATH', 'LOCPATH', 'NLSPATH', 'GLIBC_TUNABLES', 'HOSTALIASES'],
	...['EDITOR', 'VISUAL', 'BROWSER', '(.*_)?PAGER', 'LESSOPEN', 'LESSCLOSE', 'MAKEFLAGS', 'CC', 'CXX'],
	// Languages and their packages
	...['NODE_.*', 'NPM_.*', 'YARN_.*', 'PNPM_.*', 'COREPACK_.*', 'BUN_.*', 'DENO_.*', 'TS_NODE_.*', 'TSX_.*'],
	...['ELECTRON_.*', 'PYTHON.*', 'PIP_.*', 'PIPX_.*', 'UV_.*', 'POETRY_.*', 'CONDA_.*', 'VIRTUAL_ENV'],
	...[
		'PERL5?(LIB|OPT|DB)',
		'PERL5?_.*',
		'PERL5DB',
		'RUBY.*',
		'GEM_.*',
		'BUNDLE_.*',
		'LUA_.*',
		'PHPRC',
		'PHP_.*',
	],
	...['_?(JAVA|JDK)_.*', 'CLASSPATH', 'MAVEN_.*', 'GRADLE_.*', '(DOTNET|COMPLUS|CORECLR|COR|NUGET)_.*'],
	...['GO(PATH|ROOT|BIN|ENV|FLAGS|PROXY|PRIVATE|INSECURE|(NO)?SUMDB|NOPROXY|VCS|TOOLCHAIN)', 'CARGO_?.*'],
	...['RUST(C|UP|FLAGS).*', 'R_.*', 'JULIA_.*', 'ERL_.*', 'ELIXIR_.*'],
	// Tools that run others, or act in the user's name
	...['GIT_.*', 'SSH_.*', 'GNUPGHOME', 'DOCKER_.*', 'CONTAINER_HOST', 'PODMAN_.*', 'KUBECONFIG', 'HELM_.*'],
	...['AWS_(CONFIG_FILE|SHARED_CREDENTIALS_FILE|PROFILE|CA_BUNDLE|ENDPOINT_URL.*)', 'CLOUDSDK_.*', 'TF_.*'],
	...['AZURE_CONFIG_DIR', 'VIM.*'],
	// Who is believed on the network
	...[
		'(HTTPS?|ALL|NO|FTP|SOCKS)_PROXY',
		'SSL_CERT_.*',
		'SSLKEYLOGFILE',
		'OPENSSL_.*',
		'CURL_(CA_BUNDLE|HOME)',
	],
	...['REQUESTS_CA_BUNDLE', '.*_CA_(BUNDLE|CERTS?|FILE)'],
	// Whatever else is called like this
	...['.*_(HOME|OPTIONS|OPTS|PRELOAD|CONFIG|CONFIG_(FILE|DIR|PATH|HOME)|INIT|STARTUP|HOOKS?)'],
];

const deciding = new RegExp(`^(${names.join('|')})$`, 'is');

/** Whether a variable of this name can decide what is run, which makes it as telling as the command itself. */
export const decidesWhatRuns = (name: string): boolean => deciding.test(name.trim());

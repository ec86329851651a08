/**
 * Packages that a start does not need: they come into play with the first server or the first message. In files of
 * their own they cost nothing until then. A file may use packages of those after it.
 */
export const libraryFiles = [
	{
		name: 'libraries.cjs',
		packages: [
			'@anthropic-ai/sdk',
			'@modelcontextprotocol/client',
			'@modelcontextprotocol/server',
			'conf',
			'diff',
			'highlight.js',
			'htmlparser2',
			'https-proxy-agent',
			'openai',
			'smol-toml',
			'undici',
			'ws',
			'yaml',
		],
	},
	// The others need it too, but reading the user's settings needs nothing else.
	{name: 'zod.cjs', packages: ['zod']},
];

const packageName = /^(?:@[^/]+\/)?[^/]+/;

const fileOf = specifier =>
	libraryFiles.find(({packages}) => packages.includes(packageName.exec(specifier)?.[0]))?.name;

/**
 * In place of a package of another file than `own`, a file gets a module that asks that file for it. It is written as
 * an ES module on top of a CommonJS one, because that is how a bundler keeps apart what was exported as default and
 * what was not. `used` collects what is asked for, by file.
 * @param {{own: string, used: ReadonlyMap<string, Set<string>>}} options
 * @returns {import('esbuild').Plugin}
 */
export const createLibrariesPlugin = ({own, used}) => ({
	name: 'libraries',
	setup(build) {
		build.onResolve({filter: /^[^./]/}, ({path: specifier, namespace}) => {
			const file = fileOf(specifier);
			if (file === undefined || file === own) return undefined;
			if (namespace === 'library') return {path: specifier, namespace: 'library-file'};
			used.get(file).add(specifier);
			return {path: specifier, namespace: 'library'};
		});
		build.onResolve({filter: /^\.\//, namespace: 'library-file'}, ({path: file}) => ({
			path: file,
			external: true,
		}));
		build.onLoad({filter: /.*/, namespace: 'library'}, ({path: specifier}) => {
			const name = JSON.stringify(specifier);
			return {contents: `export * from ${name};export {default} from ${name};`, loader: 'js'};
		});
		build.onLoad({filter: /.*/, namespace: 'library-file'}, ({path: specifier}) => {
			const file = JSON.stringify(`./${fileOf(specifier)}`);
			return {contents: `module.exports = require(${file})[${JSON.stringify(specifier)}];`, loader: 'js'};
		});
	},
});

/**
 * The beginning of a library file: every library under the name by which it is imported elsewhere. Each is evaluated
 * when it is first asked for. It is resolved like an import, as inside of packages: two forms of one package would be
 * two packages.
 * @param {{specifiers: Iterable<string>, root: string}} options
 * @returns {{stdin: import('esbuild').StdinOptions, plugin: import('esbuild').Plugin}}
 */
export const createLibraryEntry = ({specifiers, root}) => {
	const getters = [...specifiers]
		.sort()
		.map(name => `get ${JSON.stringify(name)}(){return require(${JSON.stringify(`library:${name}`)})}`);
	return {
		stdin: {contents: `module.exports={${getters.join(',')}};`, resolveDir: root, sourcefile: 'libraries'},
		plugin: {
			name: 'library-entry',
			setup(build) {
				build.onResolve({filter: /^library:/}, ({path: name}) =>
					build.resolve(name.slice('library:'.length), {kind: 'import-statement', resolveDir: root}),
				);
			},
		},
	};
};

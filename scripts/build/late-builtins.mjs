/**
 * Modules of Node that a start does not use, and that take up to three milliseconds to load: hashes, threads, child
 * processes, networks.
 */
const lateBuiltins = [
	'child_process',
	'crypto',
	'dns/promises',
	'http',
	'net',
	'perf_hooks',
	'readline',
	'timers/promises',
	'tls',
	'v8',
	'vm',
	'worker_threads',
	'zlib',
];

const prefix = 'late:';

/** The module that is meant by a name in the bundle. */
export const builtinOf = name => (name.startsWith(prefix) ? name.slice(prefix.length) : name);

/**
 * Marks what is imported of these modules, so that it can be loaded late. It is for names that are imported one by
 * one: esbuild gets at each where it is used.
 * @returns {import('esbuild').Plugin}
 */
export const createLateBuiltinsPlugin = () => ({
	name: 'late-builtins',
	setup(build) {
		build.onResolve({filter: new RegExp(`^node:(?:${lateBuiltins.join('|')})$`)}, ({path, kind}) =>
			kind === 'import-statement' ? {path: `${prefix}${path}`, external: true} : undefined,
		);
	},
});

const loadLate =
	'var loadLate=name=>{let loaded;return new Proxy({},{get:(_,key)=>(loaded??=require(name))[key]})};';

/** Lets a bundle load what was marked when something of it is first used. */
export const loadBuiltinsLate = text =>
	text
		.replaceAll(`require("${prefix}`, 'loadLate("')
		// Behind the directive, which counts only where it comes first.
		.replace('"use strict";', directive => directive + loadLate);

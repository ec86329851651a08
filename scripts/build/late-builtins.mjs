/**
 * Modules of Node that take milliseconds to load, and that a start does not use: hashes and random numbers, threads,
 * child processes.
 */
const lateBuiltins = ['node:crypto', 'node:child_process', 'node:perf_hooks', 'node:worker_threads'];

/** Loads a module when something of it is first used. */
const loadLate = `var loadLate=function(name){var loaded;return new Proxy({},{get:function(_,key){return(loaded||(loaded=require(name)))[key]}})};`;

/**
 * Lets a bundle load those modules when it first uses them. esbuild imports everything that a module names when the
 * module is evaluated, and gets at what it needs of it where it is used.
 * @param {string} text
 * @returns {string}
 */
export const loadBuiltinsLate = text => {
	const imported = new RegExp(`(\\bimport_\\w+=\\s*)require\\("(${lateBuiltins.join('|')})"\\)`, 'g');
	// Behind the directive, which counts only where it comes first.
	return text
		.replaceAll(imported, '$1loadLate("$2")')
		.replace('"use strict";', directive => directive + loadLate);
};

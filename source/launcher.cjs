#!/usr/bin/env node
// biome-ignore-all lint: written in ES5, so that an old Node can read as far as the sentence about its age.
'use strict';

// The build writes these two.
var version = '__VERSION__';
var bundleHash = '__BUNDLE_HASH__';

var oldestNode = 20;
var exitCodes = {failed: 1, nodeTooOld: 42};

function fail(sentence, code) {
	process.stderr.write('mcp-tui: ' + sentence + '\n');
	process.exit(code);
}

function userCacheFolder(path) {
	var env = process.env;
	var home = env.HOME || env.USERPROFILE;
	if (env.MCP_TUI_HOME) return path.join(env.MCP_TUI_HOME, 'cache');
	if (process.platform === 'win32') return env.LOCALAPPDATA && path.join(env.LOCALAPPDATA, 'mcp-tui', 'cache');
	if (process.platform === 'darwin') return home && path.join(home, 'Library', 'Caches', 'mcp-tui');
	if (env.XDG_CACHE_HOME) return path.join(env.XDG_CACHE_HOME, 'mcp-tui');
	return home && path.join(home, '.cache', 'mcp-tui');
}

// Compiled code of the bundle, kept between runs. Nothing depends on it: every problem means "no cache".
function createCodeCache(fs, path) {
	var prefix = 'code-';
	var name = prefix + [process.version, process.arch, bundleHash].join('-') + '.bin';
	var folder = userCacheFolder(path);

	// What V8 loads from here runs, so only a file that nobody else can write is trusted.
	function isOurs(stats) {
		if (!stats.isFile()) return false;
		return !process.getuid || (stats.uid === process.getuid() && (stats.mode & 18) === 0);
	}

	function read() {
		if (!folder) return undefined;
		var file;
		try {
			file = fs.openSync(path.join(folder, name), fs.constants.O_RDONLY | (fs.constants.O_NOFOLLOW || 0));
			return isOurs(fs.fstatSync(file)) ? fs.readFileSync(file) : undefined;
		} catch (error) {
			return undefined;
		} finally {
			if (file !== undefined) fs.closeSync(file);
		}
	}

	function removeOthers() {
		fs.readdirSync(folder).forEach(function (other) {
			if (other.indexOf(prefix) === 0 && other !== name) fs.unlinkSync(path.join(folder, other));
		});
	}

	function write(data) {
		if (!folder) return;
		var temporary = path.join(folder, name + '.' + process.pid + '.tmp');
		var file;
		try {
			fs.mkdirSync(folder, {recursive: true, mode: 448});
			file = fs.openSync(temporary, 'wx', 384);
			fs.writeSync(file, data);
			// Without it a power cut could leave a file of the right length and wrong content.
			fs.fsyncSync(file);
			fs.closeSync(file);
			fs.renameSync(temporary, path.join(folder, name));
			removeOthers();
		} catch (error) {
			// A read-only or full home is no reason to bother anybody: the next start compiles again.
			try {
				fs.unlinkSync(temporary);
			} catch (ignored) {
				// It was never created.
			}
		}
	}

	return {read: read, write: write};
}

function launch() {
	var fs = require('fs');
	var path = require('path');
	var vm = require('vm');
	var Module = require('module');

	var file = path.join(__dirname, 'main.cjs');
	var cache = createCodeCache(fs, path);
	var cachedData = cache.read();
	// The build writes pure ASCII, and latin1 is the fastest way to read it.
	var script = new vm.Script(Module.wrap(fs.readFileSync(file, 'latin1')), {filename: file, cachedData: cachedData});
	var isCached = cachedData !== undefined && !script.cachedDataRejected;

	var main = new Module(file, module);
	main.filename = file;
	main.paths = module.paths;
	var run = script.runInThisContext();
	run.call(main.exports, main.exports, Module.createRequire(file), main, file, __dirname);

	return main.exports.main(process.argv.slice(2)).then(function (code) {
		// At the end, so that the functions compiled while it ran are in it.
		if (!isCached && code === 0) cache.write(script.createCachedData());
		return code;
	});
}

function exit(code) {
	process.exitCode = code;
	// Output to a slow pipe may still be on its way.
	process.stdout.write('', function () {
		process.stderr.write('', function () {
			process.exit(code);
		});
	});
}

function start() {
	if (parseInt(process.versions.node, 10) < oldestNode) {
		return fail(
			'Node ' + oldestNode + ' or newer is needed and this is Node ' + process.versions.node +
				': install a newer one from https://nodejs.org and try again.',
			exitCodes.nodeTooOld
		);
	}
	var words = process.argv.slice(2);
	if (words.length === 1 && (words[0] === '--version' || words[0] === '-v')) {
		return process.stdout.write(version + '\n');
	}
	try {
		launch().then(exit, function (error) {
			fail('it stopped because of a problem: ' + (error && error.message ? error.message : error), exitCodes.failed);
		});
	} catch (error) {
		fail(
			error && error.code === 'ENOENT'
				? 'the installation is incomplete (' + error.path + ' is missing): install it again.'
				: 'it could not be loaded (' + (error && error.message ? error.message : error) + '): install it again.',
			exitCodes.failed
		);
	}
}

start();

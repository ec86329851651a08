#!/usr/bin/env node
// biome-ignore-all lint: written in ES5, so that an old Node can read as far as the sentence about its age.
'use strict';

// The build writes these two.
var version = '__VERSION__';
var bundleHash = '__BUNDLE_HASH__';

var oldestNode = 20;
var exitCodes = {failed: 1, nodeTooOld: 42};
// By then the screen stands and everything a start needs has been compiled.
var settledAfter = 2000;

function fail(sentence, code) {
	process.stderr.write('mcp-tui: ' + sentence + '\n');
	process.exit(code);
}

function messageOf(error) {
	return error && error.message ? error.message : String(error);
}

function userCacheFolder(path) {
	var env = process.env;
	var home = env.HOME || env.USERPROFILE;
	if (env.MCP_TUI_HOME) return path.join(env.MCP_TUI_HOME, 'cache');
	if (process.platform === 'win32')
		return env.LOCALAPPDATA && path.join(env.LOCALAPPDATA, 'mcp-tui', 'cache');
	if (process.platform === 'darwin') return home && path.join(home, 'Library', 'Caches', 'mcp-tui');
	if (env.XDG_CACHE_HOME) return path.join(env.XDG_CACHE_HOME, 'mcp-tui');
	return home && path.join(home, '.cache', 'mcp-tui');
}

// Compiled code of the bundle, kept between runs. Nothing depends on it: every problem means "no cache".
// The file is one byte (1 when a whole interactive start is in it), a digest and what V8 made.
function createCodeCache(fs, path, crypto, stamp) {
	var prefix = 'code-';
	var name = prefix + [process.version, process.arch, bundleHash, stamp].join('-') + '.bin';
	var folder = userCacheFolder(path);
	// V8 reads it where it lies only if it starts at a multiple of eight.
	var headerSize = 40;

	function headerOf(data, isComplete) {
		var header = Buffer.alloc(headerSize);
		header[0] = isComplete ? 1 : 0;
		crypto.createHash('sha256').update(data).digest().copy(header, 8);
		return header;
	}

	// What V8 loads from here runs, so only a file that nobody else can write is trusted.
	function isOurs(stats) {
		return stats.isFile() && (!process.getuid || (stats.uid === process.getuid() && (stats.mode & 18) === 0));
	}

	function readFile() {
		var file = fs.openSync(path.join(folder, name), fs.constants.O_RDONLY | (fs.constants.O_NOFOLLOW || 0));
		try {
			return isOurs(fs.fstatSync(file)) ? fs.readFileSync(file) : undefined;
		} finally {
			fs.closeSync(file);
		}
	}

	function read() {
		try {
			var contents = readFile();
			var data = contents.subarray(headerSize);
			var isComplete = contents[0] === 1;
			// V8 checks lengths only: a damaged file would crash the process.
			var isIntact = contents.subarray(0, headerSize).equals(headerOf(data, isComplete));
			return isIntact ? {data: data, isComplete: isComplete} : undefined;
		} catch (error) {
			return undefined;
		}
	}

	function removeOthers() {
		fs.readdirSync(folder).forEach(function (other) {
			if (other.indexOf(prefix) === 0 && other !== name) fs.unlinkSync(path.join(folder, other));
		});
	}

	function write(data, isComplete) {
		if (!folder) return;
		var temporary = path.join(folder, name + '.' + process.pid + '.tmp');
		try {
			fs.mkdirSync(folder, {recursive: true, mode: 448});
			fs.writeFileSync(temporary, Buffer.concat([headerOf(data, isComplete), data]), {flag: 'wx', mode: 384});
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

// The stamp tells a bundle from one that was built over it: V8 would run the cached code of a bundle of the
// same length without complaint.
function readBundle(fs, file) {
	var opened = fs.openSync(file, 'r');
	try {
		var stamp = Math.round(fs.fstatSync(opened).mtimeMs).toString(36);
		// The build writes pure ASCII, and latin1 is the fastest way to read it.
		return {stamp: stamp, text: fs.readFileSync(opened, 'latin1')};
	} finally {
		fs.closeSync(opened);
	}
}

function runMain(script, Module, file) {
	var main = new Module(file, module);
	main.filename = file;
	main.paths = module.paths;
	var wrapper = script.runInThisContext();
	wrapper.call(main.exports, main.exports, Module.createRequire(file), main, file, __dirname);
	return main.exports.main(process.argv.slice(2));
}

function launch() {
	var fs = require('fs');
	var path = require('path');
	var vm = require('vm');
	var tty = require('tty');
	var Module = require('module');

	var file = path.join(__dirname, 'main.cjs');
	var bundle = readBundle(fs, file);
	var cache = createCodeCache(fs, path, require('crypto'), bundle.stamp);
	var cached = cache.read();
	var script = new vm.Script(Module.wrap(bundle.text), {filename: file, cachedData: cached && cached.data});
	var isUseful = cached !== undefined && !script.cachedDataRejected;
	var isComplete = isUseful && cached.isComplete;

	// Taken early in a long run: V8 soon forgets code that ran only once, and that is the code of a start.
	if (!isComplete && tty.isatty(0) && tty.isatty(1)) {
		setTimeout(function () {
			cache.write(script.createCachedData(), true);
			isUseful = true;
		}, settledAfter).unref();
	}

	return runMain(script, Module, file).then(function (code) {
		if (!isUseful && code === 0) cache.write(script.createCachedData(), false);
		return code;
	});
}

function exit(code) {
	function ignore() {
		// Whoever was reading has gone.
	}
	process.exitCode = code;
	process.stdout.on('error', ignore);
	process.stderr.on('error', ignore);
	// Output to a slow pipe may still be on its way.
	process.stdout.write('', function () {
		process.stderr.write('', function () {
			process.exit(code);
		});
	});
}

function start() {
	if (parseInt(process.versions.node, 10) < oldestNode) {
		var found = process.versions.node;
		return fail(
			'Node ' +
				oldestNode +
				' or newer is needed and this is Node ' +
				found +
				': install a newer one and try again.',
			exitCodes.nodeTooOld,
		);
	}
	var words = process.argv.slice(2);
	if (words.length === 1 && (words[0] === '--version' || words[0] === '-v')) {
		return process.stdout.write(version + '\n');
	}
	try {
		launch().then(exit, function (error) {
			fail('it stopped because of an error: ' + messageOf(error), exitCodes.failed);
		});
	} catch (error) {
		fail('it could not be loaded (' + messageOf(error) + '): please install it again.', exitCodes.failed);
	}
}

start();

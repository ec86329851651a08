#!/usr/bin/env node
// biome-ignore-all lint: written in ES5, so that an old Node can read as far as the sentence about its age.
'use strict';

// The build writes these three.
var version = '__VERSION__';
var mainHash = '__MAIN_HASH__';
// By the names by which the program asks for them.
var libraryHashes = '__LIBRARY_HASHES__';
// And puts these files in here.
var firstFrame = require('./first-frame.cjs');
var codeCache = require('./code-cache.cjs');

var oldestNode = 20;
var exitCodes = {failed: 1, nodeTooOld: 42};
var replaced = 'mcp-tui was updated or removed while it ran: start it again.';
// By then the screen stands, or a library works, and everything that this takes has been compiled.
var settledAfter = 2000;

// What is shown while the program is loaded, if anything is.
var frame;

function fail(sentence, code) {
	if (frame) frame.leave();
	process.stderr.write('mcp-tui: ' + sentence + '\n');
	process.exit(code);
}

function messageOf(error) {
	return error && error.message ? error.message : String(error);
}

// A file as a function, as Node's own loader makes one. The stamp tells it from one that was built over it: V8 would
// run the cached code of a file of the same length without complaint.
function readCode(fs, file) {
	var head = '(function (exports, require, module, __filename, __dirname) { ';
	var tail = '\n});';
	var opened = fs.openSync(file, 'r');
	try {
		var stats = fs.fstatSync(opened);
		// In one piece: what is put together later is copied once more.
		var bytes = Buffer.allocUnsafeSlow(head.length + stats.size + tail.length);
		var end = bytes.write(head, 'latin1');
		for (var count = 1; count > 0; end += count) {
			count = fs.readSync(opened, bytes, end, bytes.length - tail.length - end, null);
		}
		bytes.write(tail, end, 'latin1');
		return {
			stamp: Math.round(stats.mtimeMs).toString(36),
			bytes: bytes.subarray(head.length, end),
			// The build writes pure ASCII, and latin1 is the fastest way to read it.
			text: bytes.latin1Slice(0, end + tail.length),
		};
	} finally {
		fs.closeSync(opened);
	}
}

// One file of the program, ready to run from compiled code. `parts` says what the cache has, undefined without one.
function openFile(name, prefix, hash) {
	var fs = require('fs');
	var path = require('path');
	var vm = require('vm');
	var Module = require('module');

	var file = path.join(__dirname, name);
	var code = readCode(fs, file);
	var cache = codeCache.create(fs, path, prefix, hash, code.stamp);
	var cached = cache.read();
	var script = new vm.Script(code.text, {filename: file, cachedData: cached && cached.data});
	var isFromCache = cached && !script.cachedDataRejected;
	var isGenuine = isFromCache;
	var unchecked = isFromCache ? undefined : code.bytes;
	var opened = {parts: isFromCache ? cached.parts : undefined};

	// Whether this is the file that was built with this launcher. What has a cache was looked at before.
	opened.isGenuine = function () {
		if (unchecked !== undefined) {
			var found = require('crypto').createHash('sha256').update(unchecked).digest('hex');
			isGenuine = found.slice(0, hash.length) === hash;
			// It is large, and this outlives it.
			unchecked = undefined;
		}
		return isGenuine;
	};
	opened.save = function (parts) {
		opened.parts = parts;
		if (opened.isGenuine()) cache.write(script.createCachedData(), parts);
	};
	opened.run = function (require) {
		var own = new Module(file, module);
		own.filename = file;
		own.paths = module.paths;
		script.runInThisContext().call(own.exports, own.exports, require, own, file, __dirname);
		return own.exports;
	};
	opened.require = Module.createRequire(file);
	return opened;
}

// An upgrade may have put another file in its place, or half of one: it would not fit to the program that runs.
function openLibraryFile(name) {
	var file;
	try {
		file = openFile(name, name.slice(2).replace('.cjs', '-'), libraryHashes[name]);
	} catch (error) {
		var isGone = error.code === 'ENOENT' || error.code === 'ENOTDIR' || error instanceof SyntaxError;
		throw isGone ? new Error(replaced) : error;
	}
	if (!file.isGenuine()) throw new Error(replaced);
	return file;
}

// A file of libraries as the program sees it. Each library has a bit in the cache, so that whoever is the first to
// use one leaves its compiled code to those who come after.
function openLibraries(name, requireLibrary) {
	var file = openLibraryFile(name);
	var libraries = file.run(requireLibrary(file.require));
	var seen = 0;
	var waiting;

	function save() {
		clearTimeout(waiting);
		waiting = undefined;
		if ((seen & ~file.parts) !== 0) file.save(seen | file.parts);
	}

	function see(bit) {
		seen |= bit;
		// Taken early, because V8 soon forgets code that ran only once.
		if ((bit & ~file.parts) !== 0 && !waiting) waiting = setTimeout(save, settledAfter).unref();
	}

	var counted = {save: save, exports: {}};
	Object.keys(libraries).forEach(function (key, index) {
		Object.defineProperty(counted.exports, key, {
			enumerable: true,
			get: function () {
				see(1 << (index % 32));
				return libraries[key];
			},
		});
	});
	return counted;
}

function launch() {
	var tty = require('tty');
	var main = openFile('main.cjs', 'code-', mainHash);
	var opened = {};

	function requireLibrary(requireOther) {
		function requireAny(name) {
			if (!Object.prototype.hasOwnProperty.call(libraryHashes, name)) return requireOther(name);
			opened[name] = opened[name] || openLibraries(name, requireLibrary);
			return opened[name].exports;
		}
		return Object.assign(requireAny, requireOther);
	}

	function saveLibraries() {
		Object.keys(opened).forEach(function (name) {
			opened[name].save();
		});
	}

	// Taken early in a long run: V8 soon forgets code that ran only once, and that is the code of a start.
	if (main.parts !== 1 && tty.isatty(0) && tty.isatty(1)) {
		setTimeout(function () {
			main.save(1);
			saveLibraries();
		}, settledAfter).unref();
	}

	return main
		.run(requireLibrary(main.require))
		.main(process.argv.slice(2), frame)
		.then(function (code) {
			if (code === 0 && main.parts === undefined) main.save(0);
			if (code === 0) saveLibraries();
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
	firstFrame.show(process, version, function (shown) {
		frame = shown;
		try {
			launch().then(exit, function (error) {
				fail('it stopped because of an error: ' + messageOf(error), exitCodes.failed);
			});
		} catch (error) {
			fail('it could not be loaded (' + messageOf(error) + '): please install it again.', exitCodes.failed);
		}
	});
}

start();

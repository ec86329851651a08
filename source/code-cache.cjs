// biome-ignore-all lint: a part of the launcher, in ES5 like it.
'use strict';

function userCacheFolder(path) {
	var env = process.env;
	var home = env.HOME || env.USERPROFILE;
	if (env.MCP_TUI_HOME) return path.join(env.MCP_TUI_HOME, 'cache');
	if (process.platform === 'win32')
		return env.LOCALAPPDATA && path.join(env.LOCALAPPDATA, 'mcp-tui', 'cache');
	if (env.XDG_CACHE_HOME) return path.join(env.XDG_CACHE_HOME, 'mcp-tui');
	if (process.platform === 'darwin') return home && path.join(home, 'Library', 'Caches', 'mcp-tui');
	return home && path.join(home, '.cache', 'mcp-tui');
}

// Compiled code of one file of the program, kept between runs. Nothing depends on it: every problem means "no cache".
// The cache is 32 bits that say what has been compiled, a digest and what V8 made. The digest is of the hash of the
// file, too, so that nothing counts that was made of another.
function create(fs, path, prefix, hash, stamp) {
	var name = prefix + [process.version, process.arch, hash, stamp].join('-') + '.bin';
	var folder = userCacheFolder(path);
	// V8 reads it where it lies only if it starts at a multiple of eight.
	var headerSize = 40;

	function headerOf(data, parts) {
		var header = Buffer.alloc(headerSize);
		header.writeInt32LE(parts, 0);
		// Against damage, not against people. A hash that people cannot forge takes ten times as long, and Node 20.14 has
		// nothing else.
		var crc32 = require('zlib').crc32;
		if (crc32) header.writeUInt32LE(crc32(data, crc32(hash)), 8);
		else require('crypto').createHash('sha256').update(hash).update(data).digest().copy(header, 8);
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
			var parts = contents.readInt32LE(0);
			// V8 checks lengths only: a damaged file would crash the process.
			var isIntact = contents.subarray(0, headerSize).equals(headerOf(data, parts));
			return isIntact ? {data: data, parts: parts} : undefined;
		} catch (error) {
			return undefined;
		}
	}

	function removeOthers() {
		fs.readdirSync(folder).forEach(function (other) {
			if (other.indexOf(prefix) === 0 && other !== name) fs.unlinkSync(path.join(folder, other));
		});
	}

	function write(data, parts) {
		if (!folder) return;
		var temporary = path.join(folder, name + '.' + process.pid + '.tmp');
		try {
			fs.mkdirSync(folder, {recursive: true, mode: 448});
			fs.writeFileSync(temporary, Buffer.concat([headerOf(data, parts), data]), {flag: 'wx', mode: 384});
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

module.exports = {create: create};

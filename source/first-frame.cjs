// biome-ignore-all lint: a part of the launcher, in ES5 like it.
'use strict';

// What is on the screen while the program is loaded: what its first frame will look like, as far as that is known
// without reading the configuration, and a keyboard whose keys are kept. Where something else than the chat comes,
// nothing of it stays behind.

var fewestRows = 12;
var fewestColumns = 34;
var choosesModel = /^(?:-[mcr]|--(?:model|agent|assistant|continue|resume|replay|replay-model))(?:=|$)/;
var interrupt = 3;
var lineFeed = 10;
var carriageReturn = 13;
var endSignals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'];

function isOn(value) {
	return /^(?:1|true|yes)$/i.test(value || '');
}

// Everything that might not become a chat is none: then the program speaks first.
function isChat(words) {
	return (
		(words.length === 0 || words[0] === 'demo' || words[0][0] === '-') &&
		!words.some(function (word) {
			return /^(?:-[phv]|--(?:print|help|version))(?:=|$)/.test(word);
		})
	);
}

function isNamed(words, pattern) {
	return words.some(function (word) {
		return pattern.test(word);
	});
}

// As `core/config/folders.ts` finds it.
function ownConfigFile(fs, path, env, platform, home) {
	if (env.MCP_TUI_HOME) return path.join(env.MCP_TUI_HOME, 'config.json');
	var folder = path.join(env.XDG_CONFIG_HOME || path.join(home, '.config'), 'mcp-tui');
	var library = path.join(home, 'Library', 'Preferences', 'mcp-tui');
	var isInLibrary =
		platform === 'darwin' && (!env.XDG_CONFIG_HOME || (fs.existsSync(library) && !fs.existsSync(folder)));
	return path.join(isInLibrary ? library : folder, 'config.json');
}

function readText(fs, file) {
	try {
		return fs.readFileSync(file, 'utf8');
	} catch (error) {
		return undefined;
	}
}

// As `ui/theme/glyphs.ts` says it.
function isAsciiOnly(env) {
	var locale = env.LC_ALL || env.LC_CTYPE || env.LANG;
	return env.TERM === 'linux' || Boolean(locale && !/utf-?8/i.test(locale));
}

function strong(text) {
	return '\u001B[1m' + text + '\u001B[22m';
}

function faint(text) {
	return '\u001B[2m' + text + '\u001B[22m';
}

// One character is one cell in all that is drawn here. What would have to be cut, or may be wider, comes later.
function fitting(text, width) {
	return text.length <= width && /^[ -~]*$/.test(text) ? text : '';
}

/**
 * The lines, and where the cursor is in them. Colours depend on the theme, so there are none.
 * @param {{version: string, folder: string, words: string[], hasConfig: boolean, columns: number}} facts
 */
function draw(facts) {
	var words = facts.words;
	var title = '▲ ' + strong('mcp-tui') + ' ' + faint(facts.version);
	var isDemo = words[0] === 'demo' || isNamed(words, /^(?:-m=|--model=)?demo(?:\/|$)/);
	// Whoever has not said which model to use is welcomed in another way.
	if (!facts.hasConfig && !isDemo && !isNamed(words, choosesModel))
		return {lines: [title, ''], cursor: {x: 0, y: 1}};
	var folder = fitting(facts.folder, facts.columns - 2);
	// The model, how to find out more and the footer come with the program, which then is there to be asked.
	var greeting = [title, '', folder === '' ? '' : '  ' + faint(folder), '', ''];
	// What was said before comes between.
	if (isNamed(words, /^(?:-[cr]|--continue|--resume)(?:=|$)/)) {
		return {lines: greeting.concat(['']), cursor: {x: 0, y: 5}};
	}
	return {lines: greeting.concat(['', '', '›']), cursor: {x: 2, y: 7}};
}

// Until the keyboard was taken the terminal showed what was typed: so many cells, -1 where that is not certain.
function cellsOfEcho(typed) {
	var cells = 0;
	for (var index = 0; index < typed.length; index++) {
		var byte = typed[index];
		// Keys that are shown by two characters, and characters that may be two cells wide.
		if (byte < 32 || byte === 127 || byte >= 224) return -1;
		// The further bytes of a character are no character.
		if (byte < 128 || byte >= 192) cells++;
	}
	return cells;
}

// Takes away what was typed, as far as it is in the row of the cursor: what is before it or above may be somebody
// else's. Then as many blanks as lead to the next row if there is any text in this one, and nowhere otherwise.
function findPlace(cells, columns) {
	var back = cells > 0 ? '\u001B[' + cells + 'D\u001B[J' : cells < 0 ? '\n' : '';
	return back + new Array(columns + 1).join(' ') + '\r';
}

function widthOf(line) {
	return line.replace(/\u001B\[\d+m/g, '').length;
}

// Row by row: tmux keeps a copy of the screen when everything from its first row on is erased.
function eraseAbove(rows) {
	return '\r\u001B[J' + new Array(rows + 1).join('\u001B[A\u001B[2K');
}

// A window that has become narrower has wrapped the lines.
function erase(frame, columns) {
	var rows = frame.lines.slice(0, frame.cursor.y).reduce(function (sum, line) {
		return sum + Math.max(1, Math.ceil(widthOf(line) / columns));
	}, 0);
	return eraseAbove(rows);
}

/** Whether this is a start that shows a frame, and which facts it shows. */
function findFacts(process, version) {
	var env = process.env;
	var words = process.argv.slice(2);
	// Elsewhere than in the chat, in a window that shows nothing well, or where lines are read aloud.
	if (!isChat(words) || process.platform === 'win32' || !env.TERM || env.TERM === 'dumb') return undefined;
	if (isOn(env.MCP_TUI_SCREEN_READER) || isOn(env.INK_SCREEN_READER)) return undefined;
	var tty = require('tty');
	if (!tty.isatty(0) || !tty.isatty(1)) return undefined;
	var home = env.HOME || require('os').homedir();
	var path = require('path');
	var fs = require('fs');
	var config = readText(fs, ownConfigFile(fs, path, env, process.platform, home));
	// These may ask in the terminal before there is a screen, or never have one.
	if (config !== undefined && /screenReader|passphrase-file/.test(config)) return undefined;
	var columns = process.stdout.columns;
	if (!(columns >= fewestColumns && process.stdout.rows >= fewestRows)) return undefined;
	var cwd = process.cwd();
	var isInHome = cwd === home || cwd.indexOf(home + path.sep) === 0;
	return {
		version: version,
		words: words,
		hasConfig: config !== undefined,
		folder: isInHome ? '~' + cwd.slice(home.length) : cwd,
		columns: columns,
	};
}

/**
 * Takes the keyboard, shows the frame and calls back; without either where the chat is not what comes.
 * @param {NodeJS.Process} process
 * @param {string} version
 * @param {(frame: object | undefined) => void} begin
 */
function show(process, version, begin) {
	var facts = findFacts(process, version);
	if (facts === undefined) return begin(undefined);
	var fs = require('fs');
	var stdin = process.stdin;
	var painted = draw(facts);
	var typed = [];
	var isShown = false;
	var isHolding = true;
	var isOurs = true;
	var leaveBySignal = {};

	function write(text) {
		try {
			fs.writeSync(1, text);
		} catch (error) {
			// A terminal that is gone, or that takes nothing now, gets no first frame.
		}
	}

	function read() {
		for (var chunk = stdin.read(); chunk !== null; chunk = stdin.read()) {
			typed.push(chunk);
			if (chunk.indexOf(interrupt) !== -1) process.kill(process.pid, 'SIGINT');
		}
	}

	// The next reader gets first what was typed so far.
	function release() {
		if (!isHolding) return;
		isHolding = false;
		stdin.removeListener('readable', read);
		if (typed.length > 0 && !stdin.readableEnded) stdin.unshift(Buffer.concat(typed));
	}

	function handOver() {
		isOurs = false;
		process.removeListener('exit', leave);
		endSignals.forEach(function (signal) {
			process.removeListener(signal, leaveBySignal[signal]);
		});
	}

	function leave() {
		if (!isOurs) return;
		handOver();
		release();
		stdin.setRawMode(false);
		if (isShown) write(erase(painted, process.stdout.columns || facts.columns) + '\u001B[?2004l\u001B[0m');
	}

	function paint() {
		var place = findPlace(cellsOfEcho(Buffer.concat(typed)), facts.columns);
		// The terminal made line feeds of enter, and nobody types ctrl+j that early.
		typed.forEach(function (chunk) {
			for (var index = 0; index < chunk.length; index++) {
				if (chunk[index] === lineFeed) chunk[index] = carriageReturn;
			}
		});
		var lines = painted.lines.join('\n');
		var text = isAsciiOnly(process.env) ? lines.replace(/▲/g, '^').replace(/›/g, '>') : lines;
		// A paste is to be known as one from now on.
		write(
			'\u001B[?2004h' +
				place +
				text +
				'\r' +
				(painted.cursor.x > 0 ? '\u001B[' + painted.cursor.x + 'C' : ''),
		);
		isShown = true;
	}

	process.on('exit', leave);
	endSignals.forEach(function (signal) {
		leaveBySignal[signal] = function () {
			leave();
			process.kill(process.pid, signal);
		};
		process.on(signal, leaveBySignal[signal]);
	});
	stdin.setRawMode(true);
	stdin.on('readable', read);
	// By then what was typed before has been read.
	setImmediate(function () {
		paint();
		begin({lines: painted.lines, cursor: painted.cursor, release: release, handOver: handOver, leave: leave});
	});
}

module.exports = {show: show, draw: draw, cellsOfEcho: cellsOfEcho, ownConfigFile: ownConfigFile};

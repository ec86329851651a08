// Shows the program to a camera: runs it in a pseudo-terminal, plays keys and writes what is on the screen.
//
//   node scripts/screenshot.mjs --out file.png [--svg] [--cols 80] [--rows 24] [--theme dark|light]
//     [--home folder] [--cwd folder] [--command program] [--keys "wait:ready" "type:hello" enter ...] -- args
//
// A key is a name (enter, ctrl+c, shift+tab) or type:text, paste:text, wait:text, wait:/pattern/, resize:100x30,
// pause:400 (a question takes no key in its first moments) or stable.
import {writeFile} from 'node:fs/promises';
import {setTimeout} from 'node:timers/promises';
import {parseArgs} from 'node:util';
import {Resvg} from '@resvg/resvg-js';
import {loadTypescript} from './load-typescript.mjs';
import {drawScreen} from './screenshot/draw-screen.mjs';
import {themes} from './screenshot/themes.mjs';

const {values, positionals, tokens} = parseArgs({
	allowPositionals: true,
	tokens: true,
	options: {
		out: {type: 'string'},
		svg: {type: 'boolean', default: false},
		cols: {type: 'string', default: '80'},
		rows: {type: 'string', default: '24'},
		scale: {type: 'string', default: '2'},
		theme: {type: 'string', default: 'dark'},
		home: {type: 'string'},
		cwd: {type: 'string'},
		command: {type: 'string'},
		keys: {type: 'string', multiple: true, default: []},
	},
});
if (values.out === undefined) throw new Error('--out says where the picture goes');
const theme = themes[values.theme];
if (theme === undefined) throw new Error(`--theme is one of ${Object.keys(themes).join(', ')}`);

const terminator = tokens.find(({kind}) => kind === 'option-terminator')?.index ?? Number.POSITIVE_INFINITY;
const programArguments = tokens.filter(({kind, index}) => kind === 'positional' && index > terminator);
const keys = [...values.keys, ...positionals.slice(0, positionals.length - programArguments.length)];

const play = async (terminal, key) => {
	const [, action, text] = /^(type|paste|wait|resize|pause):([\s\S]*)$/.exec(key) ?? [];
	if (action === 'type') terminal.type(text);
	else if (action === 'paste') terminal.paste(text);
	else if (action === 'pause') await setTimeout(Number(text));
	else if (action === 'resize') terminal.resize(...text.split('x').map(Number));
	else if (action === 'wait')
		await terminal.waitFor(/^\/.+\/$/.test(text) ? new RegExp(text.slice(1, -1)) : text);
	else if (key === 'stable') await terminal.waitForStable();
	else terminal.press(key);
};

const {startTerminal} = await loadTypescript('tests/helpers/terminal.ts');
const terminal = startTerminal({
	args: programArguments.map(({value}) => value),
	cols: Number(values.cols),
	rows: Number(values.rows),
	// What is drawn on paper cannot be asked for its background.
	env: {COLORTERM: 'truecolor', COLORFGBG: values.theme === 'light' ? '0;15' : '15;0'},
	home: values.home,
	cwd: values.cwd,
	...(values.command === undefined ? {} : {command: [values.command]}),
});
try {
	for (const key of keys) {
		await play(terminal, key);
		// Keys that arrive together are a paste.
		await terminal.waitForStable({quiet: 250});
	}
	await terminal.waitForStable({quiet: 400});
	const svg = drawScreen(terminal.emulator, theme);
	const png = () =>
		new Resvg(svg, {
			fitTo: {mode: 'zoom', value: Number(values.scale)},
			font: {
				loadSystemFonts: true,
				defaultFontFamily: 'DejaVu Sans Mono',
				monospaceFamily: 'DejaVu Sans Mono',
			},
		})
			.render()
			.asPng();
	await writeFile(values.out, values.svg ? svg : png());
} finally {
	await terminal.dispose();
}

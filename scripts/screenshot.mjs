// Shows the program to a camera: runs it in a pseudo-terminal, plays keys and writes what is on the screen.
//
//   node scripts/screenshot.mjs --out file.png [--svg] [--cols 80] [--rows 24] [--theme dark|light]
//     [--home folder] [--cwd folder] [--command program] [--keys "wait:ready" "type:hello" enter ...] -- args
import {writeFile} from 'node:fs/promises';
import {parseArgs} from 'node:util';
import {takePicture} from './screenshot/take.mjs';

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

const terminator = tokens.find(({kind}) => kind === 'option-terminator')?.index ?? Number.POSITIVE_INFINITY;
const programArguments = tokens.filter(({kind, index}) => kind === 'positional' && index > terminator);

const {svg, toPng} = await takePicture({
	args: programArguments.map(({value}) => value),
	keys: [...values.keys, ...positionals.slice(0, positionals.length - programArguments.length)],
	cols: Number(values.cols),
	rows: Number(values.rows),
	scale: Number(values.scale),
	theme: values.theme,
	home: values.home,
	cwd: values.cwd,
	...(values.command === undefined ? {} : {command: [values.command]}),
});
await writeFile(values.out, values.svg ? svg : toPng());

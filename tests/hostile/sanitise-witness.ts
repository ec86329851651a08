import {type IBufferCell, Terminal} from '@xterm/headless';
import {expect} from 'vitest';

const sentinels = Array.from({length: 30}, (_, index) => `sentinel ${index} stays`);

const stringSequences = [0, 1, 2, 4, 7, 8, 9, 10, 11, 12, 52, 104, 110, 111, 112, 133, 633, 777, 1337];
const privateModes = [
	...[1, 3, 5, 6, 7, 9, 12, 25, 45, 47, 66, 1000, 1002, 1003, 1004, 1005, 1006, 1015, 1016, 1047, 1048, 1049],
	...[2004, 2026, 2031, 9001],
];
/** Every mode, the pen, the cursor's shape and the margins, asked with the terminal's own queries. */
const queries = [
	...privateModes.map(mode => `\x1b[?${mode}$p`),
	...[4, 12, 20].map(mode => `\x1b[${mode}$p`),
	...['m', ' q', 'r', '"p', '"q'].map(setting => `\x1bP$q${setting}\x1b\\`),
	'\x1b[?u',
].join('');

type Observation = {
	readonly effects: readonly string[];
	readonly above: readonly string[];
	readonly lines: readonly string[];
	readonly pens: number;
	readonly probe: readonly string[];
	readonly buffer: string;
	readonly modes: unknown;
	readonly replies: string;
};

const write = async (terminal: Terminal, text: string): Promise<void> =>
	new Promise(resolve => {
		terminal.write(text, resolve);
	});

/** What a terminal looks like, and what it did, after it printed the text below its sentinels. */
const observe = async (text: string): Promise<Observation> => {
	const terminal = new Terminal({
		cols: 1500,
		rows: 12,
		scrollback: 2000,
		convertEol: true,
		allowProposedApi: true,
	});
	try {
		const effects: string[] = [];
		const note = (effect: string) => () => {
			effects.push(effect);
			return false;
		};
		let replies = '';
		let asking = false;
		await write(terminal, `${sentinels.join('\n')}\n`);
		terminal.onTitleChange(note('title'));
		terminal.onBell(note('bell'));
		terminal.onBinary(note('binary reply'));
		terminal.onResize(note('resize'));
		terminal.onData(data => {
			if (asking) {
				replies += data;
			} else {
				effects.push(`reply ${JSON.stringify(data)}`);
			}
		});
		for (const identifier of stringSequences) {
			terminal.parser.registerOscHandler(identifier, note(`OSC ${identifier}`));
		}

		for (const final of 'ABCDEFGHIJKLMPSTXZ`abcdefghlmnqrstu') {
			terminal.parser.registerCsiHandler({final}, note(`CSI ${final}`));
			terminal.parser.registerCsiHandler({prefix: '?', final}, note(`CSI ? ${final}`));
		}

		await write(terminal, `${text}\n`);
		const noted = [...effects];
		await write(terminal, 'lqk probe\n\tT');
		asking = true;
		await write(terminal, queries);

		const {active} = terminal.buffer;
		const all: string[] = [];
		let pens = 0;
		let cell: IBufferCell | undefined;
		for (let y = 0; y < active.length; y += 1) {
			const line = active.getLine(y);
			const content = line?.translateToString(true) ?? '';
			all.push(content.trimEnd());
			for (let x = 0; x < content.length; x += 1) {
				cell = line?.getCell(x, cell);
				pens += cell === undefined || cell.isAttributeDefault() ? 0 : 1;
			}
		}

		const end = active.baseY + active.cursorY + 1;
		return {
			effects: noted,
			above: all.slice(0, sentinels.length),
			lines: all.slice(sentinels.length, end - 2),
			pens,
			probe: all.slice(end - 2, end),
			buffer: active.type,
			modes: terminal.modes,
			replies,
		};
	} finally {
		terminal.dispose();
	}
};

const untouched = await observe('');

/** Fails unless the text fills cells and does nothing else to the terminal. */
export const expectPlainPrinting = async (safe: string): Promise<void> => {
	const seen = await observe(safe);
	expect(seen).toEqual({...untouched, lines: safe.split('\n').map(line => line.trimEnd())});
};

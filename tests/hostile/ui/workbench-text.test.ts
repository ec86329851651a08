import {setImmediate} from 'node:timers/promises';
import {expect, it} from 'vitest';
import {type BenchPart, benchParts} from '../../../source/domain/bench-part.ts';
import {approvalBindings} from '../../../source/ui/input/bench/approvals.ts';
import {assistantBindings} from '../../../source/ui/input/bench/assistants.ts';
import type {BenchBinding} from '../../../source/ui/input/bench/binding.ts';
import {promptBindings, resourceBindings} from '../../../source/ui/input/bench/offers.ts';
import {serverBindings} from '../../../source/ui/input/bench/servers.ts';
import {sessionBindings} from '../../../source/ui/input/bench/sessions.ts';
import {toolsBindings} from '../../../source/ui/input/bench/tools.ts';
import {trafficBindings} from '../../../source/ui/input/bench/traffic.ts';
import {cellsOf} from '../../../source/ui/text/graphemes.ts';
import {openHostileBench} from '../../helpers/hostile-bench.ts';
import {seen, unsafeLines} from '../../helpers/ui-text.ts';

const sizes = [
	{columns: 20, rows: 6},
	{columns: 40, rows: 20},
	{columns: 80, rows: 24},
	{columns: 120, rows: 40},
] as const;

const texts: Readonly<Record<string, string>> = {
	'control sequences, directions and invisible characters':
		'a\u001b[31mb\u001b]0;title\u0007c\u009b2Jd\r\ne\tf\u0000g\u202eh\u2066i\u200bj\u{e0041}k\ufeffl',
	'long, wide and joined characters': `漢字かな한글👩‍👩‍👧🇨🇭❤️👍🏽1️⃣${'x'.repeat(300)}漢字`,
};

const bindings: Readonly<Record<BenchPart, readonly BenchBinding[]>> = {
	servers: serverBindings,
	tools: toolsBindings,
	prompts: promptBindings,
	resources: resourceBindings,
	assistants: assistantBindings,
	traffic: trafficBindings,
	sessions: sessionBindings,
	approvals: approvalBindings,
};

/** What is pressed after a key of a part: through a question, a list, a form, and whatever they lead to. */
const further = ['y', 'enter', 'x', 'tab', 'enter', 'ctrl+s', 'ctrl+t', 'enter'];

const walk = async (part: BenchPart, evil: string, row: number, key: string): Promise<readonly string[]> => {
	const {screen, clock} = openHostileBench(part, evil);
	const wrong: string[] = [];
	let pressed = '';
	const look = async (): Promise<void> => {
		for (const round of [sizes.slice(0, 1), sizes]) {
			for (const size of round) {
				const {lines, cursor} = screen.draw(size);
				const where = `${part} row ${row}, after${pressed}, at ${size.columns}x${size.rows}`;
				const wide = lines.filter(line => cellsOf(seen(line)) > size.columns);
				wrong.push(...unsafeLines(lines).map(line => `${where}: unsafe ${line}`));
				wrong.push(...wide.map(line => `${where}: wide ${seen(line)}`));
				if (lines.length > size.rows) {
					wrong.push(`${where}: ${lines.length} lines`);
				}
				if (cursor !== undefined && (cursor.x >= size.columns || cursor.y >= size.rows)) {
					wrong.push(`${where}: the cursor is at ${cursor.x}, ${cursor.y}`);
				}
			}
			await setImmediate();
			clock.advance(400);
		}
	};
	const press = async (name: string): Promise<void> => {
		pressed += ` ${name}`;
		screen.onKey(name, [...name].length === 1 ? name : '');
		await look();
	};
	for (let waits = 0; screen.draw(sizes[2]).lines.join().includes('one moment') && waits < 1000; waits++) {
		await setImmediate();
	}
	for (let step = 0; step < row; step++) {
		screen.onKey('down', '');
	}
	await look();
	for (const name of key === '' ? ['tab', 'tab', 'tab', 'tab', 'tab', 'right', 'down'] : [key, ...further]) {
		await press(name);
	}
	screen.close();
	return wrong;
};

it.each(benchParts.flatMap(part => Object.keys(texts).map(name => [part, name] as const)))(
	'shows %s with %s as cells of the window, whatever is pressed',
	async (part, name) => {
		const wrong: string[] = [];
		for (const row of [0, 1, 2, 3, 4]) {
			wrong.push(...(await walk(part, texts[name] ?? '', row, '')));
		}
		for (const {keys} of bindings[part]) {
			wrong.push(...(await walk(part, texts[name] ?? '', part === 'assistants' ? 1 : 0, keys[0] ?? '')));
		}
		expect(wrong.slice(0, 5)).toEqual([]);
	},
);

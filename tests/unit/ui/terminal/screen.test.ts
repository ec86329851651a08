import {EventEmitter} from 'node:events';
import {describe, expect, it} from 'vitest';
import {createScreen, rowsAboveCursor} from '../../../../source/ui/terminal/screen.ts';
import {createClock} from '../../../helpers/ui-clock.ts';

const open = (
	columns: number | undefined = 80,
	rows: number | undefined = 24,
	more: Pick<Parameters<typeof createScreen>[0], 'shown'> = {},
) => {
	const clock = createClock();
	const written: string[] = [];
	const stdout = Object.assign(new EventEmitter(), {
		columns,
		rows,
		isTTY: true,
		write(text: string, callback?: () => void) {
			written.push(text);
			callback?.();
			return true;
		},
	});
	const screen = createScreen({
		stdout: stdout as unknown as NodeJS.WriteStream,
		schedule: clock.schedule,
		env: {},
		...more,
	});
	const resize = (to: number): void => {
		stdout.columns = to;
		stdout.emit('resize');
	};
	return {clock, written, stdout, screen, resize};
};

const frame = {lines: ['one', 'two', '› '], cursor: {x: 2, y: 2}, maxScroll: 0};

describe('the screen', () => {
	it('takes 80 by 24 for a terminal that does not say how large it is', () => {
		const {screen} = open(0, 0);
		expect(screen.size()).toEqual({columns: 80, rows: 24});
	});

	it('passes on what Ink writes, and everything else of the stream', () => {
		const {screen, written} = open();
		screen.stream.write('hello');
		expect(written).toEqual(['hello']);
		expect(screen.stream.isTTY).toBe(true);
	});

	it('puts the first frame in the place of what was shown before, in one piece and once', () => {
		const {screen, written} = open(80, 24, {shown: {lines: ['title', '', '›'], cursor: {x: 2, y: 2}}});
		screen.stream.write('\u001B[?2026h');
		screen.stream.write('title\n');
		screen.stream.write('frame\n');
		screen.stream.write('\u001B[?2026l');
		screen.stream.write('frame\n');
		expect(written).toEqual([
			`\u001B[?2026h\r\u001B[J${'\u001B[A\u001B[2K'.repeat(2)}title\nframe\n\u001B[?2026l`,
			'frame\n',
		]);
	});

	it('counts the rows that were made of it by a window that became narrower', () => {
		const {screen, written, resize} = open(80, 24, {
			shown: {lines: ['x'.repeat(50), '›'], cursor: {x: 2, y: 1}},
		});
		resize(20);
		screen.stream.write('frame\n');
		expect(written).toEqual([`\r\u001B[J${'\u001B[A\u001B[2K'.repeat(3)}frame\n`]);
	});

	it('holds back what is written while it is muted, but tells the writer that it is done', () => {
		const {screen, written} = open();
		let isDone = false;
		screen.muted(() => {
			screen.stream.write('hidden', () => {
				isDone = true;
			});
		});
		screen.stream.write('shown');
		expect(written).toEqual(['shown']);
		expect(isDone).toBe(true);
	});

	it('is no longer muted after an error', () => {
		const {screen, written} = open();
		expect(() =>
			screen.muted(() => {
				throw new Error('oops');
			}),
		).toThrow('oops');
		screen.stream.write('shown');
		expect(written).toEqual(['shown']);
	});

	it('tells of a new size once, when the window has come to rest, and Ink before us', () => {
		const {screen, clock, resize} = open();
		const heard: string[] = [];
		screen.onResize(() => heard.push(`we ${screen.size().columns}`));
		screen.stream.on('resize', () => heard.push(`ink ${screen.stream.columns}`));
		for (const columns of [70, 60, 50]) {
			resize(columns);
			clock.advance(20);
			expect(screen.canDraw()).toBe(false);
			expect(screen.size().columns).toBe(80);
			expect(screen.stream.columns).toBe(80);
		}
		expect(heard).toEqual([]);
		clock.advance(1000);
		expect(heard).toEqual(['ink 50', 'we 50']);
		expect(screen.canDraw()).toBe(true);
	});

	it('does not take a window for resting whose next size it has not been told of yet', () => {
		const {screen, clock, stdout, resize} = open();
		const heard: number[] = [];
		screen.onResize(() => heard.push(screen.size().columns));
		resize(45);
		// The signal that tells of it comes late: whoever asks knows.
		let next: number | undefined = 80;
		Object.assign(stdout, {
			_refreshSize() {
				if (next !== undefined) resize(next);
				next = undefined;
			},
		});
		clock.advance(60);
		expect(heard).toEqual([]);
		expect(screen.canDraw()).toBe(false);
		clock.advance(60);
		expect(heard).toEqual([80]);
		expect(screen.canDraw()).toBe(true);
	});

	it('shows nothing of what Ink draws when it hears of a new size', () => {
		const {screen, clock, resize, written} = open();
		screen.stream.on('resize', () => screen.stream.write('a frame for the old size'));
		resize(50);
		clock.advance(1000);
		expect(written).toEqual([]);
	});

	it('no longer tells a listener that left', () => {
		const {screen, clock, resize} = open();
		let heard = 0;
		const listener = (): void => {
			heard += 1;
		};
		screen.stream.on('resize', listener);
		screen.stream.off('resize', listener);
		resize(50);
		clock.advance(1000);
		expect(heard).toBe(0);
	});

	it('erases the frame that was drawn, once', () => {
		const {screen, written} = open();
		screen.eraseFrame();
		expect(written).toEqual([]);
		screen.expectFrame(frame);
		screen.eraseFrame();
		expect(written).toEqual([]);
		screen.stream.write('the frame');
		screen.eraseFrame();
		screen.eraseFrame();
		expect(written).toEqual(['the frame', '\r\u001b[J\u001b[A\u001b[2K\u001b[A\u001b[2K']);
	});

	it('moves no row up for a frame of one line', () => {
		const {screen, written} = open();
		screen.expectFrame({lines: ['› '], cursor: {x: 2, y: 0}, maxScroll: 0});
		screen.stream.write('');
		screen.eraseFrame();
		expect(written.at(-1)).toBe('\r\u001b[J');
	});

	it('leaves no timer and no listener behind', () => {
		const {screen, clock, stdout, resize} = open();
		resize(50);
		screen.dispose();
		expect(clock.waiting()).toBe(0);
		expect(stdout.listenerCount('resize')).toBe(0);
	});
});

describe('the rows above the cursor', () => {
	const table: readonly (readonly [lines: readonly string[], x: number, columns: number, rows: number])[] = [
		[[''], 0, 10, 0],
		[['', ''], 0, 10, 1],
		[['x'.repeat(10), ''], 0, 10, 1],
		[['x'.repeat(11), ''], 0, 10, 2],
		[['x'.repeat(30), ''], 0, 10, 3],
		[['\u001b[2m'.concat('x'.repeat(10), '\u001b[22m'), ''], 0, 10, 1],
		[['漢'.repeat(5), ''], 0, 5, 3],
		[['漢'.repeat(4), ''], 0, 4, 2],
		[['x'.repeat(15)], 12, 10, 1],
		[['x'.repeat(20)], 20, 10, 1],
		[['x'.repeat(20)], 10, 10, 1],
	];
	for (const [lines, x, columns, rows] of table) {
		it(`are ${rows} for ${JSON.stringify(lines)} at ${columns} columns`, () => {
			expect(rowsAboveCursor({lines, cursor: {x, y: lines.length - 1}, maxScroll: 0}, columns)).toBe(rows);
		});
	}
});

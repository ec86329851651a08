import {describe, expect, it} from 'vitest';
import {guardMilliseconds} from '../../../../source/ui/guard-time.ts';
import {createViewer} from '../../../../source/ui/pager/viewer.ts';
import {createStyles} from '../../../../source/ui/theme/styles.ts';
import {createClock} from '../../../helpers/ui-clock.ts';
import {createFakeApp} from '../../../helpers/ui-fake-app.ts';
import {createFakeHost} from '../../../helpers/ui-fake-host.ts';

const size = {columns: 80, rows: 24};

const open = () => {
	const clock = createClock();
	const {app} = createFakeApp(clock.now);
	const viewer = createViewer({
		app,
		host: createFakeHost().host,
		styles: () => createStyles(false),
		now: clock.now,
		schedule: clock.schedule,
		title: () => ({text: 'Something'}),
		tabs: () => [],
	});
	let runs = 0;
	viewer.confirm('Really?', () => {
		runs += 1;
	});
	const draw = (): string => viewer.draw(size).lines.join('\n');
	return {viewer, clock, draw, runs: () => runs};
};

describe('a question of a window to read in', () => {
	it('is answered by a yes that comes after it could be read, once', () => {
		const {viewer, clock, draw, runs} = open();
		viewer.onKey('y', 'y');
		expect(draw()).toContain('Really?');
		viewer.onKey('y', 'y');
		expect(runs()).toBe(0);
		clock.advance(guardMilliseconds);
		viewer.onKey('y', 'y');
		viewer.onKey('y', 'y');
		expect(runs()).toBe(1);
		expect(draw()).not.toContain('Really?');
	});

	it('is a no by every other key', () => {
		const {viewer, clock, draw, runs} = open();
		draw();
		clock.advance(guardMilliseconds);
		viewer.onKey('x', 'x');
		viewer.onKey('y', 'y');
		expect([runs(), draw().includes('Really?')]).toEqual([0, false]);
	});

	it('has to be read anew after something lay over it', () => {
		const {viewer, clock, draw, runs} = open();
		draw();
		clock.advance(guardMilliseconds);
		viewer.setLayer({draw: () => ({lines: ['over it']}), onKey: () => undefined, onPaste: () => undefined});
		expect(draw()).toBe('over it');
		viewer.setLayer(undefined);
		viewer.onKey('y', 'y');
		draw();
		viewer.onKey('y', 'y');
		expect(runs()).toBe(0);
		clock.advance(guardMilliseconds);
		viewer.onKey('y', 'y');
		expect(runs()).toBe(1);
	});
});

import type {Catalogue} from '../../source/app/catalogue.ts';
import type {BenchPorts} from '../../source/domain/bench-ports.ts';
import type {BenchMemory} from '../../source/ui/bench/bench-memory.ts';
import {createBench} from '../../source/ui/bench/create-bench.ts';
import {openSection} from '../../source/ui/bench/open-section.ts';
import type {Bench, BenchTarget, Section} from '../../source/ui/bench/section.ts';
import type {Sections} from '../../source/ui/bench/sections.ts';
import {createStyles} from '../../source/ui/theme/styles.ts';
import type {WindowSize} from '../../source/ui/window-host.ts';
import {createClock} from './ui-clock.ts';
import {createFakeApp} from './ui-fake-app.ts';
import {createFakeHost} from './ui-fake-host.ts';
import {seen} from './ui-text.ts';
import {waitUntil} from './wait-until.ts';

type BenchOptions<Item extends object> = {
	/** The section that is opened. */
	readonly create: (bench: Bench) => Section<Item>;
	readonly ports?: BenchPorts;
	readonly catalogue?: Partial<Catalogue>;
	readonly size?: WindowSize;
	readonly target?: BenchTarget;
	/** What is known of a workbench that was open before. */
	readonly memory?: BenchMemory;
	/** Others beside it. */
	readonly others?: Sections;
	/** Applied to the app before anything is opened. */
	readonly before?: (fake: ReturnType<typeof createFakeApp>) => void;
};

/** The workbench with one section, on a fake app and a clock that stands still. Keys go in, the picture comes out. */
export const openBench = async <Item extends object>(options: BenchOptions<Item>) => {
	const clock = createClock();
	const fake = createFakeApp(clock.now, options.catalogue ?? {});
	options.before?.(fake);
	const window = createFakeHost();
	const drafts: string[] = [];
	let size = options.size ?? {columns: 80, rows: 24};
	let bench: Bench | undefined;
	const styles = createStyles(false);
	const load = async (given: Bench, deps: Parameters<typeof openSection>[1]) => {
		bench = given;
		return openSection(options.create(given), deps);
	};
	const entry = {title: 'This', load};
	const sections: Sections = {...options.others, servers: entry};
	const screen = createBench({
		app: fake.app,
		host: window.host,
		styles: () => styles,
		now: clock.now,
		schedule: clock.schedule,
		putDraft: text => drafts.push(text),
		ports: options.ports ?? {},
		sections,
		...(options.memory === undefined ? {} : {memory: options.memory}),
	});
	screen.open('servers', options.target);
	const lines = (): readonly string[] => screen.draw(size).lines.map(seen);
	const text = (): string => lines().join('\n');
	await waitUntil(() => !text().includes('one moment'));
	const isCharacter = (key: string): boolean => [...key].length === 1;
	return {
		clock,
		fake,
		window,
		drafts,
		screen,
		bench: () => {
			if (bench === undefined) {
				throw new Error('No section was opened.');
			}
			return bench;
		},
		lines,
		text,
		resize(next: WindowSize) {
			size = next;
		},
		cursor: () => screen.draw(size).cursor,
		/** Presses named keys; a name of one character types it. */
		press(...keys: readonly string[]) {
			for (const key of keys) {
				screen.onKey(key, isCharacter(key) ? key : '');
			}
		},
		type(typed: string) {
			for (const character of typed) {
				screen.onKey(character, character);
			}
		},
		/** Answers the question at the bottom with yes, once it could be read. */
		yes() {
			screen.draw(size);
			clock.advance(400);
			screen.onKey('y', 'y');
		},
	};
};

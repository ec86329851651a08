import type {Schedule} from '../../domain/ports.ts';
import {findViewerIntents, readingBindings} from '../input/viewer-bindings.ts';
import {linesSource} from '../pager/line.ts';
import {createTextPage, type Page} from '../pager/page.ts';
import type {ViewerLayer} from '../pager/tab.ts';
import {type KeyTable, keyLines} from '../pager/viewer-lines.ts';
import type {Styles} from '../theme/styles.ts';

type HelpDeps = {
	readonly tables: readonly KeyTable[];
	readonly styles: () => Styles;
	readonly schedule: Schedule;
	readonly onChange: () => void;
	readonly onDone: () => void;
};

/** Every key that works where it was asked for. */
export const createHelpLayer = ({tables, styles, schedule, onChange, onDone}: HelpDeps): ViewerLayer => {
	let page: {readonly width: number; readonly page: Page} | undefined;
	const pageFor = (width: number): Page => {
		if (page?.width !== width) {
			page = {width, page: createTextPage(linesSource(keyLines(tables, width)), {schedule, onChange})};
		}
		return page.page;
	};
	return {
		draw({columns: width, rows}) {
			const look = styles();
			const height = Math.max(1, rows - 2);
			const {lines, position} = pageFor(width).draw({width, height}, look);
			const body = [...lines, ...Array.from({length: Math.max(0, height - lines.length)}, () => '')];
			return {lines: [...body, look.dim(position), look.dim('esc back · ↑ ↓ scroll')].slice(-rows)};
		},
		onKey(name) {
			const intents = findViewerIntents([readingBindings], name);
			const moved = intents.some(intent => page?.page.act(intent) === true);
			if (!moved) {
				onDone();
			}
		},
		onPaste: () => undefined,
	};
};

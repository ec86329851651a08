import type {Bench} from '../bench/section.ts';
import {composerLines} from '../frame/composer-lines.ts';
import type {ViewerLayer} from '../pager/tab.ts';
import {createFields, type FieldsWish} from '../pick/fields.ts';
import {pickLines} from '../pick/pick-lines.ts';
import {initialView, type ViewState} from '../view-state.ts';

type ValuesBench = Pick<Bench, 'app' | 'now' | 'schedule' | 'styles' | 'setLayer' | 'changed' | 'signal'>;

/** Asks for values one after the other, as the chat does, over the whole window. */
export const askForValues = (bench: ValuesBench, wish: FieldsWish): void => {
	let view: ViewState = initialView;
	const fields = createFields({
		...bench,
		getView: () => view,
		setView(next) {
			const isOver = view.pick !== undefined && next.pick === undefined;
			view = next;
			if (isOver) {
				bench.setLayer(undefined);
			} else {
				bench.changed();
			}
		},
	});
	bench.signal.addEventListener('abort', () => fields.dispose(), {once: true});
	const layer: ViewerLayer = {
		draw({columns: width, rows}) {
			const styles = bench.styles();
			if (view.pick === undefined) {
				return {lines: []};
			}
			const {lines, typed} = pickLines(view.pick, {width, height: Math.max(1, rows - 3), styles});
			if (typed === undefined) {
				return {lines};
			}
			const {text, placeholder} = typed;
			const line = composerLines(text, {width, height: 1, styles, placeholder});
			const above = [...lines, ''];
			return {
				lines: [...above, ...line.lines].slice(0, rows),
				cursor: {x: line.cursor.x, y: Math.min(rows - 1, above.length + line.cursor.y)},
			};
		},
		onKey: fields.onKey,
		onPaste: fields.onPaste,
	};
	fields.open(wish);
	bench.setLayer(layer);
};

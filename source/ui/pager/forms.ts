import type {JsonValue} from '../../domain/json.ts';
import {writeJson} from '../text/write-json.ts';
import {createTreePage} from '../tree/tree-page.ts';
import {type Line, type LineSource, linesSource} from './line.ts';
import {createTextPage, type Page, type PageDeps} from './page.ts';
import type {Form} from './tab.ts';
import {createTextSource} from './text-source.ts';

/** Until it is drawn. */
const usualWidth = 80;

const once = <Value>(make: () => Value): (() => Value) => {
	let made: {readonly value: Value} | undefined;
	return () => {
		made ??= {value: make()};
		return made.value;
	};
};

/** JSON as a tree and as text. `what` names it when it is copied. */
export const jsonForms = (value: JsonValue, what: string, deps: PageDeps): readonly Form[] => {
	const text = once(() => writeJson(value));
	const whole = () => ({what, text: text()});
	return [
		{page: once(() => createTreePage(value, deps)), whole, ending: '.json'},
		{page: once(() => createTextPage(createTextSource(text()), deps)), whole, ending: '.json'},
	];
};

export const textForm = (
	source: () => LineSource,
	what: string,
	text: () => string,
	deps: PageDeps,
): Form => ({
	page: once(() => createTextPage(source(), deps)),
	whole: () => ({what, text: text()}),
});

/** Lines that may be others every time they are looked at. */
export const liveForm = (
	lines: () => readonly Line[],
	what: string,
	deps: PageDeps & {readonly isGrowing?: boolean},
): Form & {readonly renew: () => void} => {
	let now = lines();
	const page: () => Page = once(() =>
		createTextPage({count: () => now.length, at: index => linesSource(now).at(index)}, deps, deps),
	);
	return {
		page,
		whole: () => ({
			what,
			text: lines()
				.map(({label = '', text}) => `${label}${text}`)
				.join('\n'),
		}),
		renew() {
			now = lines();
			page().changed();
		},
	};
};

/** Lines that are made for the width of the window, such as a picture, and may be others every time they are looked at. */
export const sizedForm = (
	lines: (width: number) => readonly Line[],
	what: string,
	deps: PageDeps,
): Form & {readonly renew: () => void} => {
	let width = usualWidth;
	let now = lines(width);
	const page: () => Page = once(() => {
		const inner = createTextPage({count: () => now.length, at: index => linesSource(now).at(index)}, deps);
		return {
			...inner,
			draw(area, styles) {
				if (area.width !== width) {
					width = area.width;
					now = lines(width);
					inner.changed();
				}
				return inner.draw(area, styles);
			},
		};
	});
	return {
		page,
		whole: () => ({what, text: now.map(({label = '', text}) => `${label}${text}`).join('\n')}),
		renew() {
			now = lines(width);
			page().changed();
		},
	};
};

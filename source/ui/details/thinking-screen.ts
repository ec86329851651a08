import {benchParts} from '../../domain/bench-part.ts';
import type {Answer} from '../../state/app-state.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import {thinkingBindings} from '../input/viewer-bindings.ts';
import {emptyLine, type Line, type LineSource} from '../pager/line.ts';
import {createTextPage} from '../pager/page.ts';
import type {Form} from '../pager/tab.ts';
import {createTextSource, type TextSource} from '../pager/text-source.ts';
import {createViewer, type Viewer} from '../pager/viewer.ts';
import {formatMoment} from '../text/format.ts';
import type {DetailsDeps} from './open-details.ts';

type Thought = {readonly answer: Answer; readonly source: TextSource; readonly length: number};

const nothing = 'The model has not shown any thinking. Some models do not.';

const heading = ({model, startedAt, status}: Answer): Line => ({
	text: sanitiseLine(`${model} · ${formatMoment(startedAt)}${status === 'streaming' ? ' · now' : ''}`),
	tone: 'heading',
});

/** The thoughts one after the other, each under its heading and with an empty line behind it. */
const stack = (thoughts: () => readonly Thought[]): LineSource => ({
	count: () =>
		Math.max(
			1,
			thoughts().reduce((sum, {source}) => sum + source.count() + 2, 0),
		),
	at(index) {
		let row = index;
		for (const {answer, source} of thoughts()) {
			if (row === 0) {
				return heading(answer);
			}
			if (row <= source.count()) {
				return source.at(row - 1);
			}
			row -= source.count() + 2;
			if (row < 0) {
				return emptyLine;
			}
		}
		return thoughts().length === 0 ? {text: nothing, tone: 'dim'} : emptyLine;
	},
});

/** What the model thought, from the first answer to the one that is arriving: ctrl+t. */
export const createThinkingScreen = ({app, host, styles, now, schedule, openPart}: DetailsDeps): Viewer => {
	const thoughts: Thought[] = [];
	let seenItems = 0;

	const put = (answer: Answer): void => {
		const {id, thinking} = answer;
		if (thinking === '') {
			return;
		}
		const place = thoughts.findLastIndex(each => each.answer.id === id);
		const known = thoughts[place];
		if (known === undefined) {
			thoughts.push({answer, source: createTextSource(thinking), length: thinking.length});
			return;
		}
		known.source.append(thinking.slice(known.length));
		thoughts[place] = {answer, source: known.source, length: thinking.length};
	};
	/** Only what is new since the last time is looked at. */
	const follow = (): void => {
		const {items, streaming} = app.getState();
		for (const item of items.slice(seenItems)) {
			if (item.type === 'answer') {
				put(item);
			}
		}
		seenItems = items.length;
		if (streaming !== undefined) {
			put(streaming);
		}
	};
	follow();
	const changed = (): void => viewer.changed();
	const page = createTextPage(
		stack(() => thoughts),
		{schedule, onChange: changed},
		{isGrowing: true},
	);
	const form: Form = {
		page: () => page,
		whole: () => ({
			what: 'the thinking',
			text: thoughts.map(({answer}) => `${heading(answer).text}\n${answer.thinking}\n`).join('\n'),
		}),
		ending: '.md',
	};
	const unsubscribe = app.subscribe(() => {
		const before = {count: thoughts.length, last: thoughts.at(-1)?.length};
		follow();
		if (thoughts.length !== before.count || thoughts.at(-1)?.length !== before.last) {
			page.changed();
			changed();
		}
	});
	const viewer = createViewer({
		app,
		host,
		styles,
		now,
		schedule,
		title: () => ({
			text: 'What the model thought',
			...(thoughts.length === 0
				? {}
				: {note: `${thoughts.length} ${thoughts.length === 1 ? 'answer' : 'answers'}`}),
		}),
		tabs: () => [{name: 'Thinking', forms: () => [form]}],
		keys: {title: 'Of what it thought', bindings: thinkingBindings},
		act(intent) {
			const part = benchParts.find(each => each === intent);
			if (part === undefined) {
				return false;
			}
			void openPart(part);
			viewer.close();
			return true;
		},
		onClose: unsubscribe,
	});
	return viewer;
};

import {sanitiseLine} from '../../support/sanitise.ts';
import type {ViewerLayer} from '../pager/tab.ts';
import type {Styles} from '../theme/styles.ts';
import {createListLayer} from './list-layer.ts';
import type {Choice, ChoicePrompt} from './section.ts';

type ChooserDeps<Value> = {
	readonly prompt: ChoicePrompt<Value>;
	readonly styles: () => Styles;
	/** Called when it is over, before anything is done with what was chosen. */
	readonly onDone: () => void;
};

/** A few things of which one is taken, or any number. */
export const createChooser = <Value>({prompt, styles, onDone}: ChooserDeps<Value>): ViewerLayer => {
	const {title, choices, chosen} = prompt;
	const isMulti = chosen !== undefined;
	const picked = new Set<Value>(chosen);
	const places = new Map(choices.map((choice, index) => [choice, String(index)]));
	return createListLayer<Choice<Value>>({
		title,
		items: () => choices,
		idOf: choice => places.get(choice) ?? '',
		textOf: ({label, detail = ''}) => `${label} ${detail}`,
		rowOf({label, detail, value}) {
			const isPicked = picked.has(value);
			return {
				label: sanitiseLine(label),
				...(isMulti ? {mark: {text: isPicked ? '[x]' : '[ ]', tone: isPicked ? 'good' : 'dim'}} : {}),
				...(detail === undefined ? {} : {note: sanitiseLine(detail)}),
			};
		},
		...(isMulti ? {note: () => `${picked.size} of ${choices.length} chosen`} : {}),
		nothing: 'nothing like this',
		keys: isMulti ? 'space picks · enter takes them' : 'enter takes it',
		styles,
		onTake(choice) {
			if (isMulti) {
				onDone();
				prompt.run(choices.map(({value}) => value).filter(value => picked.has(value)));
			} else if (choice !== undefined) {
				onDone();
				prompt.run([choice.value]);
			}
		},
		onLeave: onDone,
		...(isMulti
			? {
					onSpace({value}) {
						if (!picked.delete(value)) {
							picked.add(value);
						}
					},
				}
			: {}),
	});
};

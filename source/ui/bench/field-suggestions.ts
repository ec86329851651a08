import type {JsonObject} from '../../domain/json.ts';
import type {Schedule} from '../../domain/ports.ts';
import {hasOptions} from '../form/field-entry.ts';
import {currentEntry, editForm, type FormView} from '../form/form-view.ts';
import {bufferOf} from '../input/text-buffer.ts';

/** What a field may be completed to. */
export type Suggest = (
	field: string,
	typed: string,
	known: JsonObject,
	signal: AbortSignal,
) => Promise<readonly string[]>;

type SuggestionDeps = {
	readonly suggest: Suggest | undefined;
	readonly schedule: Schedule;
	readonly onChange: () => void;
};

const pauseMilliseconds = 80;
const mostShown = 8;

/** What the field with the keyboard may be completed to, asked for when its text rests. */
export const createFieldSuggestions = ({suggest, schedule, onChange}: SuggestionDeps) => {
	let found: readonly string[] = [];
	let asking: AbortController | undefined;
	let cancel = (): void => undefined;
	const stop = (): void => {
		cancel();
		asking?.abort();
		found = [];
	};
	return {
		list: (): readonly string[] => found,
		stop,
		look(form: FormView, known: JsonObject): void {
			stop();
			const entry = currentEntry(form);
			if (suggest === undefined || entry === undefined || hasOptions(entry)) {
				return;
			}
			const mine = new AbortController();
			asking = mine;
			const ask = async (): Promise<void> => {
				// Without an answer there is nothing to suggest, and everything can be typed.
				const answer = await suggest(entry.field.name, entry.text.text, known, mine.signal).catch(() => []);
				if (!mine.signal.aborted) {
					found = answer.slice(0, mostShown);
					onChange();
				}
			};
			cancel = schedule(() => void ask(), pauseMilliseconds);
		},
		/** The form with the first of them; undefined where the field says that already. */
		take(form: FormView): FormView | undefined {
			const [first] = found;
			const entry = currentEntry(form);
			return first === undefined || entry === undefined || entry.text.text === first
				? undefined
				: editForm(form, () => bufferOf(first));
		},
	};
};

import type {FormField} from '../../domain/form-field.ts';
import type {JsonValue} from '../../domain/json.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import {type FieldEntry, hasOptions} from './field-entry.ts';
import {currentEntry, type FormView} from './form-view.ts';

/** An answer as it would be typed or seen in a list. */
export const showAnswer = ({kind, isLiteral}: FormField, answer: JsonValue): string => {
	const nameOf = (value: JsonValue): string => {
		if (kind.type === 'choice' || kind.type === 'choices') {
			return kind.choices.find(choice => choice.value === value)?.label ?? JSON.stringify(value);
		}
		if (typeof value === 'boolean' && kind.type === 'boolean') {
			return value ? 'yes' : 'no';
		}
		const isBare = typeof value === 'string' && kind.type === 'text' && (value !== '' || isLiteral !== true);
		return isBare ? value : JSON.stringify(value);
	};
	return kind.type === 'choices' && Array.isArray(answer) ? answer.map(nameOf).join(', ') : nameOf(answer);
};

const placeholderOf = (entry: FieldEntry): string => {
	const {field} = entry;
	if (hasOptions(entry)) {
		return field.kind.type === 'choices' ? '↑ ↓ move, space picks' : '↑ ↓ choose';
	}
	if (field.isLiteral === true) {
		return field.isRequired ? `nothing in ${sanitiseLine(field.name)}` : 'left out';
	}
	const preset = field.default === undefined ? '' : sanitiseLine(showAnswer(field, field.default));
	return preset === ''
		? field.isRequired
			? 'your answer'
			: 'your answer, or enter for none'
		: `${preset}  ↵`;
};

/** What stands in the place of an answer that is not typed. */
export const formPlaceholder = (form: FormView, atTheEnd: string): string => {
	const entry = currentEntry(form);
	return entry === undefined ? atTheEnd : placeholderOf(entry);
};

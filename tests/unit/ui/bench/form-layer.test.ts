import {describe, expect, it} from 'vitest';
import {argumentFields} from '../../../../source/domain/argument-fields.ts';
import type {JsonObject} from '../../../../source/domain/json.ts';
import {createFormLayer} from '../../../../source/ui/bench/form-layer.ts';
import {openForm} from '../../../../source/ui/form/form-view.ts';
import {createStyles} from '../../../../source/ui/theme/styles.ts';
import {createClock} from '../../../helpers/ui-clock.ts';
import {createFakeHost} from '../../../helpers/ui-fake-host.ts';
import {seen} from '../../../helpers/ui-text.ts';
import {waitUntil} from '../../../helpers/wait-until.ts';

const schema: JsonObject = {
	type: 'object',
	properties: {
		city: {type: 'string', description: 'where'},
		unit: {enum: ['celsius', 'fahrenheit']},
		days: {type: 'integer', minimum: 1},
	},
	required: ['city'],
};

const openLayer = (options: Partial<Parameters<typeof createFormLayer>[0]> = {}) => {
	const clock = createClock();
	const window = createFakeHost();
	const styles = createStyles(false);
	const sent: JsonObject[] = [];
	const left: (JsonObject | undefined)[] = [];
	const layer = createFormLayer({
		styles: () => styles,
		host: window.host,
		schedule: clock.schedule,
		now: clock.now,
		onChange: () => undefined,
		title: 'Weather',
		formOf: content => openForm(argumentFields(schema, content), content),
		content: {},
		action: 'run it',
		onSubmit: content => sent.push(content),
		onCancel: content => left.push(content),
		...options,
	});
	const text = (): string => layer.draw({columns: 80, rows: 24}).lines.map(seen).join('\n');
	const press = (...keys: readonly string[]): void => {
		for (const key of keys) {
			layer.onKey(key, [...key].length === 1 ? key : '');
		}
	};
	const type = (typed: string): void => {
		for (const character of typed) {
			layer.onKey(character, character);
		}
	};
	return {clock, window, layer, text, press, type, sent, left};
};

describe('a form in a window of its own', () => {
	it('is filled in field by field, shows what is sent, and sends it', () => {
		const {text, press, type, sent, clock} = openLayer();
		expect(text()).toContain('city *');
		type('Bern');
		press('enter', 'down', 'enter', 'tab');
		expect(text()).toMatch(/city: +"?Bern/);
		press('enter');
		expect(sent).toEqual([]);
		clock.advance(400);
		press('enter');
		expect(sent).toEqual([{city: 'Bern', unit: 'celsius'}]);
	});

	it('says what is wrong while one types, and does not go on', () => {
		const {text, press, type} = openLayer({content: {city: 'Bern'}});
		press('tab', 'tab');
		type('0');
		press('ctrl+s');
		expect(text()).toContain('✘');
		expect(text()).toContain('days');
	});

	it('is edited as JSON and goes back to the fields', () => {
		const {text, press, layer, sent} = openLayer({content: {city: 'Bern'}});
		press('ctrl+t');
		expect(text()).toContain('"city": "Bern"');
		press('ctrl+u');
		layer.onPaste('{');
		expect(text()).toContain('✘ line');
		press('enter');
		expect(sent).toEqual([]);
		press('backspace', 'end');
		expect(text()).toContain('Weather');
	});

	it('is JSON at once where no fields can be made', () => {
		const {text, press, sent} = openLayer({formOf: () => undefined, content: {any: [1, 2]}});
		expect(text()).toContain('"any"');
		expect(text()).toContain('valid JSON');
		press('enter');
		expect(sent).toEqual([{any: [1, 2]}]);
	});

	it('comes back from the editor with a look at everything, and sends nothing by itself', async () => {
		const {text, press, window, sent} = openLayer({content: {city: 'Bern'}});
		window.answerWith({type: 'edited', text: '{"city": "Thun", "days": 3}\n'});
		press('ctrl+g');
		await waitUntil(() => text().includes('Thun'));
		expect(text()).toMatch(/days: +3/);
		expect(sent).toEqual([]);
	});

	it('shows why what is sent is not taken', async () => {
		const {text, press, clock, sent} = openLayer({
			content: {city: 'Bern'},
			check: async () => 'There is no such city.',
		});
		press('ctrl+s');
		text();
		clock.advance(400);
		press('enter');
		await waitUntil(() => text().includes('There is no such city.'));
		expect(sent).toEqual([]);
	});

	it('suggests what a field may be completed to, and tab takes the first', async () => {
		const asked: string[] = [];
		const {text, press, type, clock} = openLayer({
			async suggest(field, typed) {
				asked.push(`${field}=${typed}`);
				return ['Bern', 'Berlin'].filter(city => city.startsWith(typed));
			},
		});
		type('Be');
		clock.advance(100);
		await waitUntil(() => text().includes('tab: Bern · Berlin'));
		expect(asked.at(-1)).toBe('city=Be');
		press('tab');
		expect(text()).toContain('› Bern');
	});

	it('gives back what was filled in when the user leaves', () => {
		const {type, press, left} = openLayer();
		type('Bern');
		press('esc');
		expect(left).toEqual([{city: 'Bern'}]);
	});

	it('shows dots in the place of a secret', () => {
		const {text, type} = openLayer({
			warningAbout: ({name}) => (name === 'city' ? 'this is a secret' : undefined),
		});
		type('Bern');
		expect(text()).not.toContain('Bern');
		expect(text()).toContain('••••');
	});
});

import {describe, expect, it} from 'vitest';
import {setupLines} from '../../../../source/ui/first-run/setup-lines.ts';
import type {SetupView} from '../../../../source/ui/first-run/setup-view.ts';
import {bufferOf, emptyBuffer} from '../../../../source/ui/input/text-buffer.ts';
import {cellsOf} from '../../../../source/ui/text/graphemes.ts';
import {createStyles} from '../../../../source/ui/theme/styles.ts';
import {seen} from '../../../helpers/ui-text.ts';

const styles = createStyles(true);
const list = (change: object = {}): SetupView => ({
	type: 'list',
	title: 'Which model?',
	about: ['You can change this later, whenever you want to.'],
	choices: Array.from({length: 30}, (_, index) => ({
		id: String(index),
		label: `model ${index}`,
		detail: 'which is one of many models that there are',
		about: [`about ${index}`],
	})),
	highlight: '20',
	...change,
});

const draw = (view: SetupView, width = 80, height = 16) => {
	const {lines, typed} = setupLines(view, {width, height, styles});
	return {lines: lines.map(seen), typed};
};

describe('a page of the first run', () => {
	it.each([
		[40, 14],
		[80, 18],
		[120, 34],
		[20, 4],
	])('fits into %i columns and %i rows, and shows the highlight', (width, height) => {
		const {lines} = draw(list({problem: 'No key. Set one.', news: 'Kept.'}), width, height);
		expect(lines.length).toBeLessThanOrEqual(height);
		expect(Math.max(...lines.map(cellsOf))).toBeLessThanOrEqual(width);
		expect(lines.join('\n')).toContain('model 20');
	});

	it('says what the highlighted choice is about', () => {
		expect(draw(list()).lines.join('\n')).toContain('about 20');
	});

	it('shows a key as dots', () => {
		const {typed, lines} = draw({
			type: 'field',
			title: 'Your key',
			text: bufferOf('sk-123'),
			isSecret: true,
			placeholder: 'the key',
		});
		expect(typed?.text.text).toBe('••••••');
		expect(lines.join('\n')).not.toContain('sk-123');
	});

	it('says so when nothing is left of a list', () => {
		expect(draw(list({filter: bufferOf('zzz')})).lines.join('\n')).toContain('nothing like this');
		expect(draw(list({filter: emptyBuffer})).lines.join('\n')).not.toContain('nothing like this');
	});

	it('shows hostile names without their effect', () => {
		const choices = [{id: 'a', label: 'a\u001B]0;owned\u0007b'}];
		expect(
			setupLines(list({choices, highlight: 'a'}), {width: 80, height: 16, styles}).lines.join(''),
		).not.toContain('\u001B]0');
	});
});

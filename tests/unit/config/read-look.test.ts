import {describe, expect, it} from 'vitest';
import {readConfig} from '../../../source/core/config/read-config.ts';

const read = (text: string, isForeign = false) => readConfig('f', text, {}, {isForeign});

describe('what the configuration says about screen and keyboard', () => {
	it('is read as it is written', () => {
		const {look, problems} = read(
			'{"theme": "light", "reduced_motion": true, "screenReader": false, "images": "blocks", "notify": "none", "keys": {"open-palette": ["Ctrl+K", "meta+p"], "undo": "ctrl+x", "redraw": []}}',
		);
		expect(problems).toEqual([]);
		expect(look).toEqual({
			theme: 'light',
			reducedMotion: true,
			screenReader: false,
			images: 'blocks',
			notify: 'none',
			keys: {'open-palette': ['ctrl+k', 'alt+p'], undo: ['ctrl+x'], redraw: []},
		});
	});

	it('loses one bad value alone, and says where it is and what was meant', () => {
		const {look, problems} = read('{\n"theme": "drak",\n"reducedMotion": "yes",\n"notify": "bell"\n}');
		expect(look).toEqual({notify: 'bell'});
		expect(problems).toEqual([
			'f:2:10  theme: expected one of auto, dark, light, high-contrast, none; did you mean dark?',
			'f:3:18  reducedMotion: expected true or false',
		]);
	});

	it('counts in no file of others', () => {
		const {look, problems} = read('{"theme": "light", "keys": {"undo": ["ctrl+x"]}}', true);
		expect(look).toEqual({});
		expect(problems).toEqual([
			'f:1:11  theme: counts only in your own configuration; it is left out',
			'f:1:28  keys: counts only in your own configuration; it is left out',
		]);
	});

	it.each([
		['{"keys": []}', 'f:1:10  keys: expected an object'],
		['{"keys": {"undo": 5}}', 'f:1:19  keys.undo: expected an array of keys, such as ["ctrl+k"]'],
		['{"keys": {"undo": [5]}}', 'f:1:20  keys.undo[0]: expected a string'],
		[
			'{"keys": {"open-palete": ["ctrl+k"]}}',
			'f:1:11  keys.open-palete: is nothing that has a key of your choice; did you mean open-palette?',
		],
		['{"keys": {"submit": ["ctrl+s"]}}', 'f:1:11  keys.submit: is nothing that has a key of your choice'],
		[
			'{"keys": {"undo": ["strg+k"]}}',
			'f:1:20  keys.undo[0]: "strg+k" is not a key; expected one such as ctrl+k, alt+enter or shift+tab',
		],
		[
			'{"keys": {"undo": ["u"]}}',
			'f:1:20  keys.undo[0]: "u" is a character of messages; hold ctrl or alt with it',
		],
		[
			'{"keys": {"undo": ["?"]}}',
			'f:1:20  keys.undo[0]: "?" is a character of messages; only show-keys can have it',
		],
		[
			'{"keys": {"undo": ["ctrl+i"]}}',
			'f:1:20  keys.undo[0]: "ctrl+i" cannot be told from tab in a terminal',
		],
		[
			'{"keys": {"undo": ["ctrl+x"], "redo": ["alt+x", "ctrl+x"]}}',
			'f:1:49  keys.redo[1]: ctrl+x is the key of undo already',
		],
	])('complains about %s', (text, problem) => {
		expect(read(text).problems).toEqual([problem]);
	});

	it.each(['esc', 'ctrl+c', 'enter', 'Return', 'escape', 'tab', 'up'])('takes %s from nobody', key => {
		const {look, problems} = read(JSON.stringify({keys: {undo: [key]}}));
		expect(look).toEqual({});
		expect(problems).toEqual([
			`f:1:18  keys.undo[0]: "${key}" is needed as it is, to type, to stop or to answer questions`,
		]);
	});

	it('keeps the keys of an action that can be used', () => {
		const {look, problems} = read('{"keys": {"undo": ["u", "ctrl+x"]}}');
		expect(look.keys).toEqual({undo: ['ctrl+x']});
		expect(problems).toHaveLength(1);
	});
});

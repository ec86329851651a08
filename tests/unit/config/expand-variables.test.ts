// biome-ignore-all lint/suspicious/noTemplateCurlyInString: a person writes variables like this

import {describe, expect, it} from 'vitest';
import {expandVariables} from '../../../source/core/config/expand-variables.ts';

const env = {HOME: '/home/mira', EMPTY: '', _X1: 'x', TRICKY: '${HOME} $& $1'};

describe('expandVariables', () => {
	it.each([
		['no variable at all', 'no variable at all'],
		['', ''],
		['${HOME}/bin', '/home/mira/bin'],
		['${env:HOME}/bin', '/home/mira/bin'],
		['${HOME}:${_X1}', '/home/mira:x'],
		['${UNSET:-fallback}', 'fallback'],
		['${UNSET:-}', ''],
		['${EMPTY}', ''],
		['${EMPTY:-fallback}', 'fallback'],
		['${HOME:-fallback}', '/home/mira'],
		['${env:UNSET:-a b}', 'a b'],
		['$HOME', '$HOME'],
		['${}', '${}'],
		['${1X}', '${1X}'],
		['${HOME', '${HOME'],
		['${HO-ME}', '${HO-ME}'],
	])('makes %o into %o', (text, expected) => {
		expect(expandVariables(text, env)).toEqual({type: 'expanded', text: expected});
	});

	it('puts a value in as it is, without reading it again', () => {
		expect(expandVariables('<${TRICKY}>', env)).toEqual({type: 'expanded', text: '<${HOME} $& $1>'});
	});

	it('names the first variable that is not set', () => {
		expect(expandVariables('${HOME} ${ONE} ${TWO}', env)).toEqual({type: 'unset', variable: 'ONE'});
		expect(expandVariables('${env:ONE}', env)).toEqual({type: 'unset', variable: 'ONE'});
	});
});

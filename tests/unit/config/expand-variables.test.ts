// biome-ignore-all lint/suspicious/noTemplateCurlyInString: a person writes variables like this

import {describe, expect, it} from 'vitest';
import {expandVariables} from '../../../source/core/config/expand-variables.ts';

const sources = {
	env: {HOME: '/home/mira', EMPTY: '', _X1: 'x', TRICKY: '${HOME} $& $1'},
	workspaceFolder: '/home/ada/project',
	secrets: ({type, name}: {type: string; name: string}) => (name === 'known' ? `${type}-value` : undefined),
};

describe('expandVariables', () => {
	it.each([
		['no variable at all', 'no variable at all'],
		['', ''],
		['${HOME}/bin', '/home/mira/bin'],
		['${env:HOME}/bin', '/home/mira/bin'],
		['{env:HOME}/bin', '/home/mira/bin'],
		['${HOME}:${_X1}', '/home/mira:x'],
		['${UNSET:-fallback}', 'fallback'],
		['${UNSET:-}', ''],
		['${EMPTY}', ''],
		['${EMPTY:-fallback}', 'fallback'],
		['${HOME:-fallback}', '/home/mira'],
		['${env:UNSET:-a b}', 'a b'],
		['${UNSET:-${HOME}}/bin', '/home/mira/bin'],
		['${UNSET:-{"a": 1}}', '{"a": 1}'],
		['${HOME:-${ALSO_UNSET}}', '/home/mira'],
		['${workspaceFolder}/src', '/home/ada/project/src'],
		['<${keychain:known}>', '<keychain-value>'],
		['<${input:known}>', '<input-value>'],
		['$HOME', '$HOME'],
		['{HOME}', '{HOME}'],
		['echo $${HOME}', 'echo ${HOME}'],
		['$${', '${'],
		['$$${HOME}', '$${HOME}'],
		['$${keychain:known}', '${keychain:known}'],
		['$${env:HOME}', '${env:HOME}'],
		['${UNSET:-$${HOME}}', '${HOME}'],
		['$$ $1 $', '$$ $1 $'],
	])('makes %o into %o', (text, expected) => {
		expect(expandVariables(text, sources)).toEqual({type: 'expanded', text: expected});
	});

	it('puts a value in as it is, without reading it again', () => {
		expect(expandVariables('<${TRICKY}>', sources)).toEqual({type: 'expanded', text: '<${HOME} $& $1>'});
	});

	it.each([
		['${HOME} ${ONE} ${TWO}', {type: 'variable', name: 'ONE'}],
		['${env:ONE}', {type: 'variable', name: 'ONE'}],
		['${ONE:-${TWO}}', {type: 'variable', name: 'TWO'}],
		['${keychain:git hub}', {type: 'keychain', name: 'git hub'}],
		['${input:api-key}', {type: 'input', name: 'api-key'}],
		['${toString}', {type: 'variable', name: 'toString'}],
	])('names the first of %o that has no value', (text, reference) => {
		expect(expandVariables(text, sources)).toEqual({type: 'missing', reference});
	});

	it.each([
		['${HO-ME}', '${HO-ME}'],
		['${HO.ME}', '${HO.ME}'],
		['${1X}', '${1X}'],
		['a ${} b', '${}'],
		['${HOME} ${UNCLOSED', '${UNCLOSED'],
		['${HOME:?must}', '${HOME:?must}'],
		['${keychan:known}', '${keychan:known}'],
		['${keychain:}', '${keychain:}'],
		['${env:HO-ME}', '${env:HO-ME}'],
		['${{ secrets.KEY }}', '${'],
		['${HOME:-${HO-ME}}', '${HO-ME}'],
	])('takes nothing of %o for text: %o is no reference', (text, written) => {
		expect(expandVariables(text, sources)).toEqual({type: 'broken', written});
	});

	it('knows no secrets where nobody looks them up', () => {
		expect(expandVariables('${keychain:known}', {env: {}})).toMatchObject({type: 'missing'});
	});
});

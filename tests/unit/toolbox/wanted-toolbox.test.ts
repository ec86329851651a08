import {describe, expect, it} from 'vitest';
import {createToolbox} from '../../../source/compose-toolbox.ts';
import {type ToolboxSettings, usualToolbox} from '../../../source/domain/toolbox-settings.ts';
import {readyStatus} from '../../helpers/fake-servers.ts';
import {keepsAll} from '../../helpers/turn-harness.ts';

type Wish = {
	readonly settings?: ToolboxSettings;
	readonly isUsual?: boolean;
	readonly isLeftOut?: boolean;
	readonly tourFolder?: string;
};

const configOf = ({settings, isUsual = false, isLeftOut = false, tourFolder}: Wish) =>
	createToolbox({
		version: '1',
		name: 'toolbox',
		tourFolder: () => tourFolder,
		settings: () => settings,
		isUsual,
		isLeftOut,
		results: keepsAll,
		servers: () => ({
			tools: () => [],
			setEnabled: async () => undefined,
			start: async () => readyStatus(),
		}),
	}).config();

const wanted = (isWanted: boolean): ToolboxSettings => ({...usualToolbox, isWanted});

describe('the built-in server', () => {
	it.each<[string, Wish, boolean]>([
		['nobody says anything and it is usual here', {isUsual: true}, true],
		['nobody says anything and it is not usual here', {}, false],
		['the user wants it', {settings: wanted(true)}, true],
		['the user does not want it', {settings: wanted(false), isUsual: true}, false],
		['this run leaves it out', {settings: wanted(true), isUsual: true, isLeftOut: true}, false],
		['it is the tour', {settings: wanted(false), isLeftOut: true, tourFolder: '/tour'}, true],
	])('is on or off, where %s', (_, wish, isOn) => {
		expect(configOf(wish).disabled).toBe(!isOn);
	});

	it('works in the folders that the user names, and in that of the tour while it is the tour', () => {
		const settings = {...wanted(true), roots: ['/a', '/b']};
		expect(configOf({settings})).toMatchObject({builtFrom: {roots: ['/a', '/b']}});
		expect(configOf({settings: wanted(true)})).toMatchObject({builtFrom: {roots: [process.cwd()]}});
		expect(configOf({settings, tourFolder: '/tour'})).toMatchObject({builtFrom: {roots: ['/tour']}});
	});

	it('offers the tools that the user names, and always what helps with what is too large', () => {
		const settings = {...wanted(true), includeTools: ['read-*'], excludeTools: ['write-file']};
		const {includeTools, excludeTools} = configOf({settings});
		expect(includeTools).toEqual(['read-*', 'search-tools', 'read-result']);
		expect(excludeTools).toEqual(['write-file']);
		expect(configOf({settings: {...settings, isWanted: false}}).includeTools).toBeUndefined();
	});
});

import {describe, expect, it} from 'vitest';
import {describeServed} from '../../../source/cli/describe-served.ts';
import {limitServedTools} from '../../../source/cli/limit-served-tools.ts';
import {noToolbox, usualToolbox} from '../../../source/domain/toolbox-settings.ts';
import {toolboxToolNames} from '../../../source/domain/toolbox-tool-names.ts';
import {createWaitingTool} from '../../helpers/served-toolbox.ts';

const {tool: sample} = createWaitingTool();
const customTools = ['weather', 'write-note'].map(name => ({...sample, name}));
const limit = (toolbox?: Parameters<typeof limitServedTools>[0]) =>
	limitServedTools(toolbox, customTools, {});
const namesOf = ({only, customTools: custom}: ReturnType<typeof limit>) => [
	only,
	custom.map(({name}) => name),
];

describe('the tools that are served', () => {
	it('are all, where the configuration says nothing about them', () => {
		expect(namesOf(limit())).toEqual([toolboxToolNames, ['weather', 'write-note']]);
	});

	it('are only the custom ones, where the toolbox is switched off or has a slip in it', () => {
		expect(namesOf(limit(noToolbox))).toEqual([[], ['weather', 'write-note']]);
		expect(namesOf(limit({...usualToolbox, isWanted: false}))).toEqual([[], ['weather', 'write-note']]);
	});

	it('are those that are included, beside the custom ones, without those that are excluded', () => {
		const toolbox = {...usualToolbox, includeTools: ['*-file', 'calc*'], excludeTools: ['write-*']};
		expect(namesOf(limit(toolbox))).toEqual([['calculate', 'read-file'], ['weather']]);
	});

	it('have the folders and hosts of the configuration', () => {
		const toolbox = {...usualToolbox, roots: ['/notes'], allowedHosts: ['intranet.example']};
		expect(limit(toolbox)).toMatchObject({
			roots: ['/notes'],
			network: {allowedHosts: ['intranet.example']},
		});
		expect(limit()).not.toHaveProperty('roots');
	});
});

describe('what is said of the tools that are served', () => {
	const roots = ['/a', '/b'];

	it('names files, the web and custom tools with their keys', () => {
		expect(describeServed({...limit(), mode: 'act', roots})).toEqual([
			'The tools may read and write files in /a, /b.',
			'fetch-url may reach the public web.',
			'2 custom tools of yours are served, too: whoever calls them uses the keys in them.',
		]);
	});

	it('names nothing that is not served', () => {
		const excluding = {...usualToolbox, excludeTools: ['write-*', 'search-*'], allowedHosts: ['nas:80']};
		expect(describeServed({...limit(excluding), mode: 'act', roots})).toEqual([
			'The tools may read files in /a, /b.',
			'fetch-url may reach the public web, and nas:80.',
			'1 custom tool of yours is served, too: whoever calls it uses the keys in it.',
		]);
		const writing = {...usualToolbox, includeTools: ['write-file']};
		expect(describeServed({...limit(writing), customTools: [], mode: 'plan', roots})).toEqual([]);
	});
});

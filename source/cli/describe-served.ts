import type {ToolboxOptions} from '../core/toolbox/create-toolbox-server.ts';
import {sanitiseLine} from '../support/sanitise.ts';
import type {ServedTools} from './limit-served-tools.ts';

type Served = ServedTools & Pick<ToolboxOptions, 'mode'> & {readonly roots: readonly string[]};

const reading = ['list-directory', 'read-file', 'search-files'];

const describeFiles = ({mode, only, roots}: Served): readonly string[] => {
	const reads = reading.some(name => only.includes(name));
	const writes = mode === 'act' && only.includes('write-file');
	const what = [...(reads ? ['read'] : []), ...(writes ? ['write'] : [])].join(' and ');
	return what === '' ? [] : [`The tools may ${what} files in ${roots.map(sanitiseLine).join(', ')}.`];
};

const describeWeb = ({only, network}: Served): readonly string[] => {
	if (!only.includes('fetch-url')) return [];
	const own = (network?.allowedHosts ?? []).map(sanitiseLine);
	return [`fetch-url may reach the public web${own.length === 0 ? '' : `, and ${own.join(', ')}`}.`];
};

const describeCustom = ({mode, customTools}: Served): readonly string[] => {
	const {length} = customTools.filter(
		({enabledInModes}) => mode === 'act' || enabledInModes.includes('mcpPlan'),
	);
	if (length === 0) return [];
	return [
		length === 1
			? '1 custom tool of yours is served, too: whoever calls it uses the keys in it.'
			: `${length} custom tools of yours are served, too: whoever calls them uses the keys in them.`,
	];
};

/** What those can do that are let in, in sentences. */
export const describeServed = (served: Served): readonly string[] => [
	...describeFiles(served),
	...describeWeb(served),
	...describeCustom(served),
];

import type {ServerList} from '../../../domain/server.ts';
import type {ServerCatalogue} from '../catalogue/list-catalogue.ts';

const lists: readonly ServerList[] = ['tools', 'prompts', 'resources', 'templates'];

/** What we know is better than nothing: a list that failed this time keeps what it had, and a note says so. */
export const keepKnown = (listed: ServerCatalogue, known: ServerCatalogue | undefined): ServerCatalogue => {
	const {unreadable = {}, note, ...rest} = listed;
	const kept = lists.filter(
		list => unreadable[list] !== undefined && known !== undefined && known.unreadable?.[list] === undefined,
	);
	if (known === undefined || kept.length === 0) return listed;
	const missing = Object.entries(unreadable).filter(([list]) => !kept.some(each => each === list));
	const notes = kept.map(list => `${unreadable[list]?.message ?? ''} The list from before is still used.`);
	const {tools, leftOut, definitionTokens} = kept.includes('tools') ? known : listed;
	return {
		...rest,
		tools,
		leftOut,
		definitionTokens,
		prompts: (kept.includes('prompts') ? known : listed).prompts,
		resources: (kept.includes('resources') ? known : listed).resources,
		templates: (kept.includes('templates') ? known : listed).templates,
		note: [...(note === undefined ? [] : [note]), ...notes].join(' '),
		...(missing.length === 0 ? {} : {unreadable: Object.fromEntries(missing)}),
	};
};

import type {ServerCatalogue} from '../catalogue/list-catalogue.ts';

/** What we know is better than nothing: a list that failed this time keeps what it had. */
export const keepKnown = (listed: ServerCatalogue, known: ServerCatalogue | undefined): ServerCatalogue => {
	const failed = new Set(listed.failed ?? []);
	if (known === undefined || failed.size === 0) return listed;
	const {failure, ...rest} = listed;
	const {
		tools,
		leftOut,
		definitionTokens,
		failure: before,
	} = failed.has('tools') ? known : {...listed, failure};
	return {
		...rest,
		tools,
		leftOut,
		definitionTokens,
		...(before === undefined ? {} : {failure: before}),
		...(failed.has('prompts') ? {prompts: known.prompts} : {}),
		...(failed.has('resources') ? {resources: known.resources} : {}),
		...(failed.has('templates') ? {templates: known.templates} : {}),
	};
};

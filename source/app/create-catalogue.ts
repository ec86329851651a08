import type {ToolGate, ToolServers} from '../domain/ports.ts';
import type {ServerOffers} from '../domain/server-ports.ts';
import {type Catalogue, emptyCatalogue} from './catalogue.ts';

type CatalogueDeps = {
	readonly servers: Pick<ToolServers, 'tools' | 'connect'>;
	readonly offers?: ServerOffers;
	readonly gate: Pick<ToolGate, 'whyWithheld'>;
};

/** What a message may name: what the servers offer, without what is kept from the model. */
export const createCatalogue = ({servers, offers, gate}: CatalogueDeps): Catalogue => ({
	...emptyCatalogue,
	tools: () => servers.tools().filter(({definition}) => gate.whyWithheld(definition) === undefined),
	connect: servers.connect,
	...(offers === undefined
		? {}
		: {
				prompts: offers.prompts,
				resources: offers.resources,
				templates: offers.resourceTemplates,
				complete: offers.complete,
				getPrompt: offers.getPrompt,
				readResource: offers.readResource,
				listSkills: offers.listSkills,
			}),
});

import type {PromptDefinition, ResourceDefinition} from '../../source/domain/catalogue.ts';
import type {ServerOffers} from '../../source/domain/server-ports.ts';
import type {ToolContent} from '../../source/domain/tool.ts';

type FakeOffersOptions = {
	/** Listed resources by `server uri`, with what is in them. */
	readonly resources?: readonly (Pick<ResourceDefinition, 'server' | 'uri'> & {
		readonly content: readonly ToolContent[];
	})[];
	readonly prompts?: readonly PromptDefinition[];
	readonly readResource?: ServerOffers['readResource'];
	readonly getPrompt?: ServerOffers['getPrompt'];
	/** Without it no server has skills. */
	readonly listSkills?: ServerOffers['listSkills'];
};

export const textResource = (server: string, uri: string, text: string) => ({
	server,
	uri,
	content: [{type: 'resource', uri, mimeType: 'text/plain', text}] as const,
});

/** Servers with resources and prompts; what is not listed cannot be read. */
export const createFakeOffers = ({
	resources = [],
	prompts = [],
	readResource,
	getPrompt,
	listSkills = async () => ({type: 'fetched', value: {skills: []}, raw: {}}),
}: FakeOffersOptions = {}): ServerOffers => ({
	prompts: () => prompts,
	resources: () => resources.map(({server, uri}) => ({server, uri, name: uri, description: ''})),
	resourceTemplates: () => [],
	complete: async () => ({type: 'cancelled'}),
	listSkills,
	readResource:
		readResource ??
		(async (server, uri) => {
			const found = resources.find(each => each.server === server && each.uri === uri);
			return found === undefined
				? {type: 'failed', failure: {code: 'protocol-error', message: `Resource ${uri} not found.`}}
				: {type: 'fetched', value: found.content, raw: {}};
		}),
	getPrompt:
		getPrompt ??
		(async ({prompt}, args) => ({
			type: 'fetched',
			value: {
				messages: [
					{role: 'user', content: {type: 'text', text: `${prompt} ${JSON.stringify(args)}`}},
					{role: 'assistant', content: {type: 'text', text: 'Sure.'}},
					{role: 'user', content: {type: 'image', mimeType: 'image/png', data: 'aaaa'}},
				],
			},
			raw: {},
		})),
});

import type {Catalogue} from '../../source/app/catalogue.ts';
import type {Failure} from '../../source/domain/failure.ts';
import type {ServerRegistry} from '../../source/domain/server-registry.ts';
import type {ToolContent} from '../../source/domain/tool.ts';
import {configured, createFakeAdmin, createFakeControl} from './ui-servers.ts';
import {offer} from './ui-tools.ts';

export const failureOf = (evil: string): Failure => ({code: 'evil', message: evil, hint: evil});
const contentsOf = (evil: string): readonly ToolContent[] => [
	{type: 'text', text: evil},
	{type: 'resource', uri: evil, text: evil},
	{type: 'image', data: 'AAAA', mimeType: evil},
];

export const catalogueOf = (evil: string): Partial<Catalogue> => ({
	tools: () => [
		offer(evil, evil, {
			title: evil,
			description: evil,
			inputSchema: {
				type: 'object',
				description: evil,
				properties: {
					[evil]: {type: 'string', title: evil, description: evil, enum: [evil, 'b'], default: evil},
				},
				required: [evil],
			},
			outputSchema: {type: 'object', [evil]: evil},
		}),
		offer('plain', 'tool'),
	],
	prompts: () => [
		{
			server: evil,
			prompt: evil,
			title: evil,
			description: evil,
			arguments: [{name: evil, description: evil, required: true}],
		},
		{server: 'plain', prompt: evil, description: evil, arguments: []},
	],
	resources: () => [
		{server: evil, uri: evil, name: evil, title: evil, description: evil, mimeType: evil, size: 3},
	],
	templates: () => [{server: evil, uriTemplate: `${evil}{a}`, name: evil, description: evil, mimeType: evil}],
	connect: async () => undefined,
	getPrompt: async () => ({
		type: 'fetched',
		value: {
			description: evil,
			messages: contentsOf(evil).map(content => ({role: 'user' as const, content})),
		},
		raw: {[evil]: evil},
	}),
	readResource: async () => ({type: 'fetched', value: contentsOf(evil), raw: {[evil]: [evil]}}),
	complete: async () => ({type: 'fetched', value: {values: [evil], hasMore: false}, raw: {}}),
});

export const serversOf = (evil: string) => {
	const plain = configured('plain', {command: 'x'});
	const {control, print} = createFakeControl({
		configs: [{...plain, name: evil, description: evil, source: evil}, plain],
		unused: [{name: `${evil}2`, file: evil, problems: [evil, evil]}],
		outcome: {type: 'failed', failure: failureOf(evil), stderr: [evil]},
		steps: [{name: evil, outcome: 'failed', detail: evil, hint: evil}],
	});
	print(evil, evil);
	const {admin} = createFakeAdmin({
		[evil]: {command: evil, args: [evil], env: {[evil]: evil}, description: evil, [evil]: evil},
	});
	return {
		control: {...control, reachOf: () => evil, settingsOf: () => ({[evil]: evil})},
		admin: {
			...admin,
			freeName: async () => evil,
			check: async () => ({
				name: evil,
				entry: [{path: [evil], message: evil, kind: 'malformed' as const}],
			}),
			test: async (): ReturnType<typeof admin.test> => ({
				type: 'failed',
				failure: failureOf(evil),
				stderr: [evil],
			}),
			remove: async () => ({type: 'refused' as const, failure: failureOf(evil)}),
			setDisabled: async () => ({type: 'refused' as const, failure: failureOf(evil)}),
		},
	};
};

export const registryOf = (evil: string): ServerRegistry => ({
	place: () => evil,
	search: async () => ({
		type: 'found',
		servers: [
			{
				name: evil,
				title: `${evil}t`,
				description: evil,
				version: evil,
				unusable: [evil],
				drafts: [
					{
						label: evil,
						type: 'stdio',
						command: evil,
						args: [{words: [[evil]]}],
						env: [{name: evil, text: [evil]}],
						wanted: [
							{
								id: 'env:A',
								label: evil,
								description: evil,
								example: evil,
								fallback: evil,
								isRequired: true,
								isSecret: false,
							},
						],
					},
				],
			},
		],
		cursor: evil,
		dropped: 0,
	}),
	installed: async () => [],
});

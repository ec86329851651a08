import {z} from 'zod';
import type {ResourceDefinition, ResourceTemplate} from '../../../domain/catalogue.ts';
import {type FetchPage, type PagedList, readPages} from './read-pages.ts';

const maxAddressLength = 8192;

const described = z.object({
	name: z.string().min(1).optional().catch(undefined),
	title: z.string().optional().catch(undefined),
	description: z.string().catch(''),
	mimeType: z.string().optional().catch(undefined),
});

const resourceSchema = described.extend({
	uri: z.string().min(1).max(maxAddressLength),
	size: z.number().nonnegative().optional().catch(undefined),
});

const templateSchema = described.extend({uriTemplate: z.string().min(1).max(maxAddressLength)});

const readResource = (server: string, entry: unknown): ResourceDefinition | undefined => {
	const parsed = resourceSchema.safeParse(entry);
	if (!parsed.success) return undefined;
	const {uri, name, title, description, mimeType, size} = parsed.data;
	return {
		server,
		uri,
		name: name ?? uri,
		...(title === undefined ? {} : {title}),
		description,
		...(mimeType === undefined ? {} : {mimeType}),
		...(size === undefined ? {} : {size}),
	};
};

const readTemplate = (server: string, entry: unknown): ResourceTemplate | undefined => {
	const parsed = templateSchema.safeParse(entry);
	if (!parsed.success) return undefined;
	const {uriTemplate, name, title, description, mimeType} = parsed.data;
	return {
		server,
		uriTemplate,
		name: name ?? uriTemplate,
		...(title === undefined ? {} : {title}),
		description,
		...(mimeType === undefined ? {} : {mimeType}),
	};
};

/** Every resource that a server lists. */
export const listResources = (server: string, fetchPage: FetchPage): Promise<PagedList<ResourceDefinition>> =>
	readPages(
		{
			field: 'resources',
			what: 'resources',
			read: entry => readResource(server, entry),
			keyOf: ({uri}) => uri,
		},
		fetchPage,
	);

/** Every template of addresses that a server lists. */
export const listTemplates = (server: string, fetchPage: FetchPage): Promise<PagedList<ResourceTemplate>> =>
	readPages(
		{
			field: 'resourceTemplates',
			what: 'resource templates',
			read: entry => readTemplate(server, entry),
			keyOf: ({uriTemplate}) => uriTemplate,
		},
		fetchPage,
	);

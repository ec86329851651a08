import {isJsonObject} from '../../domain/json.ts';
import type {EntryDraft, FoundServer} from '../../domain/server-registry.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import {draftPackage, draftRemote} from './draft-server.ts';
import {shortLine, UnusableEntry} from './draft-values.ts';
import {packageSchema, remoteSchema, serverSchema} from './registry-shapes.ts';

const maxWays = 20;
const officialMeta = 'io.modelcontextprotocol.registry/official';

type WayRead = {readonly drafts: readonly EntryDraft[]; readonly unusable: readonly string[]};

const nameOf = (way: unknown): string => {
	const {registryType, identifier, type, url} = isJsonObject(way) ? way : {};
	const parts = [registryType ?? type, identifier ?? url].filter(part => typeof part === 'string');
	return parts.length === 0 ? 'A way' : shortLine(parts.join(' '), 120);
};

const readWay = (way: unknown, draft: (way: unknown) => EntryDraft | undefined): WayRead => {
	try {
		const made = draft(way);
		return made === undefined
			? {drafts: [], unusable: [`${nameOf(way)}: it is not described in a way that can be understood`]}
			: {drafts: [made], unusable: []};
	} catch (error) {
		if (!(error instanceof UnusableEntry)) throw error;
		return {drafts: [], unusable: [`${nameOf(way)}: ${error.message}`]};
	}
};

const parsePackage = (way: unknown): EntryDraft | undefined => {
	const {data} = packageSchema.safeParse(way);
	return data === undefined ? undefined : draftPackage(data);
};

const parseRemote = (way: unknown): EntryDraft | undefined => {
	const {data} = remoteSchema.safeParse(way);
	return data === undefined ? undefined : draftRemote(data);
};

const isWebPage = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text);

const statusOf = (entry: Readonly<Record<string, unknown>>, own: string | undefined): unknown => {
	const {_meta: meta} = entry;
	const official = isJsonObject(meta) ? meta[officialMeta] : undefined;
	return (isJsonObject(official) ? official.status : undefined) ?? own;
};

/** One entry of a list, in the form with `server` inside or without. Undefined where it makes no sense. */
export const readServer = (entry: unknown): FoundServer | 'deleted' | undefined => {
	if (!isJsonObject(entry)) return undefined;
	const {data} = serverSchema.safeParse(isJsonObject(entry.server) ? entry.server : entry);
	if (data === undefined || sanitiseLine(data.name) !== data.name) return undefined;
	const status = statusOf(entry, data.status);
	if (status === 'deleted') return 'deleted';
	const ways = [
		...(data.packages ?? []).slice(0, maxWays).map(way => readWay(way, parsePackage)),
		...(data.remotes ?? []).slice(0, maxWays).map(way => readWay(way, parseRemote)),
	];
	const description = shortLine(data.description ?? '', 500);
	const website = [data.websiteUrl, data.repository?.url].find(
		url => url !== undefined && isWebPage(url) && sanitiseLine(url) === url,
	);
	return {
		name: data.name,
		...(data.title === undefined ? {} : {title: shortLine(data.title, 100)}),
		description,
		...(data.version === undefined ? {} : {version: shortLine(data.version, 40)}),
		...(website === undefined ? {} : {website}),
		...(status === 'deprecated' ? {isDeprecated: true} : {}),
		drafts: ways
			.flatMap(({drafts}) => drafts)
			.map(draft => (description === '' ? draft : {...draft, description: quoteFree(description)})),
		unusable: ways.flatMap(({unusable}) => unusable),
	};
};

/** A description is a text of the configuration like any other, where references would be filled in. */
const quoteFree = (text: string): string => text.replaceAll(/\$\{|\{env:/gi, '{ ');

import {suggestion} from '../../support/nearest.ts';
import type {ConfigPage} from './config-page.ts';
import {findServerReferences} from './server-references.ts';

/** A place of the user's own file that means a server or a tool, and gives it something. */
export type NamedThing = {
	readonly kind: 'servers' | 'tools';
	readonly text: string;
	/** `file:line:col  place: `, for what is to be said about it. */
	readonly at: string;
	/** The assistant that it belongs to. */
	readonly assistant?: string;
};

export type UnknownName = {readonly line: string; readonly assistant?: string};

/** What may name a server that is not there. Rules that hold back are written for servers of other folders, too. */
export const namedThings = ({content, describe, spelling}: ConfigPage): readonly NamedThing[] =>
	findServerReferences(content).flatMap(({kind, text, place, holds}) => {
		const [section, name] = place;
		const isRule = section === spelling('approvals');
		return holds || isRule
			? []
			: [
					{
						kind,
						text,
						at: describe(place, ''),
						...(section === spelling('assistants') && typeof name === 'string' ? {assistant: name} : {}),
					},
				];
	});

const form = 'names no tool: a tool is named server__tool, and "*" stands for anything';

/** `files.read`, `files/read`: what other programs put between a server and its tool. */
const split = (text: string, servers: readonly string[]): string | undefined => {
	const server = servers.find(name => /^[^A-Za-z0-9]/.test(text.slice(name.length)) && text.startsWith(name));
	return server === undefined
		? undefined
		: `${server}__${text.slice(server.length).replace(/^[^A-Za-z0-9]+/, '')}`;
};

const whyUnknownTool = (text: string, servers: readonly string[]): string | undefined => {
	const cut = text.indexOf('__');
	if (cut === -1) {
		if (text.includes('*')) return undefined;
		const meant = servers.includes(text) ? `${text}__*` : split(text, servers);
		return meant === undefined
			? `${form}, such as "${servers[0] ?? 'server'}__${text}" or "*__${text}"`
			: `${form}; did you mean "${meant}"?`;
	}
	const server = text.slice(0, cut);
	return server.includes('*') || servers.includes(server) ? undefined : whyUnknownServer(server, servers);
};

const whyUnknownServer = (name: string, servers: readonly string[]): string =>
	`there is no server "${name}"${suggestion(name, servers)}`;

/** What names nothing that there is: it has no effect, and somebody meant it to have one. */
export const unknownNames = (
	named: readonly NamedThing[],
	servers: readonly string[],
): readonly UnknownName[] =>
	named.flatMap(({kind, text, at, assistant}) => {
		const isKnown = text.includes('*') || servers.includes(text);
		const why =
			kind === 'tools'
				? whyUnknownTool(text, servers)
				: isKnown
					? undefined
					: whyUnknownServer(text, servers);
		return why === undefined ? [] : [{line: `${at}${why}`, ...(assistant === undefined ? {} : {assistant})}];
	});

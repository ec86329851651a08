import {createHash} from 'node:crypto';
import {matchesGlob} from './glob.ts';

type ToolName = {readonly server: string; readonly tool: string};

/** What there is besides the tool in question: a name that models are told may be the real name of another one. */
export type KnownNames = {
	readonly servers: readonly string[];
	readonly tools: readonly ToolName[];
	/** The server inside the program: all its tools are known, connected or not. */
	readonly toolbox?: string | undefined;
};

const noOthers = (): KnownNames => ({servers: [], tools: []});

export const knownFrom = (tools: readonly ToolName[]): KnownNames => ({
	servers: tools.map(({server}) => server),
	tools,
});

/** The longest name that every provider takes. */
export const maxNameLength = 64;
const hashLength = 8;

/** How rules and models call a tool. Either part may contain "__" itself. */
export const joinedName = ({server, tool}: ToolName): string => `${server}__${tool}`;

/** Providers take no other characters in the name of a tool. */
export const plainText = (text: string): string => text.replace(/[^A-Za-z0-9_-]/gu, '-');

export const plainName = (name: ToolName): string => plainText(joinedName(name));

/** A name that no other tool has, for one that is too long or shared. */
export const hashedName = (name: ToolName, attempt = 0): string => {
	const identity = JSON.stringify([name.server, name.tool]);
	const hash = createHash('sha256')
		.update(attempt === 0 ? identity : `${attempt} ${identity}`)
		.digest('hex')
		.slice(0, hashLength);
	return `${plainName(name).slice(0, maxNameLength - hashLength - 1)}_${hash}`;
};

/** Most globs cannot mean a hashed name, and making one takes time. */
const matchesHashed = (glob: string, name: ToolName): boolean =>
	(glob.includes('*') || /_[0-9a-f]{8}$/.test(glob)) && matchesGlob(glob, hashedName(name));

const matchesEither = (glob: string, name: string): boolean =>
	matchesGlob(glob, name) || matchesGlob(glob, plainText(name));

/** Whether a glob is about a tool under any name that is shown for it, alone or after that of its server. */
export const namesTool = (glob: string, name: ToolName): boolean => {
	const {server, tool} = name;
	return (
		matchesEither(glob, tool) ||
		matchesEither(glob, joinedName(name)) ||
		['.', '/', ':', ' '].some(joint => matchesGlob(glob, `${server}${joint}${tool}`)) ||
		matchesHashed(glob, name)
	);
};

export const namesServer = matchesEither;

/** To hold something back any reading of a rule is enough: of a tool, or of a server alone. */
export const coversTool = (rule: string, name: ToolName): boolean =>
	namesTool(rule, name) || namesServer(rule, name.server);

/** Globs for both parts of a name; what is not given is not asked about. */
type ToolParts = {readonly server?: string | undefined; readonly tool?: string | undefined};

const isMatch = ({server, tool}: ToolParts, name: ToolName, matches: typeof matchesGlob): boolean =>
	(server === undefined || matches(server, name.server)) && (tool === undefined || matches(tool, name.tool));

/**
 * Whether globs allow a tool by its real names, or by those that models are told, as long as these are not the real
 * names of another server or tool.
 */
const allowsParts = (parts: ToolParts, name: ToolName, known: () => KnownNames = noOthers): boolean => {
	if (isMatch(parts, name, matchesGlob)) return true;
	if (!isMatch(parts, name, matchesEither)) return false;
	const {servers, tools} = known();
	const {server} = parts;
	return (
		!(server !== undefined && servers.some(other => other !== name.server && matchesGlob(server, other))) &&
		!tools.some(other => isMatch(parts, other, matchesGlob))
	);
};

/** Whether a rule is about a tool by its names: one that allows by names that can mean nothing else, any other by all. */
export const isNamedBy = (
	{server, tool, decision}: ToolParts & {readonly decision: string},
	name: ToolName,
	known?: () => KnownNames,
): boolean =>
	decision === 'allow'
		? allowsParts({server, tool}, name, known)
		: (server === undefined || namesServer(server, name.server)) &&
			(tool === undefined || namesTool(tool, name));

/**
 * Whether a rule such as `server__tool` or `server__*` allows a tool: the server and the tool must match each on
 * its own side of the first "__", so that no rule allows another pair that has the same joined name.
 */
export const allowsTool = (rule: string, name: ToolName, known: () => KnownNames = noOthers): boolean => {
	const cut = rule.indexOf('__');
	if (!rule.includes('*') && matchesHashed(rule, name)) return true;
	if (cut !== -1) return allowsParts({server: rule.slice(0, cut), tool: rule.slice(cut + 2)}, name, known);
	if (matchesGlob(rule, joinedName(name))) return true;
	const isTaken = (): boolean => {
		const {servers, tools} = known();
		const others = servers.filter(server => server !== name.server).map(server => ({...name, server}));
		return [...others, ...tools].some(other => matchesGlob(rule, joinedName(other)));
	};
	return matchesGlob(rule, plainName(name)) && !isTaken();
};

const isAnything = (glob: string): boolean => /^\*+$/.test(glob);

/** Whether such a rule allows every tool that a server has or will have. */
export const trustsServer = (rule: string, server: string, known: () => KnownNames = noOthers): boolean => {
	const cut = rule.indexOf('__');
	return cut === -1
		? isAnything(rule)
		: isAnything(rule.slice(cut + 2)) && allowsParts({server: rule.slice(0, cut)}, {server, tool: ''}, known);
};

import {type ApprovalSettings, noApprovals} from '../domain/approval.ts';
import type {Assistant} from '../domain/assistant.ts';
import type {EventSink} from '../domain/ports.ts';
import type {ToolRef} from '../domain/tool.ts';
import type {AppState} from '../state/app-state.ts';
import {suggestion} from '../support/nearest.ts';
import {concernsServer} from '../support/server-pattern.ts';
import {
	allowsTool,
	coversTool,
	isNamedBy,
	joinedName,
	type KnownNames,
	namesServer,
	plainText,
} from '../support/tool-rule.ts';

type PatternSources = {
	readonly allowedTools: readonly string[];
	readonly disallowedTools: readonly string[];
	readonly settings: Pick<ApprovalSettings, 'rules' | 'trustedTools' | 'reviewResults'>;
	/** The one in use. */
	readonly assistant: Assistant | undefined;
};

/** Something that the user wrote about tools by their names. */
type ToolPattern = {
	/** What it is, as the user is told. */
	readonly words: string;
	readonly glob: string;
	readonly matches: (tool: ToolRef, known: () => KnownNames) => boolean;
	/** Whether it may be about a tool of a server whose tools are not known. */
	readonly concerns: (server: string) => boolean;
};

const patternsOf = ({
	allowedTools,
	disallowedTools,
	settings,
	assistant,
}: PatternSources): readonly ToolPattern[] => {
	const listed = (
		globs: readonly string[],
		place: string,
		matches: typeof allowsTool,
	): readonly ToolPattern[] =>
		[...new Set(globs)].map(glob => ({
			words: `"${glob}" in ${place}`,
			glob,
			matches: (tool, known) => matches(glob, tool, known),
			concerns: server =>
				!glob.includes('__') || [server, plainText(server)].some(name => concernsServer(glob, name)),
		}));
	const own = assistant === undefined ? '' : ` of the assistant ${assistant.name}`;
	return [
		...listed(disallowedTools, '--disallowed-tools', coversTool),
		...listed(allowedTools, '--allowed-tools', allowsTool),
		...settings.rules
			.filter(({server, tool, isAbsolute}) => isAbsolute !== true && (server ?? tool) !== undefined)
			.map((rule): ToolPattern => {
				const globs = [rule.server, rule.tool].filter(glob => glob !== undefined);
				return {
					words: `${rule.place} (${rule.decision} ${globs.map(glob => `"${glob}"`).join(' ')})`,
					glob: rule.server !== undefined && rule.tool !== undefined ? globs.join('__') : (globs[0] ?? ''),
					matches: (tool, known) => isNamedBy(rule, tool, known),
					concerns: server => rule.server === undefined || namesServer(rule.server, server),
				};
			}),
		...listed(settings.trustedTools, 'trustedTools', allowsTool),
		...listed(settings.reviewResults, 'reviewResults', coversTool),
		...listed(assistant?.includeTools ?? [], `includeTools${own}`, allowsTool),
		...listed(assistant?.excludeTools ?? [], `excludeTools${own}`, coversTool),
	];
};

/**
 * The patterns that fit no tool, a sentence each. One that may be about a server whose tools are not known is not among
 * them. Nothing is more dangerous than a deny with a typing error in it.
 */
export const unmatchedPatterns = (
	sources: PatternSources,
	known: KnownNames,
	hasListed: (server: string) => boolean,
): readonly string[] => {
	const unlisted = known.servers.filter(server => server !== known.toolbox && !hasListed(server));
	const names = (): readonly string[] => [
		...known.tools.map(joinedName),
		...known.tools.map(({tool}) => tool),
		...known.servers,
	];
	return patternsOf(sources)
		.filter(
			({matches, concerns}) =>
				!known.tools.some(tool => matches(tool, () => known)) && !unlisted.some(concerns),
		)
		.map(({words, glob}) => `${words} fits no tool${suggestion(glob, names()) || '.'}`);
};

type WatchDeps = {
	readonly known?: (() => KnownNames) | undefined;
	readonly approvals?: () => ApprovalSettings;
	/** What the command line allows and denies. */
	readonly toolLists?: Pick<PatternSources, 'allowedTools' | 'disallowedTools'>;
	readonly assistant: () => Assistant | undefined;
	readonly getState: () => Pick<AppState, 'servers'>;
	readonly sink: EventSink;
};

/** Tells of each pattern once, when the tools of servers are known, that it fits none of them. */
export const createPatternWatch = (deps: WatchDeps): (() => void) => {
	const told = new Set<string>();
	return () => {
		const {known, approvals, toolLists = {allowedTools: [], disallowedTools: []}} = deps;
		if (known === undefined) {
			return;
		}
		const settings = approvals?.() ?? noApprovals;
		const {servers} = deps.getState();
		const found = unmatchedPatterns(
			{...toolLists, settings, assistant: deps.assistant()},
			known(),
			server => servers.get(server)?.type === 'ready',
		);
		for (const text of found.filter(each => !told.has(each))) {
			told.add(text);
			deps.sink.emit({type: 'notice-raised', tone: 'warning', text});
		}
	};
};

import {homedir} from 'node:os';
import {
	type ApprovalMode,
	type ApprovalRule,
	type ApprovalSettings,
	approvalModes,
	type Grant,
	type PolicyQuestion,
	type ServerIdentity,
	type SessionGrant,
	type Verdict,
} from '../../domain/approval.ts';
import type {JsonValue} from '../../domain/json.ts';
import type {Policy} from '../../domain/ports.ts';
import {isSameTool, type ToolDefinition, type ToolRef} from '../../domain/tool.ts';
import {usualToolboxName} from '../../domain/toolbox-settings.ts';
import {mask} from '../../support/mask-secrets.ts';
import {allowsTool, coversTool, type KnownNames} from '../../support/tool-rule.ts';
import {type Hints, hintsOf, isBelieved} from './believed-hints.ts';
import {matchesRule} from './match-rule.ts';
import type {Places} from './path-readings.ts';
import {bindingOf} from './prints.ts';
import {standingOf} from './standing-grants.ts';

export type PolicyDeps = {
	/** As the files say now; they may change while the program runs. */
	readonly settings: () => ApprovalSettings;
	/** Servers of the user's own configuration: only they are trusted by name, for another file may take any name. */
	readonly isOwnServer: (server: string) => boolean;
	readonly allowedTools: readonly string[];
	readonly disallowedTools: readonly string[];
	/** The program's own, which show a model nothing but what this session already has. */
	readonly ownTools?: readonly ToolRef[];
	/** Tools of ours that show what servers and pages have written before, although they reach nobody themselves. */
	readonly foreignTools?: readonly ToolRef[];
	/** Tools of the toolbox that show the user's files: nothing of it leaves by another of its tools unseen. */
	readonly privateTools?: readonly ToolRef[];
	/** The built-in server: its annotations are believed. */
	readonly toolbox?: string;
	/** All servers that are configured, and the tools that are known of them. */
	readonly known?: (() => KnownNames) | undefined;
	readonly grants: () => readonly Grant[];
	readonly serverPrintOf: (server: string) => string | undefined;
	readonly identityOf?: (server: string) => ServerIdentity | undefined;
	/** What is suspicious about a tool, as far as somebody has to look at its calls for it. */
	readonly flagsOf?: (tool: ToolDefinition) => readonly string[];
	/** Whether a definition is not what the user has accepted. */
	readonly isChanged?: (tool: ToolDefinition) => boolean;
	/** From where paths in rules and arguments are meant; without it, the user's home and the working folder. */
	readonly places?: () => Places;
};

const ownRule = 'reads only what this session already has';
const sessionRule = 'allowed for this session';
/** The model sees dots in place of secrets, and may write them back into the file that it read. */
const maskRule = `an argument with ${mask}, which stands for a secret that the model was not shown`;

const hasMask = (value: JsonValue): boolean => {
	if (typeof value === 'string') {
		return value.includes(mask);
	}
	return typeof value === 'object' && value !== null && Object.values(value).some(hasMask);
};

const strictest = (one: ApprovalMode, other: ApprovalMode): ApprovalMode =>
	approvalModes.find(mode => mode === one || mode === other) ?? one;

const despiteAll = ({despite = []}: SessionGrant, sources: readonly string[]): boolean =>
	sources.every(source => despite.includes(source));

/** Decides by data alone, and says by which. */
export const createPolicy = (deps: PolicyDeps): Policy => {
	const places = deps.places ?? (() => ({home: homedir(), cwd: process.cwd()}));
	const isOwnTool = (tool: ToolRef): boolean => deps.ownTools?.some(own => isSameTool(own, tool)) === true;
	const isOwnServer = (server: string): boolean => server === deps.toolbox || deps.isOwnServer(server);

	/** What holds the built-in server back does so, too, where another server has its usual name. */
	const namesOf = (tool: ToolDefinition): readonly ToolDefinition[] =>
		tool.server === deps.toolbox && tool.server !== usualToolboxName
			? [tool, {...tool, server: usualToolboxName}]
			: [tool];
	/** A server of a project or another file that has the usual name of the built-in one: what allows that one does not mean it. */
	const isImpostor = ({server}: ToolDefinition): boolean =>
		server === usualToolboxName &&
		server !== deps.toolbox &&
		deps.toolbox !== undefined &&
		!deps.isOwnServer(server);

	const isBelievedServer = (server: string, settings: ApprovalSettings): boolean =>
		server === deps.toolbox || isBelieved(server, deps.isOwnServer(server), settings, deps.known);
	const findHints = (tool: ToolDefinition, settings: ApprovalSettings): Hints =>
		hintsOf(tool, isBelievedServer(tool.server, settings));
	const onlyReads = (tool: ToolDefinition, settings: ApprovalSettings): boolean =>
		isOwnTool(tool) || findHints(tool, settings).readOnly;
	// Nobody who is not believed has hints that are any good, so this is about the server too.
	const bringsForeignText = (tool: ToolDefinition, settings: ApprovalSettings): boolean =>
		!isOwnTool(tool) &&
		(findHints(tool, settings).openWorld ||
			deps.foreignTools?.some(foreign => isSameTool(foreign, tool)) === true);

	/** A tool that only reads may still carry away what it is given, in an address or a query, if it reaches the world. */
	const isHarmless = (tool: ToolDefinition, settings: ApprovalSettings): boolean =>
		isOwnTool(tool) || (onlyReads(tool, settings) && !findHints(tool, settings).openWorld);
	const isPrivate = (tool: ToolRef): boolean =>
		deps.privateTools?.some(own => isSameTool(own, tool)) === true;
	/** Who wrote a file nobody knows, and it may hold what is nobody's business: both matter to what reaches out. */
	const mayLeak = (heard: ToolDefinition, tool: ToolDefinition, settings: ApprovalSettings): boolean =>
		isPrivate(heard) && tool.server === deps.toolbox && findHints(tool, settings).openWorld;
	/** What a server says leads back to itself. The toolbox has written nothing of what its tools bring. */
	const isForeign = (heard: ToolDefinition, tool: ToolDefinition, settings: ApprovalSettings): boolean =>
		mayLeak(heard, tool, settings) ||
		((heard.server !== tool.server || heard.server === deps.toolbox) && bringsForeignText(heard, settings));

	/** The servers whose untrusted content came into the turn, where that matters for this tool. */
	const sourcesFor = ({tool, heard}: PolicyQuestion, settings: ApprovalSettings): readonly string[] => {
		const foreign = isHarmless(tool, settings) ? [] : heard.filter(other => isForeign(other, tool, settings));
		return [...new Set(foreign.map(({server}) => server))];
	};

	const decide = (question: PolicyQuestion): Verdict => {
		const {tool, args, workMode} = question;
		const settings = deps.settings();
		const hints = findHints(tool, settings);
		const trail: string[] = [];
		const serverPrint = deps.serverPrintOf(tool.server);
		const boundTo = bindingOf(tool, serverPrint);
		const say = (decision: Verdict['decision'], rule: string): Verdict => {
			trail.push(`${decision}: ${rule}`);
			return {decision, rule, trail, ...(decision === 'ask' ? {boundTo} : {})};
		};

		trail.push(`work mode ${workMode}`, `believed of the tool: ${describeHints(hints)}`);
		if (workMode === 'plan' && !onlyReads(tool, settings)) {
			return say('deny', 'plan mode, in which only tools run that are known to do nothing but read');
		}

		const named = namesOf(tool);
		const disallowed = deps.disallowedTools.find(glob => named.some(each => coversTool(glob, each)));
		if (disallowed !== undefined) {
			return say('deny', `"${disallowed}" in --disallowed-tools`);
		}
		const matching = settings.rules.filter(rule => {
			const counts = rule.decision !== 'allow' || isOwnServer(tool.server);
			const isAbout = (rule.decision === 'allow' ? [tool] : named).some(each =>
				matchesRule(rule, {tool: each, args, hints}, places(), deps.known),
			);
			trail.push(`${rule.place} (${rule.decision}): ${describeMatch(isAbout, counts)}`);
			return isAbout && counts;
		});
		const findRule = (decision: ApprovalRule['decision']): ApprovalRule | undefined =>
			matching.find(rule => rule.decision === decision);
		const denying = findRule('deny');
		if (denying !== undefined) {
			return say('deny', denying.place);
		}

		if (isOwnTool(tool)) {
			return say('allow', ownRule);
		}
		const absolute = matching.find(rule => rule.isAbsolute === true);
		if (absolute !== undefined) {
			return {...say('ask', `${absolute.place}: every call asks until that is corrected`), isOnce: true};
		}
		if (!onlyReads(tool, settings) && hasMask(args)) {
			return {...say('ask', maskRule), isOnce: true};
		}
		const [flag] = deps.flagsOf?.(tool) ?? [];
		if (flag !== undefined) {
			trail.push(`suspicious, so only --allowed-tools and what you said about this very tool count: ${flag}`);
		}
		const allowed = isImpostor(tool)
			? undefined
			: deps.allowedTools.find(glob => allowsTool(glob, tool, deps.known));
		if (allowed !== undefined) {
			return say('allow', `"${allowed}" in --allowed-tools`);
		}

		const mode = strictest(question.mode, settings.modeLimit ?? question.mode);
		// The user who chose `auto` has said that calls run unseen, whatever was read before.
		const asksOnUntrusted = mode !== 'auto' || settings.askOnUntrustedContent === true;
		const sources = asksOnUntrusted ? sourcesFor(question, settings) : [];
		const isChanged = deps.isChanged?.(tool) === true;
		/** A call that is allowed unseen must not have been made by what a server wrote. */
		const allowUnseen = (rule: string): Verdict => {
			if (sources.length === 0) {
				return say('allow', rule);
			}
			trail.push(`would be allowed: ${rule}`);
			return {...say('ask', `untrusted content from ${sources.join(', ')} came into this turn`), sources};
		};

		const given = question.sessionGrants.filter(grant => isSameTool(grant, tool));
		const granted = isChanged ? [] : given.filter(grant => grant.boundTo === boundTo);
		if (granted.some(grant => despiteAll(grant, sources))) {
			return say('allow', sessionRule);
		}
		if (given.length > 0) {
			trail.push(
				`${sessionRule}: does not count, ${granted.length === 0 ? 'the tool or the way to its server has changed' : 'it was given before that content came'}`,
			);
		}

		const standing = standingOf(tool, deps.grants(), {
			serverPrint,
			identity: deps.identityOf?.(tool.server),
			isChanged,
			isSuspicious: flag !== undefined,
		});
		if (standing.type === 'holds') {
			return allowUnseen(`your "always" for this ${standing.scope}`);
		}
		const suspended =
			standing.type === 'suspended'
				? `your "always" for this ${standing.scope} is suspended: ${standing.why}`
				: undefined;
		if (suspended !== undefined) {
			trail.push(suspended);
		}

		const asking = findRule('ask');
		if (asking !== undefined) {
			return say('ask', asking.place);
		}
		const automatic = findAutomatic(
			{mode, isLimited: mode !== question.mode},
			tool,
			settings,
			findRule('allow'),
		);
		if (automatic.type === 'ask') {
			return say('ask', suspended === undefined ? automatic.rule : `${automatic.rule}; ${suspended}`);
		}
		const doubt = describeDoubt(isChanged, flag);
		if (doubt !== undefined) {
			trail.push(`would be allowed: ${automatic.rule}`);
			return say('ask', doubt);
		}
		return allowUnseen(automatic.rule);
	};

	/** What rules and the mode say where neither the user has decided nor a rule that is stricter. */
	const findAutomatic = (
		{mode, isLimited}: {readonly mode: ApprovalMode; readonly isLimited: boolean},
		tool: ToolDefinition,
		settings: ApprovalSettings,
		allowing: ApprovalRule | undefined,
	): {readonly type: 'allow' | 'ask'; readonly rule: string} => {
		if (allowing !== undefined) {
			return {type: 'allow', rule: allowing.place};
		}
		if (mode === 'trusted-only' && isOwnServer(tool.server)) {
			const trusted = settings.trustedTools.find(glob => allowsTool(glob, tool, deps.known));
			if (trusted !== undefined) {
				return {type: 'allow', rule: `"${trusted}" in trustedTools`};
			}
		}
		const rule = `approval mode ${mode}`;
		return {
			type: mode === 'auto' ? 'allow' : 'ask',
			rule: isLimited ? `${rule}, because a file that is not yours leaves no laxer one` : rule,
		};
	};

	return {
		decide,
		isBelieved: server => isBelievedServer(server, deps.settings()),
		isReadOnly: tool => onlyReads(tool, deps.settings()),
		isUntrusted: tool => isPrivate(tool) || bringsForeignText(tool, deps.settings()),
		isForeignTo: (tool, heard) => isForeign(heard, tool, deps.settings()),
		isHarmless: tool => isHarmless(tool, deps.settings()),
		// What our own tools show was looked at when it came.
		isReviewed: tool =>
			!isOwnTool(tool) && deps.settings().reviewResults.some(glob => coversTool(glob, tool)),
	};
};

const describeHints = ({readOnly, destructive, idempotent, openWorld}: Hints): string =>
	[
		readOnly ? 'reads only' : 'writes',
		...(readOnly ? [] : [destructive ? 'destructive' : 'not destructive']),
		idempotent ? 'idempotent' : 'not idempotent',
		openWorld ? 'open world' : 'closed world',
	].join(', ');

/** Why a tool is not run on the word of a rule or a mode alone. */
const describeDoubt = (isChanged: boolean, flag: string | undefined): string | undefined => {
	if (isChanged) {
		return 'the definition of the tool has changed';
	}
	return flag === undefined ? undefined : `the tool is suspicious: ${flag}`;
};

const describeMatch = (isAbout: boolean, counts: boolean): string => {
	if (!isAbout) {
		return 'does not match';
	}
	return counts ? 'matches' : 'does not count, because the server is not of your own file';
};

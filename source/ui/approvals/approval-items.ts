import type {ApprovalRule, Grant, SessionGrant} from '../../domain/approval.ts';
import type {ApprovalDesk, ChangedPart, WhatIf} from '../../domain/approval-desk.ts';
import type {Assistant} from '../../domain/assistant.ts';
import type {ToolDefinition, ToolRef} from '../../domain/tool.ts';
import type {AppState} from '../../state/app-state.ts';

/** How far something that was allowed counts now. */
export type Standing =
	| {readonly type: 'holds'}
	/** `why` is the end of a sentence. */
	| {readonly type: 'suspended'; readonly why: string}
	/** Its server is not connected. */
	| {readonly type: 'unknown'};

/** A list of patterns, by where it stands. */
export type PatternKind = 'trusted-tool' | 'trusted-server' | 'review' | 'allowed' | 'disallowed';

/** One of the things that decide whether a call runs, asks or is refused. */
export type ApprovalItem =
	| {readonly type: 'what-if'; readonly words: string; readonly found: WhatIf}
	| {readonly type: 'changed'; readonly part: ChangedPart}
	| {readonly type: 'mode'}
	| {readonly type: 'session'; readonly grant: SessionGrant; readonly standing: Standing}
	| {readonly type: 'always'; readonly grant: Grant; readonly standing: Standing}
	| {readonly type: 'rule'; readonly rule: ApprovalRule}
	| {readonly type: 'pattern'; readonly kind: PatternKind; readonly glob: string; readonly from: string};

type Index = ReadonlyMap<string, ToolDefinition>;

/** Either part of a joined name may hold its joint. */
const keyOf = ({server, tool}: ToolRef): string => JSON.stringify([server, tool]);

const standingOf = (
	grant: Grant | SessionGrant,
	names: readonly string[],
	desk: ApprovalDesk,
	index: Index,
): Standing => {
	const known = names.flatMap(tool => index.get(keyOf({server: grant.server, tool})) ?? []);
	if (known.length === 0) {
		return {type: 'unknown'};
	}
	const reasons = known.flatMap(tool => desk.whySuspended(grant, tool) ?? []);
	const [why] = reasons;
	if (why === undefined) {
		return {type: 'holds'};
	}
	const isAll = reasons.length === known.length;
	return {type: 'suspended', why: isAll ? why : `of ${reasons.length} of its tools, ${why}`};
};

type ItemSources = {
	readonly desk: ApprovalDesk;
	readonly state: Pick<AppState, 'grants' | 'alwaysGrants'>;
	/** The one in use. */
	readonly assistant: Assistant | undefined;
	readonly whatIf: (ApprovalItem & {type: 'what-if'}) | undefined;
};

/** Everything that decides, from what wants attention to what stands in files. */
export const approvalItems = ({desk, state, assistant, whatIf}: ItemSources): readonly ApprovalItem[] => {
	const {rules, trustedTools, trustedServers, reviewResults} = desk.settings();
	const index: Index = new Map(desk.tools().map(tool => [keyOf(tool), tool]));
	const patterns = (kind: PatternKind, globs: readonly string[], from: string): readonly ApprovalItem[] =>
		[...new Set(globs)].map(glob => ({type: 'pattern', kind, glob, from}));
	return [
		...(whatIf === undefined ? [] : [whatIf]),
		...desk.changed().map(part => ({type: 'changed', part}) as const),
		{type: 'mode'},
		...state.grants.map(
			grant => ({type: 'session', grant, standing: standingOf(grant, [grant.tool], desk, index)}) as const,
		),
		...state.alwaysGrants.map(
			grant =>
				({
					type: 'always',
					grant,
					standing: standingOf(grant, Object.keys(grant.tools), desk, index),
				}) as const,
		),
		...patterns('disallowed', desk.disallowedTools, '--disallowed-tools of the command line'),
		...patterns('allowed', desk.allowedTools, '--allowed-tools of the command line'),
		...rules.map(rule => ({type: 'rule', rule}) as const),
		...[...new Set(trustedTools)].map(
			(glob): ApprovalItem => ({
				type: 'pattern',
				kind: 'trusted-tool',
				glob,
				from: assistant?.trustedTools.includes(glob) === true ? `the assistant ${assistant.name}` : desk.file,
			}),
		),
		...patterns('trusted-server', trustedServers, desk.file),
		...patterns('review', reviewResults, 'reviewResults of your files'),
	];
};

export const approvalId = (item: ApprovalItem): string => {
	switch (item.type) {
		case 'what-if':
		case 'mode':
			return item.type;
		case 'changed':
			return `changed ${item.part.server} ${item.part.tool.tool}`;
		case 'session':
			return `session ${keyOf(item.grant)}`;
		case 'always':
			return `always ${item.grant.grantId}`;
		case 'rule':
			return `rule ${item.rule.at?.file ?? ''} ${item.rule.place}`;
		case 'pattern':
			return `${item.kind} ${item.glob}`;
	}
};

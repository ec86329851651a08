import type {ApprovalMode, ApprovalRule, ApprovalSettings, Grant, SessionGrant, Verdict} from './approval.ts';
import type {DefinitionChange, PartChange} from './definition-change.ts';
import type {Failure} from './failure.ts';
import type {JsonObject} from './json.ts';
import type {ToolDefinition} from './tool.ts';

/** Who says which mode is meant, and who lets it be no laxer. */
export type ModeSources = {
	readonly commandLine?: ApprovalMode;
	readonly assistant?: {readonly name: string; readonly mode: ApprovalMode};
	readonly ownFile?: ApprovalMode;
	readonly limits: readonly {readonly mode: ApprovalMode; readonly from: string}[];
};

/** A definition that is not what the user has accepted. */
export type ChangedPart = {
	readonly server: string;
	/** As the server offers it now. */
	readonly tool: ToolDefinition;
	readonly change: DefinitionChange;
};

export type WhatIf =
	| {
			readonly type: 'verdict';
			readonly verdict: Verdict;
			/** Why nothing is known about the tool but its name, where that is so: the end of a sentence. */
			readonly whyUnknown?: string;
	  }
	| {readonly type: 'refused'; readonly failure: Failure};

/** Everything that decides about calls, and what can be done about it. Nothing here throws. */
export type ApprovalDesk = {
	/** The user's own configuration file. */
	readonly file: string;
	/** What the files say, the assistant in use with them. The same object as long as nothing has changed. */
	readonly settings: () => ApprovalSettings;
	readonly modeSources: () => ModeSources;
	/** Globs of the command line. */
	readonly allowedTools: readonly string[];
	readonly disallowedTools: readonly string[];
	/** What all servers offer now. */
	readonly tools: () => readonly ToolDefinition[];
	/** Why something that was allowed does not count for a tool now, as the end of a sentence. */
	readonly whySuspended: (grant: Grant | SessionGrant, tool: ToolDefinition) => string | undefined;
	/** How a server differs from the one that an "always" was given for. */
	readonly changeSinceGrant: (grant: Grant) => readonly PartChange[];
	readonly changed: () => readonly ChangedPart[];
	/** From now on it is to be what was shown. Resolves with why that could not be kept. */
	readonly accept: (part: ChangedPart) => Promise<Failure | undefined>;
	readonly revoke: (grantId: string) => Promise<Failure | undefined>;
	readonly revokeForSession: (grant: SessionGrant) => void;
	/** Takes a rule out of the user's own file. */
	readonly removeRule: (rule: ApprovalRule) => Promise<Failure | undefined>;
	/** What would become of a call now, and why. Nothing is run. */
	readonly whatIf: (server: string, tool: string, args: JsonObject) => WhatIf;
};

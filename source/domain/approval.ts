import type {JsonValue} from './json.ts';
import type {ToolDefinition, ToolRef} from './tool.ts';

/** From the strictest to the laxest. */
export const approvalModes = ['always-ask', 'trusted-only', 'auto'] as const;

export type ApprovalMode = (typeof approvalModes)[number];

/** Whether the model may change anything: in `plan` it is offered only what reads. */
export const workModes = ['plan', 'act'] as const;

export type WorkMode = (typeof workModes)[number];

export const decisions = ['allow', 'ask', 'deny'] as const;

export type Decision = (typeof decisions)[number];

/** What a rule demands of one argument. All that is given must hold; an argument that is absent fulfils nothing. */
export type ArgumentMatcher = {
	readonly equals?: JsonValue;
	readonly oneOf?: readonly JsonValue[];
	/** Of a text; `*` stands for anything. */
	readonly glob?: string;
	/** A path at or below this folder. */
	readonly under?: string;
};

/** What a rule demands of the hints of a tool. What a server does not say counts as the worst case. */
export type AnnotationMatcher = {
	readonly readOnly?: boolean;
	readonly destructive?: boolean;
	readonly idempotent?: boolean;
	readonly openWorld?: boolean;
};

/** A line of `approvals`. What it does not name it does not care about. */
export type ApprovalRule = {
	/** Where it stands, as the user is told: `approvals[2] of config.json`. */
	readonly place: string;
	/** The same for the program: the file, and which of its rules it is. */
	readonly at?: {readonly file: string; readonly index: number};
	/** Globs. */
	readonly server?: string;
	readonly tool?: string;
	/** By the name of the argument; `a.b` is a member of an object. */
	readonly args?: Readonly<Record<string, ArgumentMatcher>>;
	readonly annotations?: AnnotationMatcher;
	readonly decision: Decision;
	/** An `ask` that nothing answers but the user, call by call: it stands for a rule that nobody can read. */
	readonly isAbsolute?: true;
};

/** Everything that the files of configuration say about approvals. */
export type ApprovalSettings = {
	readonly toolApproval?: ApprovalMode;
	/** The laxest mode that a file which is not the user's own leaves. */
	readonly modeLimit?: ApprovalMode;
	/** Globs such as `server__tool` or `server__*`: they run unasked in `trusted-only`. */
	readonly trustedTools: readonly string[];
	/** Names or globs of servers whose hints about their own tools are believed. */
	readonly trustedServers: readonly string[];
	readonly rules: readonly ApprovalRule[];
	/** Globs of tools whose results the user sees before the model does. */
	readonly reviewResults: readonly string[];
	/** Also in `auto`, a call asks that untrusted content of another server may have led to. */
	readonly askOnUntrustedContent?: boolean | undefined;
};

export const noApprovals: ApprovalSettings = {
	trustedTools: [],
	trustedServers: [],
	rules: [],
	reviewResults: [],
};

/** What a policy says about a call, and the rule that made it say so. */
export type Verdict = {
	readonly decision: Decision;
	readonly rule: string;
	/** Servers whose untrusted content came into the turn before, where that is why it asks. */
	readonly sources?: readonly string[];
	/** Where it asks: what the tool and the way to its server are now, for a grant that is to hold for nothing else. */
	readonly boundTo?: string;
	/** It asks whatever the user has allowed before, and so about this call alone. */
	readonly isOnce?: true;
	/** Everything that was looked at, in order, for whoever wants to know. */
	readonly trail?: readonly string[];
};

/** A tool that the user has allowed until the program ends. */
export type SessionGrant = ToolRef & {
	/** Servers whose text was in the turn when the user said so, and knew it. */
	readonly despite?: readonly string[];
	/** What the tool and the way to its server were then. It does not count for any other. */
	readonly boundTo?: string;
};

/** Which server it is, as it is shown: of variables and headers only the names. */
export type ServerIdentity = {
	readonly command?: string | undefined;
	readonly url?: string | undefined;
	readonly environment: readonly string[];
	/** The file that names it, and the folder of the user that it runs in, unless the user's own file names it. */
	readonly from?: string | undefined;
};

/**
 * An "always" of the user. It is bound to how the server is reached and to what the tools were then: by the name of
 * each tool, the print of its definition. A grant for a tool has one, a grant for a server all that it had.
 */
export type Grant = {
	readonly grantId: string;
	readonly scope: 'tool' | 'server';
	readonly server: string;
	readonly serverPrint: string;
	/** What the print was made of, to show what is different later. Entries of earlier versions do not have it. */
	readonly identity?: ServerIdentity | undefined;
	readonly tools: Readonly<Record<string, string>>;
	/** By its name, the print of what a tool inside this program could reach. Entries of earlier versions do not say it. */
	readonly reaches?: Readonly<Record<string, string>>;
	/** The folders among that, in words. */
	readonly where?: string;
	readonly createdAt: number;
};

/** Whether both are about a tool that could reach the same, or one that no reach is known of. */
export const isOfSameReach = (one: Grant, other: Grant, tool: string): boolean => {
	const [mine, theirs] = [one, other].map(({reaches = {}}) =>
		Object.hasOwn(reaches, tool) ? reaches[tool] : undefined,
	);
	// The print of a definition has its reach in it.
	return mine === theirs || one.tools[tool] === other.tools[tool];
};

/** What a policy is asked about one call. */
export type PolicyQuestion = {
	readonly tool: ToolDefinition;
	readonly args: Readonly<Record<string, JsonValue>>;
	readonly mode: ApprovalMode;
	readonly workMode: WorkMode;
	readonly sessionGrants: readonly SessionGrant[];
	/** The tools whose results have come into this turn. */
	readonly heard: readonly ToolDefinition[];
};

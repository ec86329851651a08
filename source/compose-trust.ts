import type {AppDeps} from './app/app-deps.ts';
import {createPolicy, type PolicyDeps} from './core/approvals/create-policy.ts';
import {createGrantBook} from './core/approvals/grant-book.ts';
import {createPinBook} from './core/approvals/pins/pin-book.ts';
import {bindingOf, serverPrint} from './core/approvals/prints.ts';
import {identityOf} from './core/approvals/server-identity.ts';
import {changeSinceAlways, changeSinceGrant, whySuspended} from './core/approvals/standing-grants.ts';
import type {Grant, ServerIdentity, SessionGrant} from './domain/approval.ts';
import type {PartChange} from './domain/definition-change.ts';
import type {Failure} from './domain/failure.ts';
import type {JsonObject} from './domain/json.ts';
import type {ServerPins} from './domain/pinned-server.ts';
import type {GrantBook, NewId, OpenState, Policy, StateFile} from './domain/ports.ts';
import type {ServerConfig} from './domain/server.ts';
import type {ToolDefinition} from './domain/tool.ts';

export type TrustDeps = Pick<
	PolicyDeps,
	| 'settings'
	| 'isOwnServer'
	| 'allowedTools'
	| 'disallowedTools'
	| 'ownTools'
	| 'foreignTools'
	| 'privateTools'
	| 'known'
> & {
	readonly openState: OpenState;
	readonly configOf: (server: string) => ServerConfig | undefined;
	readonly toolsOf: (server: string) => readonly ToolDefinition[];
	/** The name of the built-in server. */
	readonly toolbox?: string;
	/** What is only played is not compared with the server of that name, and leaves nothing behind. */
	readonly isReplayed?: (server: string) => boolean;
	/** Whether all servers are only played: what is allowed to them is allowed to no other, and until the program ends. */
	readonly isPlayed?: boolean;
	readonly newId: NewId;
	readonly onGrants: (grants: readonly Grant[]) => void;
	readonly onTrouble: (failure: Failure) => void;
};

export type Trust = {
	/** What the chat is made of, among other things. */
	readonly forApp: Pick<
		AppDeps,
		'policy' | 'grantBook' | 'pins' | 'changeSinceAlways' | 'known' | 'toolLists'
	>;
	readonly policy: Policy;
	readonly grants: GrantBook;
	readonly pins: ServerPins;
	/** Why something that was allowed does not count for a tool now, as the end of a sentence; undefined when it does. */
	readonly whySuspended: (grant: Grant | SessionGrant, tool: ToolDefinition) => string | undefined;
	/** How a server differs from the one that an "always" was given for. */
	readonly changeSinceGrant: (grant: Grant) => readonly PartChange[];
};

const stateInMemory = (): StateFile => {
	let content: JsonObject = {};
	return {
		read: async () => content,
		change: async edit => {
			content = edit(content);
			return undefined;
		},
	};
};

/** What the user allows, what they have accepted, and what follows from it. */
export const composeTrust = (deps: TrustDeps): Trust => {
	const {openState, configOf, toolbox} = deps;
	const printOf = (server: string): string | undefined => {
		const config = configOf(server);
		return config === undefined ? undefined : serverPrint(config, deps.isOwnServer(server));
	};
	const serverNow = (server: string) => {
		const config = configOf(server);
		const identity = config === undefined ? undefined : identityOf(config, deps.isOwnServer(server));
		return {serverPrint: printOf(server), identity};
	};
	const findIdentity = (server: string): ServerIdentity | undefined => serverNow(server).identity;
	const pins = createPinBook({
		open: openState,
		configOf,
		isOwn: ({name}) => deps.isOwnServer(name),
		exempt: server => server === toolbox || deps.isReplayed?.(server) === true,
		now: Date.now,
		onTrouble: deps.onTrouble,
	});
	const grants = createGrantBook({
		state: deps.isPlayed === true ? stateInMemory() : openState('state'),
		now: Date.now,
		newId: deps.newId,
		toolsOf: deps.toolsOf,
		printOf,
		identityOf: findIdentity,
		onChange: deps.onGrants,
	});
	const policy = createPolicy({
		settings: deps.settings,
		isOwnServer: deps.isOwnServer,
		allowedTools: deps.allowedTools,
		disallowedTools: deps.disallowedTools,
		...(deps.ownTools === undefined ? {} : {ownTools: deps.ownTools}),
		...(deps.foreignTools === undefined ? {} : {foreignTools: deps.foreignTools}),
		...(deps.privateTools === undefined ? {} : {privateTools: deps.privateTools}),
		...(toolbox === undefined ? {} : {toolbox}),
		known: deps.known,
		grants: grants.list,
		serverPrintOf: printOf,
		identityOf: findIdentity,
		flagsOf: pins.alarmsOf,
		isChanged: tool => pins.changeOf(tool) !== undefined,
	});
	const isChanged = (tool: ToolDefinition): boolean => pins.changeOf(tool) !== undefined;
	return {
		forApp: {
			policy,
			grantBook: grants,
			pins,
			changeSinceAlways: tool => changeSinceAlways(tool, grants.list(), serverNow(tool.server)),
			known: deps.known,
			toolLists: deps,
		},
		policy,
		grants,
		pins,
		whySuspended(grant, tool) {
			const now = serverNow(tool.server);
			if ('scope' in grant) {
				const isSuspicious = pins.alarmsOf(tool).length > 0;
				return whySuspended(grant, tool, {...now, isChanged: isChanged(tool), isSuspicious});
			}
			return isChanged(tool) || grant.boundTo !== bindingOf(tool, now.serverPrint)
				? 'the tool or the way to its server has changed'
				: undefined;
		},
		changeSinceGrant: grant => changeSinceGrant(grant, serverNow(grant.server)),
	};
};

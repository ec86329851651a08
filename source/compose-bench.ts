import type {App} from './app/app.ts';
import {composeApprovals} from './compose-approvals.ts';
import {composeAssistants} from './compose-assistants.ts';
import type {ChatServers} from './compose-chat-servers.ts';
import type {Loaded} from './compose-load.ts';
import type {ComposeOptions} from './compose-options.ts';
import {composeRegistry} from './compose-registry.ts';
import {composeServerAdmin} from './compose-server-admin.ts';
import {composeServerControl} from './compose-server-control.ts';
import {composeSessions} from './compose-sessions.ts';
import type {Surroundings} from './compose-settings.ts';
import {composeToolDesk, type ToolBooks} from './compose-tools.ts';
import type {Trust} from './compose-trust.ts';
import type {BenchPorts} from './domain/bench-ports.ts';
import type {NewId} from './domain/ports.ts';
import type {ResourceWatches} from './domain/resource-watches.ts';
import type {McpServers} from './domain/server-ports.ts';
import type {ServerTimesBook} from './domain/server-times.ts';
import type {TrafficLog} from './domain/traffic.ts';

/** Everything of a chat that a part of the workbench may be made of. */
export type BenchParts = {
	readonly options: ComposeOptions;
	readonly surroundings: Surroundings;
	readonly app: App;
	readonly servers: McpServers;
	readonly traffic: TrafficLog;
	readonly watches: ResourceWatches;
	readonly custom: ChatServers['custom'];
	/** What the files say now. */
	readonly loaded: () => Loaded;
	readonly trust: Trust;
	/** How tools were used and tried. */
	readonly books: ToolBooks;
	/** Absent where servers are only played. */
	readonly times?: ServerTimesBook;
	/** Reads the files again and takes over what they say. */
	readonly reload: () => Promise<void>;
	readonly sessionsFolder: string;
	readonly cwd: string;
	readonly newId: NewId;
};

/** What the workbench needs of the rest of the program. Nothing heavy is loaded before it is used. */
export const composeBench = (parts: BenchParts): BenchPorts => ({
	traffic: parts.traffic,
	watches: parts.watches,
	servers: composeServerControl(parts),
	...(parts.options.isDemo ? {} : {admin: composeServerAdmin(parts)}),
	registry: composeRegistry(parts.loaded, parts.cwd),
	assistants: composeAssistants(parts),
	approvals: composeApprovals(parts),
	tools: composeToolDesk(parts),
	sessions: composeSessions(parts),
});

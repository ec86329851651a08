import type {ApprovalDesk} from './approval-desk.ts';
import type {AssistantAdmin} from './assistant-admin.ts';
import type {ResourceWatches} from './resource-watches.ts';
import type {ServerAdmin} from './server-admin.ts';
import type {ServerControl} from './server-control.ts';
import type {ServerRegistry} from './server-registry.ts';
import type {SessionShelf} from './session-shelf.ts';
import type {ToolDesk} from './tool-desk.ts';
import type {TrafficLog} from './traffic.ts';

/** What the workbench needs of the rest of the program. What is absent cannot be done here. Nothing in it throws. */
export type BenchPorts = {
	/** What goes to servers and comes from them. */
	readonly traffic?: TrafficLog;
	readonly watches?: ResourceWatches;
	readonly servers?: ServerControl;
	/** Their entries in files. */
	readonly admin?: ServerAdmin;
	readonly registry?: ServerRegistry;
	readonly assistants?: AssistantAdmin;
	readonly approvals?: ApprovalDesk;
	readonly tools?: ToolDesk;
	readonly sessions?: SessionShelf;
};

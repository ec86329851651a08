import {noApprovals} from '../../domain/approval.ts';
import type {Config} from './read-config.ts';

/** What nobody has configured. It is apart from the reader, which is loaded only when there is a file. */
export const emptyConfig: Config = {
	servers: [],
	refusedServers: [],
	neededInputs: [],
	approvals: noApprovals,
	assistants: [],
	refusedAssistants: [],
	providers: new Map(),
	refusedProviders: [],
	customTools: [],
	refusedCustomTools: [],
	look: {},
	problems: [],
};

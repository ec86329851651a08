import type {SessionGrant} from '../domain/approval.ts';
import type {ApprovalAsk} from '../domain/ask.ts';
import {isSameTool} from '../domain/tool.ts';
import type {AppState} from './app-state.ts';

/** The servers whose text the user was told of when they were asked. */
const namedIn = ({sources = []}: ApprovalAsk): readonly string[] => sources.map(({server}) => server);

/** Allows a tool until the program ends, also where text of the servers is in the turn that the question named. */
export const grantForSession = (state: AppState, ask: ApprovalAsk): AppState => {
	const known = state.grants.find(grant => isSameTool(grant, ask));
	const despite = [...new Set([...(known?.despite ?? []), ...namedIn(ask)])];
	if (known !== undefined && despite.length === (known.despite ?? []).length) {
		return state;
	}
	const grant: SessionGrant = {
		server: ask.server,
		tool: ask.tool,
		...(despite.length === 0 ? {} : {despite}),
	};
	return {...state, grants: [...state.grants.filter(other => other !== known), grant]};
};

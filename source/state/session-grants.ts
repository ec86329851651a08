import {type Grant, isOfSameReach, type SessionGrant} from '../domain/approval.ts';
import type {ApprovalAsk} from '../domain/ask.ts';
import {isSameTool, type ToolRef} from '../domain/tool.ts';
import type {AppState} from './app-state.ts';

/** The servers whose text the user was told of when they were asked. */
const namedIn = ({sources = []}: ApprovalAsk): readonly string[] => sources.map(({server}) => server);

/**
 * Allows a tool until the program ends, also where text of the servers is in the turn that the question named. Not where
 * the question was about one call, whatever else is allowed.
 */
export const grantForSession = (state: AppState, ask: ApprovalAsk): AppState => {
	if (ask.isOnce === true) {
		return state;
	}
	const known = state.grants.find(grant => isSameTool(grant, ask));
	// What was said about another definition, or another way to the server, is not said about this one.
	const isSame = known !== undefined && known.boundTo === ask.boundTo;
	const before = (isSame ? known.despite : undefined) ?? [];
	const despite = [...new Set([...before, ...namedIn(ask)])];
	if (isSame && despite.length === before.length) {
		return state;
	}
	const grant: SessionGrant = {
		server: ask.server,
		tool: ask.tool,
		...(despite.length === 0 ? {} : {despite}),
		...(ask.boundTo === undefined ? {} : {boundTo: ask.boundTo}),
	};
	return {...state, grants: [...state.grants.filter(other => other !== known), grant]};
};

export const revokeForSession = (state: AppState, ref: ToolRef): AppState =>
	state.grants.some(grant => isSameTool(grant, ref))
		? {...state, grants: state.grants.filter(grant => !isSameTool(grant, ref))}
		: state;

const covers = ({server, tools}: Grant, ref: ToolRef): boolean =>
	server === ref.server && Object.hasOwn(tools, ref.tool);

/** Whoever takes an "always" back does not want it to go on for this session either. */
export const changeGrants = (state: AppState, grants: readonly Grant[]): AppState => {
	const gone = state.alwaysGrants.filter(({grantId}) => !grants.some(other => other.grantId === grantId));
	const left = state.grants.filter(
		ref =>
			!gone.some(
				grant =>
					covers(grant, ref) &&
					!grants.some(other => covers(other, ref) && isOfSameReach(other, grant, ref.tool)),
			),
	);
	return {...state, alwaysGrants: grants, ...(left.length === state.grants.length ? {} : {grants: left})};
};

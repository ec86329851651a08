import {chooseTools} from '../core/chat/choose-tools.ts';
import type {ApprovalMode, ApprovalSettings, WorkMode} from '../domain/approval.ts';
import type {Assistant} from '../domain/assistant.ts';
import type {UnusableAssistant} from '../domain/assistant-admin.ts';
import type {Failure} from '../domain/failure.ts';
import type {ThemeName} from '../domain/look.ts';
import type {ModelOffer, Models} from '../domain/model-ports.ts';
import type {Clock, EventSink, GrantBook, OwnTools, ToolGate, ToolServers} from '../domain/ports.ts';
import type {SessionShelf} from '../domain/session-shelf.ts';
import type {AppState} from '../state/app-state.ts';
import {attachmentsOf} from '../state/user-messages.ts';
import type {AssistantInUse} from './assistant-in-use.ts';
import type {Catalogue} from './catalogue.ts';
import {createCommandRuns} from './command-runs.ts';
import type {CommandHost, RefusedEntry} from './commands/command.ts';
import type {Conversation} from './conversation.ts';
import type {FrontEnd} from './front-end.ts';
import type {ModelInUse} from './model-in-use.ts';
import type {Rewinding} from './rewinding.ts';

type HostDeps = {
	readonly sink: EventSink;
	readonly getState: () => AppState;
	readonly servers: Pick<ToolServers, 'tools'>;
	readonly ownTools?: OwnTools;
	readonly gate: ToolGate;
	readonly grantBook?: GrantBook;
	/** What the files say about approvals. */
	readonly approvals?: () => ApprovalSettings;
	readonly assistants?: () => readonly Assistant[];
	readonly unusableAssistants?: () => readonly UnusableAssistant[];
	readonly assistant: AssistantInUse;
	readonly refused?: readonly RefusedEntry[] | (() => readonly RefusedEntry[]);
	readonly models?: Models;
	readonly inUse: ModelInUse;
	readonly conversation: Conversation;
	readonly rewinding: Rewinding;
	readonly now: Clock;
	readonly instructions: () => string;
	readonly setApprovalMode: (mode: ApprovalMode) => void;
	readonly setWorkMode: (mode: WorkMode) => void;
	readonly catalogue: Catalogue;
	readonly frontEnd: () => FrontEnd | undefined;
	readonly configuredTheme?: () => ThemeName | undefined;
	readonly keepTheme?: (theme: ThemeName) => Promise<Failure | undefined>;
	readonly checkUp?: CommandHost['checkUp'];
	readonly configFiles?: CommandHost['configFiles'];
	readonly exit: () => void;
	readonly moveTo: CommandHost['moveTo'];
	readonly sessions?: () => SessionShelf | undefined;
};

const usualToolLimit = 128;

/** The same models; what they list is put into the book. */
const rememberLists = (models: Models, book: Map<string, readonly ModelOffer[]>): Models => ({
	...models,
	async list(provider, signal) {
		const list = await models.list(provider, signal);
		if (list.type === 'listed') {
			book.set(provider, list.models);
		}
		return list;
	},
});

/** What slash commands may use of the app. */
export const createCommandHost = (
	deps: HostDeps,
): CommandHost & {
	/** Ends the commands that run; false when none does. */ readonly interrupt: () => boolean;
} => {
	const {sink, getState, servers, ownTools, models, inUse, conversation, gate, refused} = deps;
	const say: CommandHost['say'] = (text, tone = 'info') => sink.emit({type: 'notice-raised', tone, text});
	const lists = new Map<string, readonly ModelOffer[]>();
	const runs = createCommandRuns(sentence => say(sentence, 'warning'));
	return {
		getState,
		tools: servers.tools,
		offer() {
			const model = inUse.model();
			const {offered, tooMany} = chooseTools({
				tools: servers.tools().filter(({definition}) => gate.whyWithheld(definition) === undefined),
				rejected: getState().setAside.filter(({why}) => why === 'rejected'),
				fitOf: tool => model.fitTool?.(tool) ?? {type: 'fits'},
				limit: model.toolLimit ?? usualToolLimit,
				calls: getState().calls.values(),
				hasStored: attachmentsOf(getState()).some(({stored}) => stored !== undefined),
				...(ownTools === undefined ? {} : {ownTools}),
			});
			return {offered, total: tooMany ?? offered.length};
		},
		instructions: deps.instructions,
		catalogue: deps.catalogue,
		frontEnd: deps.frontEnd,
		theme: () => getState().theme ?? deps.configuredTheme?.() ?? 'auto',
		setTheme: theme => sink.emit({type: 'theme-changed', theme}),
		...(deps.keepTheme === undefined ? {} : {keepTheme: deps.keepTheme}),
		...(deps.checkUp === undefined ? {} : {checkUp: deps.checkUp}),
		configFiles: deps.configFiles,
		whyWithheld: gate.whyWithheld,
		refused: () => (typeof refused === 'function' ? refused() : (refused ?? [])),
		say,
		setApprovalMode: deps.setApprovalMode,
		setWorkMode: deps.setWorkMode,
		...(deps.approvals === undefined ? {} : {approvalSettings: deps.approvals}),
		...(deps.grantBook === undefined ? {} : {revoke: deps.grantBook.revoke}),
		revokeForSession({server, tool}) {
			sink.emit({type: 'session-grant-revoked', server, tool});
			return undefined;
		},
		assistants: deps.assistants ?? (() => []),
		unusableAssistants: deps.unusableAssistants ?? (() => []),
		changeAssistant: deps.assistant.change,
		...(models === undefined ? {} : {models: rememberLists(models, lists)}),
		listed: provider => lists.get(provider) ?? [],
		changeModel: inUse.change,
		changeEffort: inUse.changeEffort,
		rewinding: deps.rewinding,
		now: deps.now,
		retry: conversation.retry,
		compact: conversation.compact,
		run: runs.run,
		exit: deps.exit,
		moveTo: deps.moveTo,
		sessions: () => deps.sessions?.(),
		interrupt: runs.interrupt,
	};
};

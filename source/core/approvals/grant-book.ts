import {type Grant, isOfSameReach, type ServerIdentity} from '../../domain/approval.ts';
import type {Failure} from '../../domain/failure.ts';
import {isJsonObject, type JsonObject, type JsonValue} from '../../domain/json.ts';
import type {Clock, GrantBook, NewId, StateFile} from '../../domain/ports.ts';
import type {ToolDefinition, ToolRef} from '../../domain/tool.ts';
import {toolPrint} from './prints.ts';
import {identityObject, readIdentity} from './server-identity.ts';

export type GrantBookDeps = {
	/** Grants are its member `grants`. */
	readonly state: StateFile;
	readonly now: Clock;
	readonly newId: NewId;
	/** The tools that a server has now. */
	readonly toolsOf: (server: string) => readonly ToolDefinition[];
	/** How a server is reached now. */
	readonly printOf: (server: string) => string | undefined;
	readonly identityOf?: (server: string) => ServerIdentity | undefined;
	readonly onChange: (grants: readonly Grant[]) => void;
};

type Texts = Readonly<Record<string, string>>;

const isText = (value: JsonValue | undefined): value is string => typeof value === 'string' && value !== '';

const readTexts = (value: JsonValue | undefined): Texts | undefined => {
	const entries = value !== undefined && isJsonObject(value) ? Object.entries(value) : undefined;
	return entries?.every(([, text]) => typeof text === 'string') === true
		? Object.fromEntries(entries.map(([name, text]) => [name, String(text)]))
		: undefined;
};

/**
 * Undefined for an entry that is damaged, or of a later version. It allows nothing and stays where it is. Checked by
 * hand, because a schema library costs more than the first frame.
 */
const readEntry = (entry: JsonValue): Grant | undefined => {
	if (!isJsonObject(entry)) {
		return undefined;
	}
	const {grantId, scope, server, serverPrint, createdAt, where} = entry;
	if (!isText(grantId) || !isText(server) || !isText(serverPrint) || typeof createdAt !== 'number') {
		return undefined;
	}
	const tools = readTexts(entry.tools);
	const reaches = readTexts(entry.reaches);
	return (scope === 'tool' || scope === 'server') && tools !== undefined
		? {
				grantId,
				scope,
				server,
				serverPrint,
				identity: isJsonObject(entry.identity) ? readIdentity(entry.identity) : undefined,
				tools,
				...(reaches === undefined ? {} : {reaches}),
				...(isText(where) ? {where} : {}),
				createdAt,
			}
		: undefined;
};

const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);

const entriesOf = (content: JsonObject): readonly JsonValue[] | undefined => {
	const entries = content.grants ?? [];
	return isList(entries) ? entries : undefined;
};

const grantsIn = (content: JsonObject): readonly Grant[] =>
	(entriesOf(content) ?? []).map(readEntry).filter(grant => grant !== undefined);

/** Whether both are about the server of one file, rather than about two that share a name. */
const isOfSameServer = (one: Grant, other: Grant): boolean =>
	one.server === other.server &&
	(one.serverPrint === other.serverPrint || one.identity?.from === other.identity?.from);

/** Whether the one takes the place of the other. What a tool may do in one folder says nothing about another folder. */
const isForTheSame = (one: Grant, other: Grant): boolean => {
	const names = Object.keys(other.tools);
	return (
		one.scope === other.scope &&
		isOfSameServer(one, other) &&
		(one.scope === 'server' || names.every(tool => Object.hasOwn(one.tools, tool))) &&
		names.every(tool => !Object.hasOwn(one.tools, tool) || isOfSameReach(one, other, tool))
	);
};

const toEntry = ({reaches, identity, ...grant}: Grant): JsonObject => ({
	...grant,
	...(identity === undefined ? {} : {identity: identityObject(identity)}),
	tools: {...grant.tools},
	...(reaches === undefined ? {} : {reaches: {...reaches}}),
});

/** Nothing holds then, not even until the program ends: the code says so. */
const unknownTool = ({server, tool}: ToolRef): Failure => ({
	code: 'grant-not-bound',
	message: `${server} does not offer ${tool} now, so there is nothing to bind it to.`,
	hint: 'Say "always" again when the server is connected.',
});

const unreadable: Failure = {
	code: 'grant-not-kept',
	message: 'Your "always" cannot be kept: "grants" in the file of the program\'s state is not a list.',
	hint: 'Repair or remove that member; nothing was overwritten.',
};

/** What the user has allowed for good. It is empty until it is refreshed for the first time. */
export const createGrantBook = (deps: GrantBookDeps): GrantBook => {
	const {state, onChange} = deps;
	let saved: readonly Grant[] = [];
	/** What could not be saved holds until the program ends, and so does what could not be taken back. */
	let unsaved: readonly Grant[] = [];
	const revoked = new Set<string>();
	let told = '[]';
	let last: Promise<unknown> = Promise.resolve();

	const list = (): readonly Grant[] => [
		...saved.filter(
			grant => !revoked.has(grant.grantId) && !unsaved.some(later => isForTheSame(later, grant)),
		),
		...unsaved,
	];

	const tell = (): void => {
		const grants = list();
		const text = JSON.stringify(grants);
		if (text !== told) {
			told = text;
			onChange(grants);
		}
	};

	/** One after the other, so that what was read last is what was written last. */
	const inTurn = <Result>(run: () => Promise<Result>): Promise<Result> => {
		const next = last.then(run);
		last = next.catch(() => undefined);
		return next;
	};

	const change = async (
		edit: (entries: readonly JsonValue[]) => readonly JsonValue[],
	): Promise<Failure | undefined> => {
		let after: JsonObject | undefined;
		const failure = await state.change(content => {
			const entries = entriesOf(content);
			if (entries === undefined) {
				return content;
			}
			after = {...content, grants: edit(entries)};
			return after;
		});
		if (failure !== undefined || after === undefined) {
			return failure ?? unreadable;
		}
		saved = grantsIn(after);
		return undefined;
	};

	const bind = (ref: ToolRef, scope: Grant['scope']): Grant | undefined => {
		const serverPrint = deps.printOf(ref.server);
		const tools = deps.toolsOf(ref.server);
		if (serverPrint === undefined || !tools.some(({tool}) => tool === ref.tool)) {
			return undefined;
		}
		const covered = scope === 'server' ? tools : tools.filter(({tool}) => tool === ref.tool);
		const reaches = covered.flatMap(({tool, reach}) => (reach === undefined ? [] : [[tool, reach] as const]));
		const where = covered.find(tool => tool.where !== undefined)?.where;
		return {
			grantId: deps.newId(),
			scope,
			server: ref.server,
			serverPrint,
			identity: deps.identityOf?.(ref.server),
			tools: Object.fromEntries(covered.map(tool => [tool.tool, toolPrint(tool)])),
			...(reaches.length === 0 ? {} : {reaches: Object.fromEntries(reaches)}),
			...(where === undefined ? {} : {where}),
			createdAt: deps.now(),
		};
	};

	return {
		list,
		allow: (ref, scope) =>
			inTurn(async () => {
				const grant = bind(ref, scope);
				if (grant === undefined) {
					return unknownTool(ref);
				}
				const isReplaced = (entry: JsonValue): boolean => {
					const other = readEntry(entry);
					return other !== undefined && isForTheSame(grant, other);
				};
				const failure = await change(entries => [
					...entries.filter(entry => !isReplaced(entry)),
					toEntry(grant),
				]);
				unsaved = unsaved.filter(other => !isForTheSame(grant, other));
				if (failure !== undefined) {
					unsaved = [...unsaved, grant];
				}
				tell();
				return failure;
			}),
		revoke: grantId =>
			inTurn(async () => {
				// What a grant replaced that could not be saved is still in the file, and must not come back.
				const gone = unsaved.find(grant => grant.grantId === grantId);
				const ids = saved
					.filter(grant => grant.grantId === grantId || (gone !== undefined && isForTheSame(gone, grant)))
					.map(grant => grant.grantId);
				unsaved = unsaved.filter(grant => grant !== gone);
				for (const id of ids) revoked.add(id);
				const isKept = (entry: JsonValue): boolean => !ids.includes(readEntry(entry)?.grantId ?? '');
				const failure = ids.length === 0 ? undefined : await change(entries => entries.filter(isKept));
				tell();
				return failure;
			}),
		refresh: () =>
			inTurn(async () => {
				saved = grantsIn(await state.read());
				tell();
			}),
	};
};

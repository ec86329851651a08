import type {App} from './app/app.ts';
import type {Loaded, LoadedRead} from './compose-load.ts';
import {isSameCustomTools} from './core/config/custom/same-custom-tools.ts';
import type {Config} from './core/config/read-config.ts';
import {type ApprovalMode, approvalModes} from './domain/approval.ts';
import type {Assistant} from './domain/assistant.ts';
import type {AppFact} from './domain/event.ts';
import {describeError} from './domain/failure.ts';
import type {ThemeName} from './domain/look.ts';
import type {ServerConfig} from './domain/server.ts';
import {countOf} from './support/count-of.ts';
import {sleep} from './support/sleep.ts';

export type ReloadDeps = {
	readonly files: readonly string[];
	readonly load: () => Promise<LoadedRead>;
	readonly current: () => Loaded;
	/** Puts what was read in the place of what was there. */
	readonly take: (loaded: Loaded) => Promise<void>;
	readonly servers: () => readonly ServerConfig[];
	/** The theme in use. */
	readonly theme: () => ThemeName;
	/** The mode in use, and the one that the assistant in use says. */
	readonly approval: () => {
		readonly mode: ApprovalMode;
		readonly ofAssistant?: ApprovalMode | undefined;
	};
	/** Until a program that writes a file in several steps should be done. */
	readonly pause?: (() => Promise<void>) | undefined;
	readonly report: (fact: AppFact) => void;
};

export type Reloading = {
	/** Reads the files again. */
	readonly reload: () => Promise<void>;
	/** Resolves when what is being read again is in use. */
	readonly settled: () => Promise<void>;
	readonly close: () => void;
};

type Shown = {
	readonly servers: readonly ServerConfig[];
	readonly config: Config;
	readonly theme: ThemeName;
	readonly approval: ReturnType<ReloadDeps['approval']>;
};

const isSameJson = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const providersOf = ({config}: Shown) => [config.model ?? '', ...config.providers];

const list = (names: readonly string[]): string => names.join(', ');

/** The mode that a start would begin with. */
const wantedMode = ({config, approval}: Shown): ApprovalMode =>
	approval.ofAssistant ?? config.approvals.toolApproval ?? 'always-ask';

const describeApprovals = (before: Shown, after: Shown): readonly string[] => {
	const [old, now] = [before.config.approvals, after.config.approvals];
	const wanted = wantedMode(after);
	const isLater =
		wanted !== wantedMode(before) &&
		approvalModes.indexOf(wanted) > approvalModes.indexOf(after.approval.mode);
	const isChanged = isLater
		? !isSameJson({...old, toolApproval: undefined}, {...now, toolApproval: undefined})
		: !isSameJson(old, now);
	return [
		...(isChanged ? ['approvals changed'] : []),
		...(isLater
			? [`approval mode ${wanted} counts from the next start, or now with /approvals ${wanted}`]
			: []),
	];
};

/** A problem by what it says: where it stands changes with every line above it. */
const withoutPosition = (problem: string): string => problem.replace(/:\d+:\d+(?= {2})/, '');

/** What a person who has just saved the file wants to know. */
const describe = (before: Shown, after: Shown, corrected: number): string | undefined => {
	const known = new Map(before.servers.map(config => [config.name, JSON.stringify(config)]));
	const left = new Set(after.servers.map(({name}) => name));
	const added = after.servers.filter(({name}) => !known.has(name)).map(({name}) => name);
	const changed = after.servers
		.filter(config => known.has(config.name) && known.get(config.name) !== JSON.stringify(config))
		.map(({name}) => name);
	const removed = before.servers.filter(({name}) => !left.has(name)).map(({name}) => name);
	const parts = [
		...(corrected > 0 ? [`${countOf(corrected, 'problem')} corrected`] : []),
		...describeApprovals(before, after),
		...(isSameJson(before.config.assistants, after.config.assistants) ? [] : ['assistants changed']),
		...(isSameCustomTools(before.config.customTools, after.config.customTools)
			? []
			: ['custom tools changed']),
		...(isSameJson(providersOf(before), providersOf(after))
			? []
			: ['models changed, from the next /model on']),
		// What /theme has just saved is in use already.
		...(before.theme === after.theme ? [] : ['the theme changed']),
		...(isSameJson({...before.config.look, theme: 0}, {...after.config.look, theme: 0})
			? []
			: ['the screen and the keys change with the next start']),
		...(added.length > 0 ? [`added ${list(added)}`] : []),
		...(changed.length > 0 ? [`changed ${list(changed)}`] : []),
		...(removed.length > 0 ? [`removed ${list(removed)}`] : []),
	];
	return parts.length === 0 ? undefined : `The configuration was read again: ${parts.join('; ')}.`;
};

/** A stricter mode counts as soon as it is saved. A laxer one is for the user to choose in the chat, or to start with. */
export const narrowMode = (
	mode: {readonly getMode: () => ApprovalMode; readonly setApprovalMode: (mode: ApprovalMode) => void},
	before: Loaded,
	after: Loaded,
): void => {
	const wanted = after.config.approvals.toolApproval ?? 'always-ask';
	const isNew = wanted !== (before.config.approvals.toolApproval ?? 'always-ask');
	if (isNew && approvalModes.indexOf(wanted) < approvalModes.indexOf(mode.getMode())) {
		mode.setApprovalMode(wanted);
	}
};

/** What a file says anew about the assistant in use counts at once, except for a laxer mode. */
export const followAssistant = async (
	app: Pick<App, 'assistant' | 'followAssistant' | 'report'>,
	before: Assistant | undefined,
): Promise<void> => {
	const now = app.assistant();
	if (before === undefined || now?.name !== before.name) {
		return;
	}
	const change = {before, now, by: 'file'} as const;
	const followed = await app.followAssistant(change, new AbortController().signal);
	if (followed.type === 'refused') {
		const {message, hint = ''} = followed.failure;
		const text = `The assistant ${now.name} has another model now, which cannot be used: ${message} ${hint}`;
		app.report({type: 'notice-raised', tone: 'warning', text: text.trim()});
	}
};

/** Longer than a program takes between emptying a file and having written it. */
const patience = 700;

const isUnreadable = (read: LoadedRead): boolean =>
	read.type === 'refused' || read.loaded.config.isBroken === true;

/** Reads the files again when they change. Whatever is wrong with them, the chat goes on with what it has. */
export const createReloading = (deps: ReloadDeps): Reloading => {
	let running: Promise<void> | undefined;
	let isWanted = false;
	let isClosed = false;
	let wasUnreadable = false;
	const closing = new AbortController();
	const pause = deps.pause ?? (() => sleep(patience, closing.signal));
	let stop = (): void => undefined;
	const say = (tone: 'info' | 'warning', text: string): void =>
		deps.report({type: 'notice-raised', tone, text});

	const once = async (): Promise<void> => {
		let read = await deps.load();
		if (isUnreadable(read) && !isClosed) {
			await pause();
			read = await deps.load();
		}
		if (isClosed) {
			return;
		}
		const wasKept = wasUnreadable;
		wasUnreadable = isUnreadable(read);
		const kept = 'Everything stays as it was until that is corrected.';
		if (read.type === 'refused') {
			say('warning', `${read.failure.message}\n${kept}`);
			return;
		}
		const {loaded} = read;
		if (loaded.config.isBroken === true) {
			say('warning', `${loaded.problems[0] ?? 'The configuration cannot be read.'}\n${kept}`);
			return;
		}
		const told = new Set(deps.current().problems.map(withoutPosition));
		const left = new Set(loaded.problems.map(withoutPosition));
		const corrected = [...told].filter(problem => !left.has(problem)).length + (wasKept ? 1 : 0);
		const now = (): Shown => ({
			servers: deps.servers(),
			config: deps.current().config,
			theme: deps.theme(),
			approval: deps.approval(),
		});
		const before = now();
		const isCompleted = deps.current().isDeferred === true;
		await deps.take(loaded);
		const news = describe(before, now(), corrected);
		if (!isCompleted && news !== undefined) {
			say('info', news);
		}
		for (const problem of loaded.problems.filter(each => !told.has(withoutPosition(each)))) {
			say('warning', problem);
		}
	};

	const loop = async (): Promise<void> => {
		try {
			while (isWanted && !isClosed) {
				isWanted = false;
				await once();
			}
		} catch (error) {
			say('warning', `The configuration could not be read again: ${describeError(error)}`);
		} finally {
			running = undefined;
		}
	};

	const reload = (): Promise<void> => {
		isWanted = true;
		running ??= loop();
		return running;
	};

	const watch = async (): Promise<void> => {
		const {watchFiles} = await import('./core/config/watch-settings.ts');
		if (!isClosed) {
			stop = watchFiles(deps.files, () => void reload());
		}
	};
	// After the first frame: nobody edits the file in that moment.
	const timer = setTimeout(() => void watch(), 300).unref();

	return {
		reload,
		settled: async () => running,
		close: () => {
			isClosed = true;
			closing.abort();
			clearTimeout(timer);
			stop();
		},
	};
};

import type {App} from './app/app.ts';
import type {KeepInput} from './app/own-questions.ts';
import type {Loaded} from './compose-load.ts';
import {keepFolderAnswer} from './compose-project.ts';
import {type Surroundings, secretAccount} from './compose-settings.ts';
import {CredentialError} from './core/credentials/credential-error.ts';
import {type Failure, toFailure} from './domain/failure.ts';
import type {OpenState} from './domain/ports.ts';
import {createSecret} from './domain/secret.ts';

type AskDeps = {
	readonly app: Pick<App, 'askFolder' | 'askInput'>;
	/** Whether somebody is there to answer. */
	readonly isAttended: boolean;
	/** Whether the servers of the files are used at all: the tour needs none. */
	readonly isNeeded: () => boolean;
	readonly loaded: () => Loaded;
	readonly openState: OpenState;
	/** Says where the answers will be kept. */
	readonly credentials?: Pick<Surroundings['credentials'], 'open'>;
	readonly reload: () => Promise<void>;
	readonly report: App['report'];
};

export type StartAsks = {
	/** Asks what has not been asked yet. */
	readonly look: () => void;
	/** Resolves when what the user has answered counts. */
	readonly settled: () => Promise<void>;
};

/** After the first frame. */
const delay = 100;

/** Keeps the value of `${input:id}` where secrets are kept, and says where that is. */
export const keepInputIn =
	({credentials}: Pick<Surroundings, 'credentials'>): KeepInput =>
	async (id, value, signal) => {
		try {
			const {place, problem, hint} = await credentials.open(signal);
			await credentials.set(secretAccount('input', id), createSecret(value), signal);
			return {
				type: 'kept',
				place,
				...(problem === undefined ? {} : {problem}),
				...(hint === undefined ? {} : {hint}),
			};
		} catch (error) {
			const setIt = 'Set it with: mcp-tui keys set input:<id>';
			const hint = error instanceof CredentialError ? error.hint : setIt;
			return {type: 'failed', failure: toFailure('no-keychain', error, hint)};
		}
	};

/** Asks what the files leave open: whether a project's servers may start, and values that only the user knows. */
export const askOnStart = (deps: AskDeps): StartAsks => {
	const {app, report} = deps;
	const signal = new AbortController().signal;
	/** What was put off is not asked again in this run, unless it changes. */
	const asked = new Set<string>();
	const isNew = (id: string): boolean => !asked.has(id) && asked.add(id) !== undefined;

	const tell = (failure: Failure | undefined): void => {
		if (failure !== undefined) {
			report({type: 'notice-raised', tone: 'warning', text: failure.message});
		}
	};

	let counting: Promise<unknown> = Promise.resolve();
	const count = (run: () => Promise<void>): Promise<void> => {
		const done = run();
		counting = Promise.allSettled([counting, done]);
		return done;
	};

	const askProject = async (): Promise<void> => {
		const {project} = deps.loaded();
		const {waiting, folder} = project;
		if (waiting.length === 0 || !isNew(JSON.stringify(waiting.map(({print}) => print)))) {
			return;
		}
		const answer = await app.askFolder(folder, waiting, signal);
		if (answer !== 'later') {
			await count(async () => {
				tell(await keepFolderAnswer(project, deps.openState, answer === 'trust'));
				await deps.reload();
			});
		}
	};

	/** Looking for the values has opened it already. */
	const placeOfInputs = async (): Promise<{readonly place?: string}> => {
		try {
			const opened = await deps.credentials?.open(signal);
			return opened === undefined ? {} : {place: opened.place};
		} catch {
			// Whoever answers is told then why it cannot be kept.
			return {};
		}
	};

	const askInputs = async (): Promise<void> => {
		const needed = deps.loaded().config.neededInputs.filter(({id}) => isNew(`input ${id}`));
		if (needed.length === 0) {
			return;
		}
		const place = await placeOfInputs();
		let isKept = false;
		for (const {id, ...input} of needed) {
			isKept = (await app.askInput({inputId: id, ...input, ...place}, signal)) === 'kept' || isKept;
		}
		if (isKept) {
			await count(deps.reload);
		}
	};

	return {
		settled: async () => {
			await counting;
		},
		look: () => {
			if (!deps.isNeeded()) {
				return;
			}
			if (deps.isAttended) {
				setTimeout(() => void Promise.all([askProject(), askInputs()]), delay).unref();
				return;
			}
			const {waiting} = deps.loaded().project;
			if (waiting.length > 0) {
				const names = waiting.map(({name}) => name).join(', ');
				const text = `The files of this folder name servers that you have not trusted: ${names}. Nothing of them is started. Start mcp-tui here to look at them, or add --trust-project.`;
				report({type: 'notice-raised', tone: 'warning', text});
			}
		},
	};
};

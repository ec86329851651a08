import {join} from 'node:path';
import type {KeptDraft, Notebook} from '../../domain/notebook.ts';
import type {Schedule} from '../../domain/ports.ts';
import {createDraftFiles} from './draft-files.ts';
import {createPromptHistory} from './prompt-history.ts';

type NotebookDeps = {
	/** The program's folder for data. */
	readonly folder: string;
	readonly cwd: string;
	readonly sessionId: string;
	readonly now: () => number;
	readonly schedule: Schedule;
	readonly redact: (text: string) => string;
};

/** So much of a draft can be lost when the program is killed. */
const keepMilliseconds = 300;

/** Keeps drafts and what was sent in files. A disk that takes nothing never disturbs whoever types. */
export const createNotebook = ({folder, schedule, ...deps}: NotebookDeps): Notebook => {
	const history = createPromptHistory(join(folder, 'history.jsonl'), deps.redact);
	const drafts = createDraftFiles({...deps, folder: join(folder, 'drafts')});
	/** One write after the other. */
	let work: Promise<void> = Promise.resolve();
	let unsaved: (() => KeptDraft) | undefined;
	let cancel: (() => void) | undefined;

	const then = (run: () => Promise<unknown>): void => {
		work = work.then(run).then(
			() => undefined,
			// The next change tries again.
			() => undefined,
		);
	};
	const save = (): void => {
		cancel?.();
		cancel = undefined;
		const read = unsaved;
		unsaved = undefined;
		if (read !== undefined) {
			then(() => drafts.write(read()));
		}
	};

	return {
		history: history.load,
		remember: text => then(() => history.append(text)),
		keepDraft(read) {
			unsaved = read;
			cancel ??= schedule(save, keepMilliseconds);
		},
		// None yet, or none that we may read: then there is nothing to bring back.
		findDraft: () => drafts.take().catch(() => undefined),
		async close() {
			save();
			await work;
		},
	};
};

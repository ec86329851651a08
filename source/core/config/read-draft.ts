import {describeError} from '../../domain/failure.ts';
import type {DraftComplaint} from '../../domain/server-admin.ts';
import type {Complaint} from './complaint.ts';
import type {Environment, SecretReference} from './expand-variables.ts';
import {type EntryRead, readServerEntry} from './server-entry.ts';

type DraftContext = {
	/** Where it would be written. */
	readonly file: string;
	readonly env: Environment;
	readonly cwd: string;
	/** It is not for the user's own file, and may name no secrets of theirs. */
	readonly isForeign: boolean;
};

/** Not looked up while somebody types. */
const someSecret = 'x';

const asComplaint = ({path, message, kind}: Complaint): DraftComplaint => ({path, message, kind});

/** What is wrong with an entry that is being written. */
export const checkEntry = (
	name: string,
	entry: unknown,
	{file, env, cwd, isForeign}: DraftContext,
): readonly DraftComplaint[] => {
	const read = readServerEntry(name, entry, {
		file,
		env,
		workspaceFolder: cwd,
		isForeign,
		...(isForeign ? {} : {secrets: () => someSecret}),
	});
	return [
		...(read.type === 'refused' ? read.complaints.map(asComplaint) : []),
		...read.warnings.map(warning => ({...asComplaint(warning), kind: 'idle' as const})),
	];
};

/** Reads an entry with the secrets that it names; each is looked up once. */
export const readDraft = async (
	name: string,
	entry: unknown,
	{file, env, cwd, isForeign}: DraftContext,
	findSecret: (reference: SecretReference) => Promise<string | undefined>,
): Promise<EntryRead> => {
	const context = {file, env, workspaceFolder: cwd, isForeign};
	const needed = new Map<string, SecretReference>();
	const idOf = ({type, name: secret}: SecretReference): string => `${type}:${secret}`;
	const first = readServerEntry(name, entry, {
		...context,
		secrets: reference => {
			needed.set(idOf(reference), reference);
			return undefined;
		},
	});
	if (isForeign || needed.size === 0) {
		return first;
	}
	const values = new Map<string, string | undefined>();
	const reasons = new Map<string, string>();
	await Promise.all(
		[...needed].map(async ([id, reference]) => {
			try {
				values.set(id, await findSecret(reference));
			} catch (error) {
				reasons.set(id, describeError(error));
			}
		}),
	);
	return readServerEntry(name, entry, {
		...context,
		secrets: reference => values.get(idOf(reference)),
		whyMissing: reference => reasons.get(idOf(reference)),
	});
};

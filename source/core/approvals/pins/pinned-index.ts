import type {Failure} from '../../../domain/failure.ts';
import {isJsonObject, type JsonObject} from '../../../domain/json.ts';
import type {StateFile} from '../../../domain/ports.ts';

/** Of which servers something was accepted, kept apart from what that was: so it shows when that is gone or damaged. */
export type PinnedIndex = {
	/** As the file says now. Before a file of pins is believed to be absent, this is asked. */
	readonly has: (file: string) => Promise<boolean>;
	/** Once the pins are saved. `server` is for people who read the file. */
	readonly add: (file: string, server: string) => Promise<Failure | undefined>;
};

const entriesOf = ({pinned}: JsonObject): JsonObject => (isJsonObject(pinned) ? pinned : {});

/** The member `pinned` of the program's state. */
export const createPinnedIndex = (state: StateFile): PinnedIndex => {
	const listed = new Set<string>();
	let hasRead = false;
	let wanted = new Map<string, string>();
	let last: Promise<unknown> = Promise.resolve();
	let next: Promise<Failure | undefined> | undefined;

	const read = async (): Promise<void> => {
		for (const file of Object.keys(entriesOf(await state.read()))) listed.add(file);
		hasRead = true;
	};

	/** All that is wanted by then, in one go. */
	const save = async (): Promise<Failure | undefined> => {
		// Most are listed already, and looking costs less than a change.
		if (!hasRead) await read();
		next = undefined;
		const added = [...wanted].filter(([file]) => !listed.has(file));
		wanted = new Map();
		if (added.length === 0) return undefined;
		const failure = await state.change(content => ({
			...content,
			pinned: {...entriesOf(content), ...Object.fromEntries(added)},
		}));
		if (failure === undefined) for (const [file] of added) listed.add(file);
		return failure;
	};

	return {
		has: async file => {
			if (!listed.has(file)) await read();
			return listed.has(file);
		},
		add: async (file, server) => {
			if (listed.has(file)) return undefined;
			wanted.set(file, server);
			if (next === undefined) {
				next = last.then(save);
				last = next.catch(() => undefined);
			}
			return next;
		},
	};
};

import {findSurroundings, type Surroundings, type SurroundingsOptions} from './compose-settings.ts';

export type SharedSurroundings = {
	/** For the next chat, which is told from now on. It may close them; they stay open for the one after it. */
	readonly find: (options: SurroundingsOptions) => Surroundings;
	/** For good. */
	readonly close: () => void;
};

/** Folders and keychain for several chats, one after the other: what was unlocked or typed once is not asked for again. */
export const createSharedSurroundings = (): SharedSurroundings => {
	let listener: SurroundingsOptions | undefined;
	let shared: Surroundings | undefined;
	return {
		find(options) {
			listener = options;
			shared ??= findSurroundings({
				...options,
				onWait: sentence => listener?.onWait(sentence),
				onTrouble: failure => listener?.onTrouble(failure),
			});
			const {credentials} = shared;
			return {
				...shared,
				credentials: {
					get place() {
						return credentials.place;
					},
					open: credentials.open,
					get: credentials.get,
					set: credentials.set,
					delete: credentials.delete,
					close: () => undefined,
				},
			};
		},
		close: () => shared?.credentials.close(),
	};
};

import type {JsonObject} from '../../domain/json.ts';
import type {Bench} from '../bench/section.ts';

/** What opens the form of a server. */
export type ServerForms = {
	readonly add: () => void;
	/** With an entry that somebody else has begun. */
	readonly prefilled: (name: string, entry: JsonObject) => void;
	readonly edit: (name: string) => void;
	readonly duplicate: (name: string) => void;
};

export const openServerForms = (bench: Bench): ServerForms => {
	const absent = (): void => bench.say('Nothing can be added or changed here.');
	return {add: absent, prefilled: absent, edit: absent, duplicate: absent};
};

import type {JsonValue} from '../../domain/json.ts';
import type {StateFile} from '../../domain/ports.ts';
import type {Credentials} from '../../domain/server-ports.ts';

/** The names of what is kept, because listing a keychain would bring the secrets themselves along. */
export type SecretIndex = {
	readonly names: () => Promise<readonly string[]>;
	readonly add: (name: string) => Promise<void>;
	readonly remove: (name: string) => Promise<void>;
};

const mostNames = 1000;

const namesIn = (member: JsonValue | undefined): readonly string[] =>
	Array.isArray(member) ? member.filter((name): name is string => typeof name === 'string') : [];

/** Keeps names, never secrets, in the member `secrets` of the program's state. */
export const createSecretIndex = (state: StateFile): SecretIndex => {
	const edit = async (change: (names: ReadonlySet<string>) => readonly string[]): Promise<void> => {
		// A name that cannot be noted is only missing from a list: what is kept is kept.
		await state.change(content => ({
			...content,
			secrets: change(new Set(namesIn(content.secrets)))
				.toSorted()
				.slice(0, mostNames),
		}));
	};
	const names = async (): Promise<readonly string[]> => namesIn((await state.read()).secrets);
	return {
		names,
		add: async name => {
			if (!(await names()).includes(name)) {
				await edit(known => [...known, name]);
			}
		},
		remove: async name => {
			if ((await names()).includes(name)) {
				await edit(known => [...known].filter(each => each !== name));
			}
		},
	};
};

/** Notes the name of everything that is kept and deleted. */
export const withIndex = <Store extends Credentials>(credentials: Store, index: SecretIndex): Store => ({
	...credentials,
	set: async (name, secret, signal) => {
		await credentials.set(name, secret, signal);
		await index.add(name);
	},
	delete: async (name, signal) => {
		await credentials.delete(name, signal);
		await index.remove(name);
	},
});

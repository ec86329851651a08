import type {Failure} from './failure.ts';
import type {JsonObject} from './json.ts';

/** A value that whoever published a server leaves to the user. */
export type WantedValue = {
	readonly id: string;
	/** The name of a variable, a header or an argument. */
	readonly label: string;
	readonly description?: string;
	readonly isRequired: boolean;
	readonly isSecret: boolean;
	/** What it is unless the user says something else. */
	readonly fallback?: string;
	readonly example?: string;
	readonly choices?: readonly string[];
};

/** A text with places for wanted values in it. */
export type DraftText = readonly (string | {readonly wanted: string})[];

/** A variable or a header. */
export type DraftSetting = {readonly name: string; readonly text: DraftText};

/** Words of a command line that are there together or not at all. */
export type DraftArgument = {
	readonly words: readonly DraftText[];
	/** Wanted values without which it is left out, besides those of its words. */
	readonly needs?: readonly string[];
};

type DraftWay =
	| {
			readonly type: 'stdio';
			readonly command: string;
			readonly args: readonly DraftArgument[];
			readonly env: readonly DraftSetting[];
	  }
	| {
			readonly type: 'http' | 'sse';
			readonly url: DraftText;
			readonly headers: readonly DraftSetting[];
	  };

/** A way to use a server: an entry of the configuration once its wanted values are known. */
export type EntryDraft = DraftWay & {
	/** `npm package example-mcp 1.2.0, run with npx` */
	readonly label: string;
	readonly description?: string;
	readonly wanted: readonly WantedValue[];
};

/** A server that could be added. Its texts are safe to show. */
export type FoundServer = {
	/** `io.github.somebody/weather`, or the name of a package. */
	readonly name: string;
	readonly title?: string;
	readonly description: string;
	readonly version?: string;
	/** Where it is described, or its source. */
	readonly website?: string;
	readonly isDeprecated?: true;
	readonly drafts: readonly EntryDraft[];
	/** Ways that its publisher names and that cannot be used, with the reason. */
	readonly unusable: readonly string[];
};

export type RegistrySearch =
	| {
			readonly type: 'found';
			readonly servers: readonly FoundServer[];
			/** Asks for what comes next. */
			readonly cursor?: string;
			/** Entries that made no sense and were left out. */
			readonly dropped: number;
	  }
	| {readonly type: 'failed'; readonly failure: Failure}
	| {readonly type: 'cancelled'};

/** Where servers are found that are not configured yet. Nothing here throws. */
export type ServerRegistry = {
	/** The registry in use, for people: `registry.modelcontextprotocol.io`. */
	readonly place: () => string;
	readonly search: (text: string, cursor: string | undefined, signal: AbortSignal) => Promise<RegistrySearch>;
	/** npm packages on this machine that look like MCP servers. */
	readonly installed: (signal: AbortSignal) => Promise<readonly FoundServer[]>;
};

export type WantedAnswers = ReadonlyMap<string, string>;

/** The entry of the configuration. What is required and has no value is left empty, the rest without one is left out. */
export const fillDraft = (draft: EntryDraft, answers: WantedAnswers): JsonObject => {
	const wanted = new Map(draft.wanted.map(each => [each.id, each]));
	const answerTo = (id: string): string => answers.get(id) || (wanted.get(id)?.fallback ?? '');
	const isThere = (id: string): boolean => answerTo(id) !== '' || wanted.get(id)?.isRequired === true;
	const idsIn = (text: DraftText): readonly string[] =>
		text.flatMap(piece => (typeof piece === 'string' ? [] : [piece.wanted]));
	const fill = (text: DraftText): string =>
		text.map(piece => (typeof piece === 'string' ? piece : answerTo(piece.wanted))).join('');
	const settings = (list: readonly DraftSetting[]): JsonObject =>
		Object.fromEntries(
			list.filter(({text}) => idsIn(text).every(isThere)).map(({name, text}) => [name, fill(text)]),
		);
	const described = draft.description === undefined ? {} : {description: draft.description};
	if (draft.type !== 'stdio') {
		const headers = settings(draft.headers);
		return {
			type: draft.type,
			url: fill(draft.url),
			...(Object.keys(headers).length === 0 ? {} : {headers}),
			...described,
		};
	}
	const env = settings(draft.env);
	const args = draft.args
		.filter(({words, needs = []}) => [...words.flatMap(idsIn), ...needs].every(isThere))
		.flatMap(({words}) => words.map(fill));
	return {
		command: draft.command,
		args,
		...(Object.keys(env).length === 0 ? {} : {env}),
		...described,
	};
};

import {entryKey, memberOf} from '../../domain/entry-keys.ts';
import type {FormField} from '../../domain/form-field.ts';
import type {JsonValue} from '../../domain/json.ts';
import type {ServerDraft} from '../../domain/server-admin.ts';
import type {ConfigScope} from '../../domain/server-ports.ts';
import {type FieldEntry, openEntry, optionsOf, pick, readEntry, withText} from '../form/field-entry.ts';
import type {FormView} from '../form/form-view.ts';
import {bufferOf} from '../input/text-buffer.ts';
import {type AuthKind, authKindOf, authKinds, authPartOf, authParts} from './entry-auth.ts';
import {
	commandOf,
	isEnabled,
	pairsOf,
	secondsOf,
	type Transport,
	transportOf,
	transports,
	whyNoCommand,
} from './entry-parts.ts';
import {pairField, serverFields, whichField} from './server-fields.ts';

/** A server that is being written. Fields that do not apply just now keep what is in them. */
export type ServerForm = {
	/** What the fields were filled with: what nobody changes stays as it is there, to the letter. */
	readonly base: ServerDraft;
	readonly entries: ReadonlyMap<string, FieldEntry>;
	/** Variables and headers of the base that are no longer wanted. */
	readonly removed: ReadonlySet<string>;
	/** The name of the field that has the keyboard. */
	readonly focus: string;
	/** The servers of what was pasted, where there are several. */
	readonly drafts: readonly ServerDraft[];
	/** It was filled from elsewhere, which is as good as typed. */
	readonly isFilled: boolean;
};

/** Those that fields are made of. */
const knownKeys = new Set([
	...['type', 'command', 'server', 'args', 'env', 'cwd', 'url', 'headers', 'auth', 'oauth', 'description'],
	...['timeout', 'requestTimeout', 'retryAttempts', 'allowInsecure', 'enabled', 'disabled'],
]);

const openPairs = (
	draft: ServerDraft,
	section: 'env' | 'headers',
): readonly (readonly [string, FieldEntry])[] =>
	pairsOf(draft.entry, section).map(([name, value]) => {
		const shown = typeof value === 'object' ? value : String(value);
		return [`${section}:${name}`, openEntry(pairField(section, name, value), shown)] as const;
	});

const openEntries = (draft: ServerDraft, scope: ConfigScope): ReadonlyMap<string, FieldEntry> => {
	const {name, entry} = draft;
	const values: Readonly<Record<string, JsonValue | undefined>> = {
		name: name === '' ? undefined : name,
		description: memberOf(entry, 'description'),
		transport: transportOf(entry),
		command: commandOf(entry),
		url: memberOf(entry, 'url'),
		auth: authKindOf(entry),
		...Object.fromEntries(
			Object.values(authParts).flatMap(parts => parts.map(part => [part, authPartOf(entry, part)])),
		),
		cwd: memberOf(entry, 'cwd'),
		timeout: secondsOf(entry, 'timeout'),
		requestTimeout: secondsOf(entry, 'requestTimeout'),
		retryAttempts: memberOf(entry, 'retryAttempts'),
		allowInsecure: memberOf(entry, 'allowInsecure') === true,
		enabled: isEnabled(entry),
		scope,
	};
	const fields: readonly FormField[] = Object.values(serverFields);
	return new Map([
		...fields.map(field => [field.name, openEntry(field, values[field.name])] as const),
		...openPairs(draft, 'env'),
		...openPairs(draft, 'headers'),
	]);
};

export const openServerFields = (draft: ServerDraft, scope: ConfigScope, focus: string): ServerForm => ({
	base: draft,
	entries: openEntries(draft, scope),
	removed: new Set(),
	focus,
	drafts: [],
	isFilled: false,
});

const pickedIn = <Value extends string>(
	form: ServerForm,
	id: string,
	known: readonly Value[],
): Value | undefined => {
	const [value] = form.entries.get(id)?.picked ?? [];
	return known.find(each => each === value);
};

export const chosenTransport = (form: ServerForm): Transport =>
	pickedIn(form, 'transport', transports) ?? 'stdio';

export const chosenAuth = (form: ServerForm): AuthKind => pickedIn(form, 'auth', authKinds) ?? 'none';

export const chosenScope = (form: ServerForm): ConfigScope =>
	pickedIn(form, 'scope', ['user', 'project']) ?? 'user';

const pairsIn = (form: ServerForm, section: 'env' | 'headers'): readonly string[] =>
	[...form.entries.keys()].filter(id => id.startsWith(`${section}:`));

/** The fields that apply now, in their order. */
export const fieldsShown = (form: ServerForm): readonly string[] => [
	'paste',
	...(form.drafts.length > 1 ? ['which'] : []),
	'name',
	'description',
	'transport',
	...(chosenTransport(form) === 'stdio'
		? ['command', ...pairsIn(form, 'env'), 'env+', 'cwd']
		: [
				'url',
				'auth',
				...authParts[chosenAuth(form)],
				...pairsIn(form, 'headers'),
				'headers+',
				'allowInsecure',
			]),
	'timeout',
	'requestTimeout',
	'retryAttempts',
	'enabled',
	'scope',
];

export const viewOf = (form: ServerForm): FormView => {
	const ids = fieldsShown(form);
	return {
		entries: ids.flatMap(id => form.entries.get(id) ?? []),
		index: Math.max(0, ids.indexOf(form.focus)),
		base: {},
	};
};

const withField = (form: ServerForm, id: string, entry: FieldEntry): ServerForm => ({
	...form,
	entries: new Map([...form.entries, [id, entry]]),
});

const pickValue = (entry: FieldEntry, value: string): FieldEntry =>
	pick(
		entry,
		optionsOf(entry).findIndex(option => option.value === value),
	);

/** The kind of a URL says which of two transports is meant. */
const followUrl = (form: ServerForm): ServerForm => {
	const transport = chosenTransport(form);
	const url = form.entries.get('url')?.text.text ?? '';
	const entry = form.entries.get('transport');
	const wanted = /^\s*wss?:/i.test(url)
		? 'ws'
		: /^\s*https?:/i.test(url) && transport === 'ws'
			? 'http'
			: transport;
	return entry === undefined || transport === 'stdio' || wanted === transport
		? form
		: withField(form, 'transport', pickValue(entry, wanted));
};

/** The same form after keys of a form. */
export const withView = (form: ServerForm, view: FormView): ServerForm => {
	const ids = fieldsShown(form);
	const last = ids.length - 1;
	const next: ServerForm = {
		...form,
		focus: ids[Math.min(view.index, last)] ?? form.focus,
		entries: new Map([...form.entries, ...view.entries.map(entry => [entry.field.name, entry] as const)]),
	};
	return next.entries.get('url') === form.entries.get('url') ? next : followUrl(next);
};

/** Everything anew from a draft. Where it is for, and the name of a server that is edited, stay. */
export const fillForm = (
	form: ServerForm,
	drafts: readonly ServerDraft[],
	index: number,
	keptName: string | undefined,
): ServerForm => {
	const draft = drafts[index];
	if (draft === undefined) {
		return form;
	}
	const which = openEntry(whichField(drafts.map(({name}) => name)), String(index));
	const entries = openEntries({...draft, name: keptName ?? draft.name}, chosenScope(form));
	return {
		base: draft,
		entries: new Map([...entries, ...(drafts.length > 1 ? [['which', which] as const] : [])]),
		removed: new Set(),
		focus: drafts.length > 1 ? 'which' : 'name',
		drafts,
		isFilled: true,
	};
};

const pairPatterns = {
	env: /^\s*(?:export\s+)?([A-Za-z_][\w.-]*)\s*=\s*(.*?)\s*$/s,
	headers: /^\s*([^\s:=]+)\s*[:=]\s*(.*?)\s*$/s,
} as const;

const withoutQuotes = (text: string): string => /^(["'])(.*)\1$/s.exec(text)?.[2] ?? text;

/** Takes `NAME=value` or `Name: value` as a field of its own; undefined where it is neither. */
export const addPair = (form: ServerForm, section: 'env' | 'headers'): ServerForm | undefined => {
	const typed = form.entries.get(`${section}+`);
	const [, name, value = ''] = pairPatterns[section].exec(typed?.text.text ?? '') ?? [];
	if (name === undefined || typed === undefined) {
		return undefined;
	}
	const id = `${section}:${name}`;
	const plain = withoutQuotes(value);
	const entry = form.entries.get(id) ?? openEntry(pairField(section, name, plain), undefined);
	const cleared = withField(form, `${section}+`, openEntry(typed.field, undefined));
	const removed = new Set([...form.removed].filter(each => each !== id));
	return {...withField(cleared, id, withText(entry, bufferOf(plain))), removed};
};

/** Takes a variable or header away; undefined where the focus is on neither. */
export const removePair = (form: ServerForm): ServerForm | undefined => {
	const {focus} = form;
	if (!/^(env|headers):/.test(focus)) {
		return undefined;
	}
	const ids = fieldsShown(form);
	return {
		...form,
		entries: new Map([...form.entries].filter(([id]) => id !== focus)),
		removed: new Set([...form.removed, focus]),
		focus: ids[ids.indexOf(focus) + 1] ?? 'name',
	};
};

/** What is typed here is taken over into other fields, and is no part of the server. */
const isIntake = (id: string): boolean => ['paste', 'which', 'env+', 'headers+'].includes(id);

export const isFormChanged = (form: ServerForm): boolean =>
	form.isFilled ||
	form.removed.size > 0 ||
	fieldsShown(form).some(id => id !== 'which' && form.entries.get(id)?.isChanged === true);

/** Why what is in a field cannot be taken, beyond what its kind says. */
export const whyNot = ({field, isChanged, text}: FieldEntry): string | undefined =>
	field.name === 'command' && isChanged ? whyNoCommand(text.text) : undefined;

/** The first field that cannot be taken as it is. */
export const firstWrong = (form: ServerForm): string | undefined =>
	fieldsShown(form).find(id => {
		const entry = form.entries.get(id);
		return (
			!isIntake(id) &&
			entry !== undefined &&
			(readEntry(entry).type === 'wrong' || whyNot(entry) !== undefined)
		);
	});

/** Whether it says how the server is reached, but not what it is called. */
export const lacksOnlyName = (form: ServerForm): boolean => {
	const isEmpty = (id: string): boolean => (form.entries.get(id)?.text.text ?? '').trim() === '';
	return isEmpty('name') && !isEmpty(chosenTransport(form) === 'stdio' ? 'command' : 'url');
};

export const withName = (form: ServerForm, name: string): ServerForm => {
	const entry = form.entries.get('name');
	return entry === undefined ? form : withField(form, 'name', withText(entry, bufferOf(name)));
};

/** Everything that is missing is missed from now on. */
export const tryAll = (form: ServerForm): ServerForm => ({
	...form,
	entries: new Map([...form.entries].map(([id, entry]) => [id, {...entry, isTried: true as const}])),
});

/** Keys of the entry that have no field: they stay as they are. */
export const keptKeys = ({base}: ServerForm): readonly string[] =>
	Object.keys(base.entry).filter(key => !knownKeys.has(entryKey(key)));

import {isJsonObject, type JsonValue} from '../../../domain/json.ts';
import type {ModelEvent} from '../../../domain/model.ts';
import {createJsonScanner} from './json-scanner.ts';

/** Nothing is known of a call by this; some servers put an empty one into every chunk. */
const isEmpty = (fragment: Fragment): boolean =>
	fragment.id === '' && fragment.name === '' && fragment.arguments === '' && fragment.extra === undefined;

export type AssembledCall = {
	/** As the server sent it; empty if it sent none. */
	readonly id: string;
	readonly name: string;
	/** The text as it came. */
	readonly arguments: string;
	/** What the server wants back with the call: Gemini signs its thoughts here. */
	readonly extra?: JsonValue;
	/** No character of the arguments can be missing. */
	readonly isWhole: boolean;
};

type OpenCall = {
	readonly index: number | undefined;
	id: string;
	name: string;
	pieces: string[];
	characters: number;
	toldCharacters: number;
	extra: JsonValue | undefined;
	readonly scanner: ReturnType<typeof createJsonScanner>;
};

type Fragment = {
	readonly index: number | undefined;
	readonly id: string;
	readonly name: string;
	readonly arguments: string;
	readonly extra: JsonValue | undefined;
};

/** So many more characters of arguments are worth telling. */
const tellingStep = 2048;

const asText = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '');

const readFragment = (value: JsonValue): Fragment | undefined => {
	if (!isJsonObject(value)) return undefined;
	const called = isJsonObject(value.function) ? value.function : {};
	const written = called.arguments;
	const index = value.index;
	return {
		index: typeof index === 'number' ? index : undefined,
		// Some servers number their calls.
		id: typeof value.id === 'number' ? String(value.id) : asText(value.id),
		name: asText(called.name),
		arguments: isJsonObject(written) ? JSON.stringify(written) : asText(written),
		extra: value.extra_content ?? undefined,
	};
};

/** Puts the calls of an answer together, from fragments that servers number and name in many ways. */
export const createCallAssembler = (knownNames: ReadonlySet<string>) => {
	const calls: OpenCall[] = [];
	const byId = new Map<string, OpenCall>();
	const lastAt = new Map<number | undefined, OpenCall>();

	/** An id counts for its index only: there are servers that give several calls the same. */
	const idKey = ({index, id}: Pick<Fragment, 'index' | 'id'>): string => `${index ?? ''} ${id}`;

	const remember = (call: OpenCall): void => {
		lastAt.set(call.index, call);
		if (call.id !== '') byId.set(idKey(call), call);
	};

	const open = (fragment: Fragment): OpenCall => {
		const call: OpenCall = {
			index: fragment.index,
			id: fragment.id,
			name: '',
			pieces: [],
			characters: 0,
			toldCharacters: -1,
			extra: undefined,
			scanner: createJsonScanner(),
		};
		calls.push(call);
		remember(call);
		return call;
	};

	/** Whether a fragment starts a call of its own, although there is one where it points to. */
	const startsAnother = (fragment: Fragment, call: OpenCall, touched: ReadonlySet<OpenCall>): boolean => {
		const hasArguments = fragment.arguments.trim() !== '';
		if (fragment.id !== '' && call.id !== '') {
			// There are servers that make up a new id for every fragment, but only the first has a name.
			return fragment.name !== '' || !hasArguments || call.scanner.isWhole();
		}
		if (fragment.name === '') return false;
		if (touched.has(call)) return true;
		if (call.scanner.isWhole()) return hasArguments;
		return fragment.name !== call.name && knownNames.has(call.name) && knownNames.has(fragment.name);
	};

	const find = (fragment: Fragment, touched: ReadonlySet<OpenCall>): OpenCall => {
		const same = fragment.id === '' ? undefined : byId.get(idKey(fragment));
		if (same !== undefined) return same;
		const last = lastAt.get(fragment.index);
		return last === undefined || startsAnother(fragment, last, touched) ? open(fragment) : last;
	};

	const addName = (call: OpenCall, name: string): void => {
		// Once arguments come, the name is complete; a name that comes again is the same one.
		if (name === '' || name === call.name || (call.name !== '' && call.characters > 0)) return;
		call.name = name.startsWith(call.name) && knownNames.has(name) ? name : call.name + name;
	};

	const add = (fragment: Fragment, touched: Set<OpenCall>): readonly ModelEvent[] => {
		const call = find(fragment, touched);
		touched.add(call);
		// Some servers send a finished call once more, as a whole.
		if (fragment.id !== '' && call.scanner.isWhole() && fragment.arguments === call.pieces.join(''))
			return [];
		if (call.id === '' && fragment.id !== '') {
			call.id = fragment.id;
			remember(call);
		}
		addName(call, fragment.name);
		if (fragment.arguments !== '') {
			call.pieces.push(fragment.arguments);
			call.characters += fragment.arguments.length;
			call.scanner.feed(fragment.arguments);
		}
		if (fragment.extra !== undefined) call.extra = fragment.extra;
		const isNews = call.toldCharacters === -1 || call.characters - call.toldCharacters >= tellingStep;
		if (!isNews || call.name === '') return [];
		call.toldCharacters = call.characters;
		return [{type: 'calling', modelName: call.name, characters: call.characters}];
	};

	return {
		/** The `tool_calls` of one chunk. */
		addChunk: (fragments: readonly JsonValue[]): readonly ModelEvent[] => {
			const touched = new Set<OpenCall>();
			return fragments.flatMap(value => {
				const fragment = readFragment(value);
				return fragment === undefined || isEmpty(fragment) ? [] : add(fragment, touched);
			});
		},
		/** How much there is of calls: it grows with everything that is added. */
		size: (): number => calls.reduce((sum, {name, characters}) => sum + 1 + name.length + characters, 0),
		/** In the order in which they began. */
		calls: (): readonly AssembledCall[] =>
			calls.map(({id, name, pieces, scanner, extra}) => ({
				id,
				name,
				arguments: pieces.join(''),
				isWhole: name !== '' && scanner.isWhole(),
				...(extra === undefined ? {} : {extra}),
			})),
	};
};

/** Ids are how results find their calls: none may be missing or there twice. */
export const distinctIds = (ids: readonly string[], newId: () => string): readonly string[] => {
	const taken = new Set<string>();
	return ids.map(id => {
		const distinct = id === '' || taken.has(id) ? newId() : id;
		taken.add(distinct);
		return distinct;
	});
};

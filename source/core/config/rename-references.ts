import {isJsonObject, type JsonObject, type JsonValue} from '../../domain/json.ts';
import {matchesGlob} from '../../support/glob.ts';
import {concernsServer, losesServer} from '../../support/server-pattern.ts';
import {type Place, showPlace} from './complaint.ts';
import {findServerReferences, type Reference} from './server-references.ts';

export type Renaming = {readonly from: string; readonly to: string};

type Renamed = {
	readonly content: JsonObject;
	/** Sentences: what was changed, and what was left as it is. */
	readonly notes: readonly string[];
};

const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);

const valueAt = (value: JsonValue, [key, ...rest]: Place): JsonValue => {
	if (key === undefined) return value;
	const inner =
		typeof key === 'number' ? (isList(value) ? value[key] : null) : isJsonObject(value) ? value[key] : null;
	return valueAt(inner ?? null, rest);
};

const putAt = (value: JsonValue, [key, ...rest]: Place, next: JsonValue): JsonValue => {
	if (key === undefined) return next;
	if (typeof key === 'number') {
		return isList(value)
			? value.map((item, index) => (index === key ? putAt(item, rest, next) : item))
			: value;
	}
	return isJsonObject(value)
		? Object.fromEntries(
				Object.entries(value).map(([name, item]) => [name, name === key ? putAt(item, rest, next) : item]),
			)
		: value;
};

/** The same reference by the new name; undefined where it does not name the server exactly. */
const byNewName = ({text, kind, holds}: Reference, {from, to}: Renaming): string | undefined => {
	// In what gives something such a name would stand for others too.
	const isPlain = holds || !to.includes('*');
	if (kind === 'servers') {
		return text === from && isPlain ? to : undefined;
	}
	const start = `${from}__`;
	return text.startsWith(start) && isPlain && (holds || !/__/.test(from + to))
		? `${to}__${text.slice(start.length)}`
		: undefined;
};

const concerns = ({text, kind}: Reference, server: string): boolean =>
	kind === 'servers' ? matchesGlob(text, server) : concernsServer(text, server);

const quote = ({place, text}: Reference): string => `${showPlace(place)} "${text}"`;

const sentence = (start: string, found: readonly Reference[], end = ''): readonly string[] =>
	found.length === 0 ? [] : [`${start}${found.map(quote).join(', ')}${end}.`];

const isCatchAll = ({text}: Reference): boolean => /^[*_]+$/.test(text);

/**
 * Has everything that names a server exactly name it by its new name. A pattern may be meant for others as well, so that
 * it stays, and is told.
 */
export const renameReferences = (content: JsonObject, renaming: Renaming): Renamed => {
	const {from, to} = renaming;
	const references = findServerReferences(content).filter(each => !isCatchAll(each));
	const changed: Reference[] = [];
	const left: Reference[] = [];
	let next: JsonValue = content;
	for (const reference of references) {
		const text = byNewName(reference, renaming);
		const list = reference.place.slice(0, -1);
		const items = valueAt(next, list);
		if (text !== undefined) {
			next = putAt(next, reference.place, text);
			changed.push(reference);
		} else if (reference.kind === 'tools' && reference.holds && reference.text === from && isList(items)) {
			// It may be meant for tools of that name, too: it stays, and the new name is held back as well.
			next = putAt(next, list, [...items, to]);
			changed.push(reference);
		} else {
			left.push(reference);
		}
	}
	const isLost = ({kind, text}: Reference, before: string, after: string): boolean =>
		kind === 'servers'
			? matchesGlob(text, before) && !matchesGlob(text, after)
			: losesServer(text, before, after);
	const lost = left.filter(each => isLost(each, from, to));
	const kept = left.filter(each => concerns(each, from) && !lost.includes(each));
	const gained = left.filter(each => !kept.includes(each) && isLost(each, to, from));
	return {
		content: isJsonObject(next) ? next : content,
		notes: [
			...(changed.length === 0
				? []
				: [`What named it names it "${to}" now: ${changed.map(({place}) => showPlace(place)).join(', ')}.`]),
			...sentence(
				`No longer about it, because it was called "${from}": `,
				lost,
				'. Change that yourself if it was meant',
			),
			...sentence('Still about it: ', kept),
			...sentence('About it from now on: ', gained),
		],
	};
};

import {wellFormedText} from '../wire/well-formed.ts';

/** What was changed in a schema, as phrases for people: each once, with the places where it happened. */
export type SchemaChanges = {
	readonly note: (change: string, path: string) => void;
	readonly list: () => readonly string[];
};

const maxPlaces = 3;
const maxChanges = 12;
const maxPathLength = 60;

const shortPath = (path: string): string =>
	path.length > maxPathLength ? `${wellFormedText(path.slice(0, maxPathLength - 1))}…` : path;

const phrase = (change: string, places: ReadonlySet<string>, count: number): string => {
	if (places.size === 0) return change;
	const more = count - places.size;
	return `${change} (at ${[...places].join(', ')}${more > 0 ? ` and ${more} more` : ''})`;
};

export const createSchemaChanges = (): SchemaChanges => {
	const changes = new Map<string, {readonly places: Set<string>; count: number}>();
	return {
		note(change, path) {
			const known = changes.get(change) ?? {places: new Set<string>(), count: 0};
			changes.set(change, known);
			const place = shortPath(path);
			if (place === '' || known.places.has(place)) return;
			known.count += 1;
			if (known.places.size < maxPlaces) known.places.add(place);
		},
		list() {
			const phrases = [...changes].map(([change, {places, count}]) => phrase(change, places, count));
			return phrases.length <= maxChanges
				? phrases
				: [...phrases.slice(0, maxChanges), `${phrases.length - maxChanges} more changes`];
		},
	};
};

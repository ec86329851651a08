import {isJsonObject, type JsonObject, type JsonValue} from '../json.ts';

export type RefTarget =
	| {readonly type: 'found'; readonly pointer: string; readonly schema: JsonValue}
	| {readonly type: 'dangling'}
	/** In another document, which is never fetched: a server must not make this program send requests. */
	| {readonly type: 'remote'};

const maxSteps = 50;

const member = (value: JsonValue, key: string): JsonValue | undefined => {
	if (Array.isArray(value)) return /^\d+$/.test(key) ? value[Number(key)] : undefined;
	return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
};

const decodeStep = (step: string): string => {
	let decoded = step;
	try {
		decoded = decodeURIComponent(step);
	} catch {
		// Not percent-encoded, then: it means what it says.
	}
	return decoded.replaceAll('~1', '/').replaceAll('~0', '~');
};

const followPointer = (root: JsonObject, pointer: string): RefTarget => {
	const steps = pointer.split('/', maxSteps + 2).slice(1);
	if (steps.length > maxSteps) return {type: 'dangling'};
	let target: JsonValue | undefined = root;
	for (const step of steps) {
		if (target === undefined) break;
		target = member(target, decodeStep(step));
	}
	return target === undefined ? {type: 'dangling'} : {type: 'found', pointer, schema: target};
};

/** A name that a definition gave itself: `$anchor`, or `$id: "#name"` in older drafts. */
const followAnchor = (root: JsonObject, name: string): RefTarget => {
	for (const place of ['$defs', 'definitions']) {
		const definitions = root[place];
		if (!isJsonObject(definitions)) continue;
		for (const [key, schema] of Object.entries(definitions)) {
			if (isJsonObject(schema) && (schema.$anchor === name || schema.$id === `#${name}`)) {
				return {type: 'found', pointer: `/${place}/${key}`, schema};
			}
		}
	}
	return {type: 'dangling'};
};

/** What a `$ref` points to inside the schema that it is in. */
export const followRef = (root: JsonObject, ref: string): RefTarget => {
	const {$id: id} = root;
	const base = typeof id === 'string' ? id.replace(/#$/, '') : '';
	const local = base !== '' && ref.startsWith(`${base}#`) ? ref.slice(base.length) : ref;
	if (local === '' || local === '#' || local === base) return {type: 'found', pointer: '', schema: root};
	if (!local.startsWith('#')) return {type: 'remote'};
	return local.startsWith('#/') ? followPointer(root, local.slice(1)) : followAnchor(root, local.slice(1));
};

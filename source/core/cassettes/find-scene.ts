import {isJsonObject, type JsonObject} from '../../domain/json.ts';
import {canonicalJson} from '../../support/canonical-json.ts';
import {editDistance} from '../../support/edit-distance.ts';
import {keyOf, type Scene} from './server-scenes.ts';

type FoundScene =
	/** `isAgain`: it was played before; only the answer counts then. */
	| {readonly type: 'found'; readonly scene: Scene; readonly isAgain: boolean}
	/** What was asked, and what the cassette has instead, as sentences. */
	| {readonly type: 'missing'; readonly why: string};

export type SceneFinder = {
	/** The scene for a message of the client. Each is played once, in order. */
	readonly find: (method: string, params: JsonObject) => FoundScene;
};

/**
 * `replay`: what asks for something that was not recorded, or more often than it was, is told so. `mock`: the last
 * answer is given again and again, and lists are those of the end.
 */
export type FindMode = 'replay' | 'mock';

/** What a client asks whenever it wants to know how things are: the last answer holds until there is another. */
const isRepeatable = (method: string): boolean => method !== 'tools/call';

const isList = (method: string): boolean => method.endsWith('/list');

/** What a replay says about a call that the cassette does not have: it may have been denied. */
export const notRun = 'This call did not run when it was recorded.';

const longestShown = 300;
const longestCompared = 400;

const shorten = (text: string): string =>
	text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;

const show = (params: JsonObject): string => {
	const {_meta, ...rest} = params;
	const shown = isJsonObject(rest.arguments) ? rest.arguments : rest;
	return shorten(canonicalJson(shown));
};

/** `the call of "echo"`, `resources/read`. */
const nameOf = (method: string, {name}: JsonObject): string => {
	if (method === 'tools/call') return `call of "${String(name)}"`;
	return method === 'prompts/get' ? `request for the prompt "${String(name)}"` : `${method} request`;
};

const isSameSubject = (one: Scene, method: string, params: JsonObject): boolean =>
	one.method === method && one.params.name === params.name;

/** Those that are still to come first, then the most alike. */
const nearestOf = (
	scenes: readonly Scene[],
	played: ReadonlySet<Scene>,
	params: JsonObject,
): Scene | undefined => {
	const wanted = show(params).slice(0, longestCompared);
	const costs = scenes.map(scene => ({
		scene,
		isPlayed: played.has(scene),
		cost: editDistance(wanted, show(scene.params).slice(0, longestCompared)),
	}));
	return costs.toSorted(
		(one, other) => Number(one.isPlayed) - Number(other.isPlayed) || one.cost - other.cost,
	)[0]?.scene;
};

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);

const subjectsOf = (scenes: readonly Scene[], method: string): string => {
	const names = scenes.filter(scene => scene.method === method).map(({params}) => String(params.name));
	return [...new Set(names)].slice(0, 20).join(', ');
};

export const createSceneFinder = (scenes: readonly Scene[], mode: FindMode): SceneFinder => {
	const played = new Set<Scene>();

	const describeMissing = (method: string, params: JsonObject): string => {
		const name = nameOf(method, params);
		const same = scenes.filter(scene => isSameSubject(scene, method, params));
		const near = nearestOf(same, played, params);
		if (near !== undefined) {
			const instead = `${played.has(near) ? 'The nearest it has is' : 'It has'} ${show(near.params)}.`;
			return `The cassette has no ${name} with ${show(params)}. ${instead}`;
		}
		const others = params.name === undefined ? '' : subjectsOf(scenes, method);
		return others === '' ? `The cassette has no ${name}.` : `The cassette has no ${name}, only of ${others}.`;
	};

	return {
		find: (method, params) => {
			const key = keyOf(method, params);
			const same = scenes.filter(scene => scene.key === key);
			const last = same.at(-1);
			if (last === undefined) {
				const why = describeMissing(method, params);
				const isCall = mode === 'replay' && method === 'tools/call';
				return {type: 'missing', why: isCall ? `${why} ${notRun}` : why};
			}
			const next = mode === 'mock' && isList(method) ? last : same.find(scene => !played.has(scene));
			if (next !== undefined) {
				const isAgain = played.has(next);
				played.add(next);
				return {type: 'found', scene: next, isAgain};
			}
			if (mode === 'mock' || isRepeatable(method)) return {type: 'found', scene: last, isAgain: true};
			const count = times(same.length);
			return {
				type: 'missing',
				why: `The cassette has the ${nameOf(method, params)} with ${show(params)} ${count}, and it was played.`,
			};
		},
	};
};

import {isJsonObject, type JsonObject} from '../../../domain/json.ts';
import {adaptNode} from './adapt-node.ts';
import {createWalk, inlinesTooMuch, isTooLarge, maxNodes} from './schema-walk.ts';
import {shapeRoot} from './shape-root.ts';

export type SchemaDialect = 'anthropic' | 'openai';

export type AdaptedSchema =
	/** `changes` is empty where only members went that say nothing to a model, such as `$schema`. */
	| {readonly type: 'sendable'; readonly schema: JsonObject; readonly changes: readonly string[]}
	| {readonly type: 'unfit'; readonly reason: string};

const maxSize = 100_000;
/** References are followed as deep as there is room for. */
const refDepths = [12, 6, 3, 1];
/** Descriptions get shorter, and then none, until the schema is small enough. */
const wordLimits = [Number.POSITIVE_INFINITY, 200, 0];

const propertyName = /^[a-zA-Z0-9_.-]{1,64}$/;

const unfit = (reason: string): AdaptedSchema => ({type: 'unfit', reason});

const sizeOf = (schema: JsonObject): number => JSON.stringify(schema).length;

const kilobytes = (size: number): string => `${Math.ceil(size / 1000)} KB`;

const adaptWithin = (schema: JsonObject, refDepth: number, words: number) => {
	const walk = createWalk(schema, {refDepth, words});
	return {walk, node: adaptNode(schema, {path: '', depth: 0, refs: []}, walk)};
};

const adaptWithWords = (schema: JsonObject, words: number) => {
	let attempt = adaptWithin(schema, refDepths[0] ?? 1, words);
	for (const refDepth of refDepths.slice(1)) {
		if (!inlinesTooMuch(attempt.walk)) break;
		attempt = adaptWithin(schema, refDepth, words);
	}
	return attempt;
};

/** Anthropic takes only some names. One that the model is not told of cannot be mapped back, so it is left out. */
const withTakenNames = (adapted: AdaptedSchema): AdaptedSchema => {
	if (adapted.type === 'unfit') return adapted;
	const {schema, changes} = adapted;
	const properties = isJsonObject(schema.properties) ? schema.properties : {};
	const refused = Object.keys(properties).filter(name => !propertyName.test(name));
	const [first] = refused;
	if (first === undefined) return adapted;
	const required = Array.isArray(schema.required) ? schema.required : [];
	const needed = refused.find(name => required.includes(name));
	if (needed !== undefined) {
		return unfit(`its required property "${needed.slice(0, 80)}" has a name that the provider does not take`);
	}
	return {
		type: 'sendable',
		schema: {
			...schema,
			properties: Object.fromEntries(Object.entries(properties).filter(([name]) => propertyName.test(name))),
		},
		changes: [
			...changes,
			`${refused.length === 1 ? 'a property' : `${refused.length} properties`} left out whose name the provider does not take ("${first.slice(0, 80)}")`,
		],
	};
};

const adapt = (schema: JsonObject): AdaptedSchema => {
	let size = 0;
	for (const words of wordLimits) {
		const {walk, node} = adaptWithWords(schema, words);
		if (isTooLarge(walk)) return unfit(`its schema has more than ${maxNodes} parts`);
		if (node === false) return unfit('nothing fits its schema');
		const root = shapeRoot(node, walk.changes);
		if (root.type === 'unfit') return root;
		size = sizeOf(root.schema);
		if (size <= maxSize) return {type: 'sendable', schema: root.schema, changes: walk.changes.list()};
	}
	return unfit(
		`its schema is too large (${kilobytes(size)} without descriptions, at most ${kilobytes(maxSize)})`,
	);
};

/**
 * A tool's schema in a form that a provider takes, whatever a server sent. Costs no more than a few thousand steps,
 * never fails, and changes nothing in what it was given; what needs no change comes back as the same object.
 */
export const adaptSchema = (schema: JsonObject, dialect: SchemaDialect): AdaptedSchema => {
	const adapted = adapt(schema);
	return dialect === 'anthropic' ? withTakenNames(adapted) : adapted;
};

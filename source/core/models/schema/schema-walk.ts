import type {JsonObject} from '../../../domain/json.ts';
import {createSchemaChanges, type SchemaChanges} from './schema-changes.ts';

/** One pass over a schema: what it may cost, and what it has cost so far. */
export type SchemaWalk = {
	/** Where references start. */
	readonly root: JsonObject;
	readonly changes: SchemaChanges;
	/** How many references may be followed inside one another. */
	readonly refDepth: number;
	/** How long a description inside the schema may be. */
	readonly words: number;
	nodes: number;
	/** Those of `nodes` that came in through references. */
	inlined: number;
};

/** Where in a schema something is. */
export type SchemaPlace = {
	/** As a person would say it: `filters.tags[]`. */
	readonly path: string;
	readonly depth: number;
	/** The references that were followed to get here. */
	readonly refs: readonly string[];
};

/** A schema of a hundred thousand characters has fewer parts; a server may send many more. */
export const maxNodes = 10_000;
const maxInlined = 3_000;
/** Schemas inside schemas. Each level is one or two of JSON. */
export const maxDepth = 24;

export const createWalk = (root: JsonObject, limits: {refDepth: number; words: number}): SchemaWalk => ({
	root,
	changes: createSchemaChanges(),
	...limits,
	nodes: 0,
	inlined: 0,
});

export const isTooLarge = (walk: SchemaWalk): boolean => walk.nodes > maxNodes;
export const inlinesTooMuch = (walk: SchemaWalk): boolean => walk.inlined > maxInlined;

export const count = (walk: SchemaWalk, place: SchemaPlace, nodes = 1): void => {
	walk.nodes += nodes;
	if (place.refs.length > 0) walk.inlined += nodes;
};

export const inside = (place: SchemaPlace, step: string): SchemaPlace => ({
	...place,
	path: `${place.path}${place.path === '' && step.startsWith('.') ? step.slice(1) : step}`,
	depth: place.depth + 1,
});

import {
	createScanner,
	findNodeAtLocation,
	type Node,
	type ParseError,
	parseTree,
	printParseErrorCode,
} from 'jsonc-parser';
import {createPositions} from '../../support/text-positions.ts';
import {type Place, showPlace} from './complaint.ts';

/** JSON with comments and trailing commas, and where in the file everything is. */
export type ConfigText = {
	readonly root: Node | undefined;
	/** One line each: `file:line:col  what is wrong`. */
	readonly syntaxErrors: readonly string[];
	/** Keys that an object has twice; reader and writer both take the first. */
	readonly duplicates: readonly {readonly path: Place; readonly line: string}[];
	/** `file:line:col` of a place; what is missing is shown at the object that lacks it. */
	readonly locate: (path: Place) => string;
	/** The same for the key that leads to a place. */
	readonly locateKey: (path: Place) => string;
};

/** jsonc-parser declares its kinds of tokens as a const enum, which cannot be used here. */
const endOfFile = 17;

/** `CommaExpected` -> `comma expected` */
const inWords = (name: string): string =>
	name.replaceAll(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`).trim();

export type Member = {readonly key: string; readonly keyNode: Node; readonly value: Node | undefined};

/** What an object has, each key once. */
export const membersOf = (node: Node | undefined): readonly Member[] => {
	const found = new Map<string, Member>();
	for (const {children} of node?.type === 'object' ? (node.children ?? []) : []) {
		const [keyNode, value] = children ?? [];
		if (typeof keyNode?.value === 'string' && !found.has(keyNode.value)) {
			found.set(keyNode.value, {key: keyNode.value, keyNode, value});
		}
	}
	return [...found.values()];
};

/** Keys such as `__proto__` are only keys here. */
export const plainValue = (node: Node | undefined): unknown => {
	switch (node?.type) {
		case 'object':
			return Object.fromEntries(membersOf(node).map(({key, value}) => [key, plainValue(value)]));
		case 'array':
			return (node.children ?? []).map(plainValue);
		default:
			return node?.value;
	}
};

const findDuplicates = (node: Node, path: Place): readonly {readonly node: Node; readonly path: Place}[] => {
	const kept = new Set(membersOf(node).map(({keyNode}) => keyNode));
	return (node.children ?? []).flatMap((child, index) => {
		if (node.type !== 'object') {
			return findDuplicates(child, [...path, index]);
		}
		const [keyNode, value] = child.children ?? [];
		if (keyNode === undefined) {
			return [];
		}
		const place = [...path, String(keyNode.value)];
		const inside = value === undefined ? [] : findDuplicates(value, place);
		return kept.has(keyNode) ? inside : [{node: keyNode, path: place}];
	});
};

/** Some editors begin a file with a byte order mark, which no parser of JSON accepts. */
export const withoutMark = (content: string): string => content.replace(/^\ufeff/, '');

/** Nothing but blanks and comments. */
export const saysNothing = (content: string): boolean => {
	const text = withoutMark(content);
	if (createScanner(text, true).scan() !== endOfFile) return false;
	// A comment without an end hides what follows it.
	const errors: ParseError[] = [];
	parseTree(text, errors);
	return errors.every(({error}) => printParseErrorCode(error) === 'ValueExpected');
};

/** An empty file is an empty object: it is given braces, below its comments. */
export const withBraces = (text: string): string =>
	saysNothing(text) ? `${text.trim() === '' ? '' : `${text.trimEnd()}\n`}{}\n` : text;

export const parseConfigText = (file: string, content: string): ConfigText => {
	const text = withoutMark(content);
	const errors: ParseError[] = [];
	const root = parseTree(text, errors, {allowTrailingComma: true});
	const positionAt = createPositions(text);
	const nodeAt = (path: Place): Node | undefined => {
		const places = path.map((_, index) => path.slice(0, path.length - index));
		return places
			.map(place => root && findNodeAtLocation(root, [...place]))
			.find(found => found !== undefined);
	};
	const at = (node: Node | undefined): string => `${file}:${positionAt(node?.offset ?? 0)}`;
	const keyNodeOf = (node: Node | undefined): Node | undefined =>
		node?.parent?.type === 'property' ? node.parent.children?.[0] : node;
	return {
		root,
		syntaxErrors: errors.map(
			({error, offset}) => `${file}:${positionAt(offset)}  ${inWords(printParseErrorCode(error))}`,
		),
		duplicates: (root === undefined ? [] : findDuplicates(root, [])).map(({node, path}) => ({
			path,
			line: `${file}:${positionAt(node.offset)}  ${showPlace(path)}: is there twice; the first one counts`,
		})),
		locate: path => at(nodeAt(path)),
		locateKey: path => at(keyNodeOf(nodeAt(path))),
	};
};

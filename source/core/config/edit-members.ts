import {createScanner, findNodeAtLocation, type Node, parseTree} from 'jsonc-parser';
import {isJsonObject, type JsonObject, type JsonValue} from '../../domain/json.ts';
import type {Place} from './complaint.ts';
import {membersOf, plainValue} from './config-text.ts';

/*
 * Changes single members of objects in JSON with comments. jsonc-parser has `modify` for that, but it takes comments of
 * neighbours along when it removes, hands them to a new neighbour when it adds, and breaks on a trailing comma.
 */

/** jsonc-parser declares its kinds of tokens as a const enum, which cannot be used here. */
const token = {closeBrace: 2, comma: 5, lineComment: 12, blockComment: 13, blank: 15, end: 17};

type Span = {readonly start: number; readonly end: number};

const endOf = ({offset, length}: Node): number => offset + length;

const splice = (text: string, {start, end}: Span, content = ''): string =>
	text.slice(0, start) + content + text.slice(end);

const lineStart = (text: string, offset: number): number => text.lastIndexOf('\n', offset - 1) + 1;

const indentAt = (text: string, offset: number): string =>
	/^[ \t]*/.exec(text.slice(lineStart(text, offset), offset))?.[0] ?? '';

const lineEnding = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n');

/** One level of indentation: what the first indented line uses, two spaces where there is none. */
const indentUnit = (text: string): string => {
	const indent = /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';
	return indent.startsWith('\t') ? '\t' : indent;
};

const render = (text: string, value: JsonValue, indent: string | undefined): string =>
	indent === undefined
		? JSON.stringify(value, null, 1).replaceAll(/\n\s*/g, ' ')
		: JSON.stringify(value, null, indentUnit(text)).replaceAll('\n', lineEnding(text) + indent);

const nodeAt = (text: string, path: Place): Node | undefined => {
	const root = parseTree(text, [], {allowTrailingComma: true});
	return root && findNodeAtLocation(root, [...path]);
};

const objectAt = (text: string, path: Place): Node => {
	const node = nodeAt(text, path);
	if (node?.type !== 'object') {
		throw new Error(`There is no object at ${path.join('.')}`);
	}
	return node;
};

/** The comma after an offset, with nothing but blanks and comments between. */
const commaAfter = (text: string, offset: number): Span | undefined => {
	const scanner = createScanner(text, true);
	scanner.setPosition(offset);
	return scanner.scan() === token.comma
		? {start: scanner.getTokenOffset(), end: scanner.getPosition()}
		: undefined;
};

/** The end of the comments that follow on the same line. */
const endOfRemarks = (text: string, offset: number): number => {
	const scanner = createScanner(text, false);
	scanner.setPosition(offset);
	let end = offset;
	for (;;) {
		const kind = scanner.scan();
		const isRemark =
			kind === token.lineComment ||
			(kind === token.blockComment &&
				!text.slice(scanner.getTokenOffset(), scanner.getPosition()).includes('\n'));
		if (isRemark) {
			end = scanner.getPosition();
		} else if (kind !== token.blank) {
			return end;
		}
	}
};

/** The end of the last comment inside an object without members. */
const endOfLastComment = (text: string, object: Node): number => {
	const scanner = createScanner(text, false);
	scanner.setPosition(object.offset + 1);
	let end = object.offset + 1;
	for (;;) {
		const kind = scanner.scan();
		if (kind === token.lineComment || kind === token.blockComment) {
			end = scanner.getPosition();
		} else if (kind === token.closeBrace || kind === token.end) {
			return end;
		}
	}
};

const addMember = (text: string, object: Node, key: string, value: JsonValue): string => {
	const [first] = object.children ?? [];
	const last = object.children?.at(-1);
	const ending = lineEnding(text);
	if (first === undefined || last === undefined) {
		const outer = indentAt(text, object.offset);
		const inner = outer + indentUnit(text);
		const member = `${JSON.stringify(key)}: ${render(text, value, inner)}`;
		const space = {start: endOfLastComment(text, object), end: endOf(object) - 1};
		return splice(text, space, `${ending}${inner}${member}${ending}${outer}`);
	}
	const comma = commaAfter(text, endOf(last));
	const isInline = !text.slice(object.offset, first.offset).includes('\n');
	const indent = isInline ? undefined : indentAt(text, first.offset);
	const member = `${JSON.stringify(key)}: ${render(text, value, indent)}${comma === undefined ? '' : ','}`;
	if (isInline) {
		const start = comma?.end ?? endOf(last);
		return splice(text, {start, end: start}, `${comma === undefined ? ',' : ''} ${member}`);
	}
	const start = endOfRemarks(text, comma?.end ?? endOf(last));
	const added = splice(text, {start, end: start}, `${ending}${indent}${member}`);
	return comma === undefined ? splice(added, {start: endOf(last), end: endOf(last)}, ',') : added;
};

/** Takes the line along when nothing else is on it, otherwise the blanks on one side. */
const tidy = (text: string, {start, end}: Span): Span => {
	const from = lineStart(text, start);
	const rest = /^[ \t]*(?:\r?\n|$)/.exec(text.slice(end));
	if (text.slice(from, start).trim() === '' && rest !== null) {
		return {start: from, end: end + rest[0].length};
	}
	const before = /[ \t]*$/.exec(text.slice(from, start))?.[0].length ?? 0;
	const after = /^[ \t]*/.exec(text.slice(end))?.[0].length ?? 0;
	const isLast = rest !== null || text[end + after] === '}';
	return isLast ? {start: start - before, end} : {start, end: end + after};
};

/** Removes a child of an object or an array with its comma and leaves every comment. */
const removeChild = (text: string, parent: Node, child: Node): string => {
	const span = {start: child.offset, end: endOf(child)};
	const after = commaAfter(text, span.end);
	if (after !== undefined) {
		return text.slice(span.end, after.start).trim() === ''
			? splice(text, tidy(text, {start: span.start, end: after.end}))
			: splice(splice(text, after), tidy(text, span));
	}
	const previous = parent.children?.[parent.children.indexOf(child) - 1];
	const without = splice(text, tidy(text, span));
	const before = previous === undefined ? undefined : commaAfter(text, endOf(previous));
	return before === undefined ? without : splice(without, before);
};

/** Removes a member with its comma and leaves every comment. */
export const removeMember = (text: string, path: Place, key: string): string => {
	const object = objectAt(text, path);
	const property = membersOf(object).find(member => member.key === key)?.keyNode.parent;
	return property === undefined ? text : removeChild(text, object, property);
};

/** The place of the one item that a list has lost, if that is all that happened to it. */
const lostItem = (old: unknown, value: JsonValue): number | undefined => {
	if (!Array.isArray(old) || !Array.isArray(value) || value.length !== old.length - 1) {
		return undefined;
	}
	const before: readonly unknown[] = old;
	const isKept = (index: number): boolean => JSON.stringify(before[index]) === JSON.stringify(value[index]);
	const found = before.findIndex((_, index) => !isKept(index));
	return JSON.stringify(before.toSpliced(found, 1)) === JSON.stringify(value) ? found : undefined;
};

/** Whether a list has what it had, item by item, with some of them changed in their places or with new ones at its end. */
const isSameList = (old: unknown, value: JsonValue): value is readonly JsonValue[] => {
	if (!Array.isArray(old) || !Array.isArray(value) || old.length === 0 || value.length < old.length) {
		return false;
	}
	const before = old.map(item => JSON.stringify(item));
	const after = value.map((item: JsonValue) => JSON.stringify(item));
	const changed = before.filter((item, index) => item !== after[index]);
	// What is somewhere else now was moved, and its comments would belong to another one.
	return value.length > old.length ? changed.length === 0 : !changed.some(item => after.includes(item));
};

/** Touches only items that differ, and adds those that are new. */
const changeItems = (text: string, path: Place, value: readonly JsonValue[], depth: number): string =>
	value.reduce<string>((result, item, index) => {
		const place = [...path, index];
		const node = nodeAt(result, place);
		if (node === undefined) {
			const last = nodeAt(result, [...path, index - 1]);
			const end = last === undefined ? result.length : endOf(last);
			const isInline =
				last === undefined || result.slice(lineStart(result, last.offset), last.offset).trim() !== '';
			const indent = isInline ? undefined : indentAt(result, last.offset);
			const blank = indent === undefined ? ' ' : lineEnding(result) + indent;
			return splice(result, {start: end, end}, `,${blank}${render(result, item, indent)}`);
		}
		const old = plainValue(node);
		if (JSON.stringify(old) === JSON.stringify(item)) {
			return result;
		}
		return depth > 0 && isJsonObject(old) && isJsonObject(item)
			? changeMembers(result, place, old, item, depth - 1)
			: splice(result, {start: node.offset, end: endOf(node)}, render(result, item, undefined));
	}, text);

/** The new name of a member, where another took the place of the old one. */
const renamed = (old: JsonObject, value: JsonObject, key: string): string | undefined => {
	const name = Object.keys(value)[Object.keys(old).indexOf(key)];
	return name === undefined || Object.hasOwn(value, key) || Object.hasOwn(old, name) ? undefined : name;
};

const renameMember = (text: string, path: Place, key: string, name: string): string => {
	const member = membersOf(objectAt(text, path)).find(candidate => candidate.key === key);
	return member === undefined
		? text
		: splice(text, {start: member.keyNode.offset, end: endOf(member.keyNode)}, JSON.stringify(name));
};

/**
 * Gives a member a value. Where the old and the new value are both objects only the members that differ are touched, so
 * that comments between the others stay.
 */
export const setMember = (text: string, path: Place, key: string, value: JsonValue, depth = 1): string => {
	const object = objectAt(text, path);
	const member = membersOf(object).find(candidate => candidate.key === key);
	if (member?.value === undefined) {
		return addMember(text, object, key, value);
	}
	const old = plainValue(member.value);
	if (JSON.stringify(old) === JSON.stringify(value)) {
		return text;
	}
	const isBare = /^\{\s*\}$/.test(text.slice(member.value.offset, endOf(member.value)));
	if (depth > 0 && isJsonObject(old) && isJsonObject(value) && !isBare) {
		return changeMembers(text, [...path, key], old, value, depth - 1);
	}
	const lost = lostItem(old, value);
	const item = lost === undefined ? undefined : member.value.children?.[lost];
	if (item !== undefined) {
		return removeChild(text, member.value, item);
	}
	// Whoever gives one member a value replaces it; whoever rewrites a text changes what differs.
	if (depth > 1 && isSameList(old, value)) {
		return changeItems(text, [...path, key], value, depth - 1);
	}
	const isInline = !text.slice(object.offset, object.children?.[0]?.offset).includes('\n');
	const indent = isInline ? undefined : indentAt(text, member.keyNode.offset);
	const span = {start: member.value.offset, end: endOf(member.value)};
	return splice(text, span, render(text, value, indent));
};

/** Touches only members that differ. One that only has another name stays where it is, with its comments. */
const changeMembers = (
	text: string,
	path: Place,
	old: JsonObject,
	value: JsonObject,
	depth: number,
): string => {
	const names = new Map(
		Object.keys(old).flatMap(key => {
			const name = renamed(old, value, key);
			return name === undefined ? [] : [[key, name] as const];
		}),
	);
	const known = Object.fromEntries(Object.entries(old).map(([key, item]) => [names.get(key) ?? key, item]));
	const moved = [...names].reduce((result, [key, name]) => renameMember(result, path, key, name), text);
	const isSame = (name: string, item: JsonValue): boolean =>
		Object.hasOwn(known, name) && JSON.stringify(known[name]) === JSON.stringify(item);
	const changed = Object.entries(value)
		.filter(([name, item]) => !isSame(name, item))
		.reduce((result, [name, item]) => setMember(result, path, name, item, depth), moved);
	return Object.keys(known)
		.filter(name => !Object.hasOwn(value, name))
		.reduce((result, name) => removeMember(result, path, name), changed);
};

/** The same text with another content. */
export const rewriteMembers = (text: string, value: JsonObject): string => {
	const old = plainValue(objectAt(text, []));
	return isJsonObject(old) ? changeMembers(text, [], old, value, Number.POSITIVE_INFINITY) : text;
};

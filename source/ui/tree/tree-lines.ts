import type {JsonValue} from '../../domain/json.ts';
import {groupDigits} from '../../support/group-digits.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import type {Line, Tone} from '../pager/line.ts';
import {reveal, revealJson} from '../text/reveal.ts';
import type {TreeRow} from './json-tree.ts';
import {canOpen, isLongText, sizeOf, type TreeNode} from './tree-node.ts';

const shownKey = 200;
const shownText = 160;
/** Deeper levels are all drawn at this one. */
const deepest = 60;

const counted = (count: number, one: string, many: string): string =>
	`${groupDigits(count)} ${count === 1 ? one : many}`;

const scalarTone = (value: JsonValue): Tone => {
	switch (typeof value) {
		case 'string':
			return 'string';
		case 'number':
			return 'number';
		default:
			return 'keyword';
	}
};

/** A key as it is written, unless it is very long. */
export const shownName = (key: string | number): string => {
	const text = String(key);
	const cut = text.length > shownKey ? `${text.slice(0, shownKey)}…` : text;
	return cut === '' ? '""' : sanitiseLine(reveal(cut));
};

const lineCount = (text: string): number => {
	let count = 1;
	for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
		count += 1;
	}
	return count;
};

const textSize = (text: string): string =>
	text.includes('\n')
		? counted(lineCount(text), 'line', 'lines')
		: counted(text.length, 'character', 'characters');

/** The beginning of a long text, or its size where all of it follows. */
const longTextLine = (value: string, isOpen: boolean): Pick<Line, 'text' | 'tone'> => {
	if (isOpen) {
		return {text: textSize(value), tone: 'dim'};
	}
	const [first = ''] = value.slice(0, shownText).split('\n');
	return {text: `${textSize(value)}  ${revealJson(JSON.stringify(first).slice(0, -1))}…`, tone: 'string'};
};

const valueLine = (node: TreeNode): Pick<Line, 'text' | 'tone' | 'isCut'> => {
	const {value} = node;
	if (isLongText(value)) {
		return {...longTextLine(value, node.isOpen), isCut: true};
	}
	if (Array.isArray(value)) {
		return value.length === 0
			? {text: '[]'}
			: {text: `[${counted(value.length, 'item', 'items')}]`, tone: 'dim'};
	}
	if (typeof value === 'object' && value !== null) {
		const size = sizeOf(value);
		return size === 0 ? {text: '{}'} : {text: `{${counted(size, 'key', 'keys')}}`, tone: 'dim'};
	}
	return {text: revealJson(JSON.stringify(value)), tone: scalarTone(value)};
};

const indentOf = (depth: number): string => '  '.repeat(Math.min(depth, deepest));

/** A row of a tree, as a line. */
export const treeLine = ({node, textLine}: TreeRow): Line => {
	const indent = indentOf(node.depth);
	if (textLine !== undefined) {
		return {text: node.text?.at(textLine).text ?? '', label: `${indent}  │ `, tone: 'string'};
	}
	const sign = canOpen(node) ? (node.isOpen ? '▾ ' : '▸ ') : '  ';
	const name = node.key === undefined ? '' : `${shownName(node.key)}: `;
	return {label: `${indent}${sign}${name}`, labelTone: 'name', ...valueLine(node)};
};

/** All of a value that a search looks at. */
export const searchedText = (key: string | number | undefined, value: JsonValue): string => {
	const name = key === undefined ? '' : `${key}: `;
	return typeof value === 'object' && value !== null ? name : `${name}${value}`;
};

/** `$.items[0].name` */
export const pathText = (node: TreeNode): string => {
	const parts: string[] = [];
	for (let each = node; each.parent !== undefined; each = each.parent) {
		const {key = ''} = each;
		if (typeof key === 'number') {
			parts.unshift(`[${key}]`);
		} else {
			parts.unshift(/^[A-Za-z_$][\w$]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`);
		}
	}
	return `$${parts.join('')}`;
};

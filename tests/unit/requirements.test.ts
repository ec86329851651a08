import {existsSync, readFileSync} from 'node:fs';
import {dirname, resolve} from 'node:path';
import ts from 'typescript';
import {describe, expect, it} from 'vitest';
import {requirementNames} from './requirement-names.ts';

const root = resolve(import.meta.dirname, '../..');
const page = readFileSync(resolve(root, 'docs/requirements.md'), 'utf8');

type Row = {readonly section: string; readonly name: string | undefined; readonly text: string};
type Named = {readonly file: string; readonly title: string};

/** Every row of a table whose last column is "tests". */
const readRows = (): readonly Row[] => {
	const rows: Row[] = [];
	let section = '';
	let isOpen = false;
	for (const text of page.split('\n')) {
		section = /^## (.+)$/.exec(text)?.[1] ?? section;
		if (text.endsWith('| tests |')) isOpen = true;
		else if (!text.startsWith('|')) isOpen = false;
		else if (isOpen && !text.startsWith('|---'))
			rows.push({section, name: /^\| \*\*(.+?)\*\*/.exec(text)?.[1], text});
	}
	return rows;
};

const rows = readRows();
const namedIn = (text: string): readonly Named[] =>
	[...text.matchAll(/`(tests\/[^`]+\.tsx?)` "(.+?)"(?=<br>`tests\/| \|$)/g)].map(
		([, file = '', title = '']) => ({
			file,
			title,
		}),
	);

type Title = {readonly text: string; readonly isConditional: boolean; readonly isSkipped: boolean};
type TestFile = {
	readonly titles: readonly Title[];
	/** What titles are made of while the tests run: texts of this file, and of those that it imports. */
	readonly madeOf: ReadonlySet<string>;
};

/** A template with `%s` for what is filled in; undefined where the title is anything else than a text. */
const titleOf = (node: ts.Expression | undefined): string | undefined => {
	if (node === undefined) return undefined;
	if (ts.isStringLiteralLike(node)) return node.text;
	return ts.isTemplateExpression(node)
		? node.head.text + node.templateSpans.map(({literal}) => `%s${literal.text}`).join('')
		: undefined;
};

/** `it`, and what stands behind it: `each`, `skipIf` ... */
const calleeOf = (node: ts.Expression): readonly string[] => {
	if (ts.isIdentifier(node)) return [node.text];
	if (ts.isPropertyAccessExpression(node)) return [...calleeOf(node.expression), node.name.text];
	if (ts.isCallExpression(node)) return calleeOf(node.expression);
	return ts.isTaggedTemplateExpression(node) ? calleeOf(node.tag) : [];
};

const parse = (path: string): ts.SourceFile =>
	ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest);

const importsOf = (source: ts.SourceFile): readonly string[] =>
	source.statements.flatMap(statement =>
		ts.isImportDeclaration(statement) &&
		ts.isStringLiteral(statement.moduleSpecifier) &&
		// Tables of tests are kept beside them.
		statement.moduleSpecifier.text.startsWith('./')
			? [resolve(dirname(source.fileName), statement.moduleSpecifier.text)]
			: [],
	);

const textsOf = (source: ts.SourceFile): readonly string[] => {
	const texts: string[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isStringLiteralLike(node)) texts.push(node.text);
		ts.forEachChild(node, visit);
	};
	visit(source);
	return texts;
};

const readTests = (path: string): TestFile => {
	const source = parse(path);
	const titles: Title[] = [];
	let hasMadeTitles = false;
	const visit = (node: ts.Node, outer: Pick<Title, 'isConditional' | 'isSkipped'>): void => {
		const [kind = '', ...ways] = ts.isCallExpression(node) ? calleeOf(node.expression) : [];
		const isTest = ['it', 'test', 'describe'].includes(kind) && ts.isCallExpression(node);
		const inner = {
			isConditional: outer.isConditional || (isTest && ways.some(way => /^(?:skip|run)If$/.test(way))),
			isSkipped: outer.isSkipped || (isTest && ways.some(way => way === 'skip' || way === 'todo')),
		};
		if (isTest && kind !== 'describe' && node.arguments.length > 1) {
			const text = titleOf(node.arguments[0]);
			if (text === undefined || /^(?:%s|\$\w+)$/.test(text)) hasMadeTitles = true;
			if (text !== undefined) titles.push({text, ...inner});
			return;
		}
		ts.forEachChild(node, child => visit(child, isTest ? inner : outer));
	};
	visit(source, {isConditional: false, isSkipped: false});
	const sources = hasMadeTitles ? [source, ...importsOf(source).filter(existsSync).map(parse)] : [];
	return {titles, madeOf: new Set(sources.flatMap(textsOf))};
};

const files = new Map<string, TestFile | undefined>();
const testsIn = (file: string): TestFile | undefined => {
	if (!files.has(file)) {
		const path = resolve(root, file);
		files.set(file, existsSync(path) ? readTests(path) : undefined);
	}
	return files.get(file);
};

const find = ({file, title}: Named): readonly Title[] => {
	const tests = testsIn(file);
	const found = (tests?.titles ?? []).filter(({text}) => text === title);
	return found.length === 0 && tests?.madeOf.has(title)
		? [{text: title, isConditional: false, isSkipped: false}]
		: found;
};

const shown = ({file, title}: Named): string => `${file} "${title}"`;
const startOf = ({section, text}: Row): string => `${section}: ${text.slice(0, 60)}`;

describe('docs/requirements.md', () => {
	it.each(Object.entries(requirementNames))('has one row for every requirement: %s', (section, names) => {
		const found = rows.flatMap(row => (row.section === section && row.name !== undefined ? [row.name] : []));
		expect(found).toEqual(names);
	});

	it('names a test by its title in every row, and no test without one', () => {
		expect(rows.length).toBeGreaterThan(200);
		expect(rows.filter(({text}) => namedIn(text).length === 0).map(startOf)).toEqual([]);
		const countOf = (text: string): number => text.split('`tests/').length - 1;
		expect(rows.filter(({text}) => countOf(text) !== namedIn(text).length).map(startOf)).toEqual([]);
	});

	it('names only tests that exist, and none that is skipped', () => {
		const named = rows.flatMap(({text}) => namedIn(text));
		expect(named.length).toBeGreaterThan(400);
		expect(named.filter(test => find(test).length === 0).map(shown)).toEqual([]);
		expect(named.filter(test => find(test).some(({isSkipped}) => isSkipped)).map(shown)).toEqual([]);
	});

	it('has a test in every row that runs on any machine', () => {
		const isSure = (test: Named): boolean => find(test).some(({isConditional}) => !isConditional);
		expect(rows.filter(({text}) => !namedIn(text).some(isSure)).map(startOf)).toEqual([]);
	});

	it('says at its beginning what is held only in part', () => {
		const marked = rows.filter(({text}) => /^\| \*\*.+?\*\*.*? \(in part\)/.test(text));
		const [head = ''] = page.split('\n## ');
		expect(marked.length).toBeGreaterThan(0);
		for (const {name = ''} of marked) {
			const words = /^\d+$/.test(name) ? `promise ${name},` : /%$/.test(name) ? 'coverage' : name;
			expect(head).toContain(words);
		}
	});
});

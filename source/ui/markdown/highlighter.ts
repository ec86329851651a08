import type {HLJSApi} from 'highlight.js';
import type {SyntaxRole} from '../theme/styles.ts';
import {languageOf, loadGrammars} from './code-languages.ts';
import type {CodeMark} from './markdown-style.ts';

/** A stretch of a line of code. */
export type CodeRun = {readonly text: string; readonly mark: CodeMark};

/**
 * What the words of some code are, and whether it ends inside of something (a comment, a text, a list of
 * parameters) that the next line goes on with. Undefined where the language is not known, or not loaded yet.
 */
export type Highlight = (
	language: string,
	code: string,
) => {readonly runs: readonly CodeRun[]; readonly isOpen: boolean} | undefined;

const roles: Readonly<Record<string, SyntaxRole>> = {
	keyword: 'keyword',
	built_in: 'type',
	type: 'type',
	class: 'type',
	literal: 'number',
	number: 'number',
	symbol: 'number',
	bullet: 'number',
	string: 'string',
	regexp: 'string',
	char: 'string',
	link: 'string',
	comment: 'comment',
	quote: 'comment',
	doctag: 'comment',
	meta: 'comment',
	title: 'name',
	section: 'name',
	name: 'name',
	attr: 'name',
	attribute: 'name',
	property: 'name',
	'selector-tag': 'keyword',
	'selector-class': 'name',
	'selector-id': 'name',
	'selector-pseudo': 'keyword',
	'template-variable': 'type',
	variable: 'type',
};

/** `hljs-title class_` */
const roleOf = (classes: string): SyntaxRole | undefined => {
	const [scope = '', ...parts] = classes.replace('hljs-', '').split(' ');
	return scope === 'title' && parts.includes('class_') ? 'type' : roles[scope];
};

const escapes: Readonly<Record<string, string>> = {
	'&amp;': '&',
	'&lt;': '<',
	'&gt;': '>',
	'&quot;': '"',
	'&#x27;': "'",
};

const part = /<span class="([^"]*)">|<\/span>|([^<]+)/g;

/** The library gives its result as HTML, whatever is done with it. */
const readRuns = (html: string): readonly CodeRun[] => {
	const runs: CodeRun[] = [];
	const marks: CodeMark[] = ['plain'];
	for (const [, classes, text] of html.matchAll(part)) {
		const mark = marks.at(-1) ?? 'plain';
		if (text !== undefined) {
			runs.push({text: text.replaceAll(/&(?:amp|lt|gt|quot|#x27);/g, name => escapes[name] ?? name), mark});
		} else if (classes === undefined) {
			marks.pop();
		} else {
			// What is inside of a text without a role of its own, as `${name}`, is code again.
			marks.push(classes === 'hljs-subst' ? 'plain' : (roleOf(classes) ?? mark));
		}
	}
	return runs;
};

/** Knows the words of programming languages. Everything is loaded when a block of code first needs it. */
export const createHighlighter = () => {
	let library: HLJSApi | undefined;
	const loading = new Map<string, 'under way' | 'over'>();

	const load = async (language: string): Promise<void> => {
		const [{default: core}, grammars] = await Promise.all([
			import('highlight.js/lib/core'),
			loadGrammars(language),
		]);
		library ??= core.newInstance();
		for (const [name, grammar] of grammars) {
			library.registerLanguage(name, grammar);
		}
	};

	const highlight: Highlight = (name, code) => {
		const language = languageOf(name);
		if (library === undefined || language === undefined || library.getLanguage(language) === undefined) {
			return undefined;
		}
		const {value, _top: top} = library.highlight(code, {language, ignoreIllegals: true});
		return {runs: readRuns(value), isOpen: top !== undefined && 'parent' in top && top.parent !== undefined};
	};

	return {
		highlight,
		/** Whether nothing is loading any more for these languages. If not, `then` is called when it is so. */
		prepare(names: readonly string[], then: () => void): boolean {
			const wanted = new Set(names.map(languageOf).filter(language => language !== undefined));
			for (const language of wanted) {
				if (!loading.has(language)) {
					loading.set(language, 'under way');
					load(language)
						// Code is shown without colours then, and complete.
						.catch(() => undefined)
						.finally(() => {
							loading.set(language, 'over');
							then();
						});
				}
			}
			return [...wanted].every(language => loading.get(language) === 'over');
		},
	};
};

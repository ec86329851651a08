import type {LanguageFn} from 'highlight.js';

type Grammar = {readonly default: LanguageFn};

type Language = {
	/** Other names that follow "```". */
	readonly names: readonly string[];
	readonly load: () => Promise<Grammar>;
	/** Languages that are written inside of it. */
	readonly within?: readonly string[];
};

/** What people paste into chats. Each grammar is loaded when the first block in its language appears. */
const languages: Readonly<Record<string, Language>> = {
	bash: {names: ['sh', 'zsh', 'shell'], load: () => import('highlight.js/lib/languages/bash')},
	c: {names: ['h'], load: () => import('highlight.js/lib/languages/c')},
	console: {
		names: ['shellsession', 'shell-session'],
		load: () => import('highlight.js/lib/languages/shell'),
		within: ['bash'],
	},
	cpp: {names: ['c++', 'cc', 'hpp'], load: () => import('highlight.js/lib/languages/cpp')},
	csharp: {names: ['cs', 'c#'], load: () => import('highlight.js/lib/languages/csharp')},
	css: {names: [], load: () => import('highlight.js/lib/languages/css')},
	dockerfile: {names: ['docker'], load: () => import('highlight.js/lib/languages/dockerfile')},
	go: {names: ['golang'], load: () => import('highlight.js/lib/languages/go')},
	graphql: {names: ['gql'], load: () => import('highlight.js/lib/languages/graphql')},
	ini: {names: ['toml', 'conf'], load: () => import('highlight.js/lib/languages/ini')},
	java: {names: [], load: () => import('highlight.js/lib/languages/java')},
	javascript: {
		names: ['js', 'jsx', 'mjs', 'cjs'],
		load: () => import('highlight.js/lib/languages/javascript'),
	},
	json: {names: ['jsonc', 'json5', 'jsonl'], load: () => import('highlight.js/lib/languages/json')},
	kotlin: {names: ['kt'], load: () => import('highlight.js/lib/languages/kotlin')},
	lua: {names: [], load: () => import('highlight.js/lib/languages/lua')},
	makefile: {names: ['make'], load: () => import('highlight.js/lib/languages/makefile')},
	markdown: {names: ['md'], load: () => import('highlight.js/lib/languages/markdown')},
	php: {names: [], load: () => import('highlight.js/lib/languages/php')},
	powershell: {names: ['ps1', 'pwsh'], load: () => import('highlight.js/lib/languages/powershell')},
	python: {names: ['py', 'python3'], load: () => import('highlight.js/lib/languages/python')},
	ruby: {names: ['rb'], load: () => import('highlight.js/lib/languages/ruby')},
	rust: {names: ['rs'], load: () => import('highlight.js/lib/languages/rust')},
	sql: {
		names: ['postgres', 'postgresql', 'mysql', 'sqlite'],
		load: () => import('highlight.js/lib/languages/sql'),
	},
	swift: {names: [], load: () => import('highlight.js/lib/languages/swift')},
	typescript: {
		names: ['ts', 'tsx', 'mts', 'cts'],
		load: () => import('highlight.js/lib/languages/typescript'),
	},
	xml: {
		names: ['html', 'svg', 'xhtml', 'vue'],
		load: () => import('highlight.js/lib/languages/xml'),
		within: ['css', 'javascript'],
	},
	yaml: {names: ['yml'], load: () => import('highlight.js/lib/languages/yaml')},
};

const byName: ReadonlyMap<string, string> = new Map(
	Object.entries(languages).flatMap(([own, {names}]) => [own, ...names].map(name => [name, own] as const)),
);

/** The name of the grammar for what follows "```", undefined when there is none. */
export const languageOf = (name: string): string | undefined => byName.get(name.toLowerCase());

/** The grammars that a language needs, by name. */
export const loadGrammars = (language: string): Promise<readonly (readonly [string, LanguageFn])[]> =>
	Promise.all(
		[language, ...(languages[language]?.within ?? [])].flatMap(name => {
			const grammar = languages[name]?.load();
			return grammar === undefined ? [] : [grammar.then(loaded => [name, loaded.default] as const)];
		}),
	);

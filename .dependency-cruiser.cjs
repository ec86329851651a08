// The import table of docs/architecture.md, executed by tests/architecture.test.ts.
const only = (name, from, allowed) => ({
	name,
	severity: 'error',
	from: {path: `^source/${from}/`},
	to: {path: '^source/', pathNot: [`^source/${from}/`, ...allowed.map(folder => `^source/${folder}/`)]},
});

const onlyIn = (name, packages, places) => ({
	name,
	severity: 'error',
	from: {path: '^source/', pathNot: places.map(place => `^source/${place}`)},
	to: {path: packages.map(name => `^node_modules/${name}(/|$)`)},
});

module.exports = {
	forbidden: [
		only('domain-imports-nothing', 'domain', []),
		only('support-imports-nothing', 'support', []),
		only('state-is-pure', 'state', ['domain', 'support']),
		only('app-uses-the-core', 'app', ['core', 'state', 'domain', 'support']),
		only('ui-never-touches-the-core', 'ui', ['app', 'state', 'domain', 'support']),
		only('headless-never-touches-the-core', 'headless', ['app', 'state', 'domain', 'support']),
		{
			name: 'core-parts-do-not-know-each-other',
			severity: 'error',
			from: {path: '^source/core/([^/]+)/'},
			to: {path: '^source/', pathNot: ['^source/core/$1/', '^source/domain/', '^source/support/']},
		},
		onlyIn('react-lives-in-the-ui', ['ink', 'react', 'react-reconciler'], ['ui/', 'cli.tsx']),
		onlyIn('mcp-sdk-lives-in-core', ['@modelcontextprotocol'], ['core/mcp/', 'core/toolbox/']),
		onlyIn('provider-sdks-live-in-models', ['openai', '@anthropic-ai'], ['core/models/']),
		{
			name: 'pure-folders-do-no-io',
			severity: 'error',
			from: {path: '^source/(domain|state)/'},
			to: {dependencyTypes: ['core']},
		},
		{
			name: 'use-cases-and-front-ends-do-no-io',
			severity: 'error',
			from: {path: '^source/(app|headless)/'},
			to: {path: '^(node:)?(fs|net|http|https|child_process)(/|$)'},
		},
		{
			name: 'no-cycles',
			severity: 'error',
			from: {},
			to: {circular: true, viaOnly: {dependencyTypesNot: ['type-only']}},
		},
		{name: 'everything-resolves', severity: 'error', from: {path: '^source/'}, to: {couldNotResolve: true}},
	],
	options: {
		tsPreCompilationDeps: true,
		tsConfig: {fileName: 'tsconfig.json'},
		doNotFollow: {path: 'node_modules'},
		enhancedResolveOptions: {
			exportsFields: ['exports'],
			conditionNames: ['import', 'require', 'node', 'default', 'types'],
		},
	},
};

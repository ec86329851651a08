// One run of all tests, and what each kind of them reaches by itself. Vitest knows only the sum; it converts the
// coverage project by project, so that asking at that point costs nothing more.
import {relative} from 'node:path';
import v8 from '@vitest/coverage-v8';

/** What rfc-009 asks of each kind, of the files that it is about. */
export const kinds = [
	{
		name: 'unit',
		projects: ['unit', 'component'],
		floor: 90,
		about: 'all but what holds a connection',
		// A socket, a process or a browser is all that these files are about: alone they are nothing.
		covers: file => !/^source\/core\/(mcp\/(transports|auth|doctor)|toolbox\/http)\//.test(file),
	},
	{
		name: 'integration',
		projects: ['integration', 'hostile'],
		floor: 80,
		about: 'connections and calls',
		covers: file => /^source\/core\/(chat|credentials|mcp|models|sessions|toolbox)\//.test(file),
	},
];

const withoutHits = hits =>
	Object.fromEntries(
		Object.entries(hits).map(([id, hit]) => [id, Array.isArray(hit) ? hit.map(() => 0) : 0]),
	);

/** A file that no test of a kind has loaded: all of it is there to be reached. */
const untouched = ({path, statementMap, fnMap, branchMap, s, f, b}) => ({
	path,
	statementMap,
	fnMap,
	branchMap,
	s: withoutHits(s),
	f: withoutHits(f),
	b: withoutHits(b),
});

/** Whoever names projects does not want them all. */
const isWhole = () => !process.argv.some(word => word.startsWith('--project'));

const watch = provider => {
	if (typeof provider.convertCoverage !== 'function') {
		throw new Error('@vitest/coverage-v8 converts coverage in another way now: scripts/coverage-by-kind.mjs');
	}
	const seen = new Map();
	const convert = provider.convertCoverage.bind(provider);
	const report = provider.generateReports.bind(provider);

	provider.convertCoverage = async (coverage, project, environment) => {
		const converted = await convert(coverage, project, environment);
		const map = seen.get(project.name) ?? provider.createCoverageMap();
		// A copy: what is given back becomes part of the sum, which grows.
		map.merge(JSON.parse(JSON.stringify(converted)));
		seen.set(project.name, map);
		return converted;
	};

	const linesOf = ({projects, covers}, all) => {
		const map = provider.createCoverageMap();
		for (const file of all.files().filter(path => covers(relative(provider.ctx.config.root, path)))) {
			const found = projects.flatMap(name => seen.get(name)?.data[file] ?? []);
			map.addFileCoverage(untouched(all.fileCoverageFor(file).toJSON()));
			for (const each of found) map.addFileCoverage(each);
		}
		return map.getCoverageSummary().toJSON().lines;
	};

	provider.generateReports = async (all, allTestsRun) => {
		await report(all, allTestsRun);
		for (const kind of allTestsRun ? kinds : []) {
			if (!kind.projects.every(name => seen.has(name))) {
				if (isWhole()) {
					process.exitCode = 1;
					provider.ctx.logger.error(`ERROR: nothing was measured of ${kind.projects.join(' and ')} tests`);
				}
				continue;
			}
			const {pct, covered, total} = linesOf(kind, all);
			provider.ctx.logger.log(`Lines, ${kind.name} tests: ${pct}% (${covered}/${total}), ${kind.about}`);
			if (pct < kind.floor) {
				process.exitCode = 1;
				provider.ctx.logger.error(`ERROR: ${kind.name} tests have to reach ${kind.floor}% of these lines`);
			}
		}
	};
	return provider;
};

// biome-ignore lint/style/noDefaultExport: Vitest asks for it.
export default {...v8, getProvider: async () => watch(await v8.getProvider())};

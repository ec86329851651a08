import {readdirSync, readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {join, resolve} from 'node:path';
import {cruise, type ICruiseOptions, type ICruiseResult} from 'dependency-cruiser';
import {describe, expect, it} from 'vitest';

const root = resolve(import.meta.dirname, '..');
const rules = createRequire(import.meta.url)(join(root, '.dependency-cruiser.cjs'));

const sourceFiles = readdirSync(join(root, 'source'), {recursive: true, encoding: 'utf8'}).filter(file =>
	/\.(ts|tsx)$/.test(file),
);

describe('the architecture', () => {
	it('lets imports go down only', async () => {
		const options: ICruiseOptions = {
			...rules.options,
			ruleSet: {forbidden: rules.forbidden},
			validate: true,
			baseDir: root,
		};
		const {output} = await cruise(['source'], options);
		const {modules, summary} = output as ICruiseResult;
		const read = modules.filter(module => module.source.startsWith('source/'));
		// A cruiser that cannot read TypeScript finds no modules, and therefore no violations.
		expect(read.length).toBeGreaterThanOrEqual(sourceFiles.length);
		expect(read.filter(module => module.dependencies.length > 0).length).toBeGreaterThan(read.length / 2);
		expect(summary.violations.map(({rule, from, to}) => `${rule.name}: ${from} -> ${to}`)).toEqual([]);
	});

	it('keeps every file under 400 lines', () => {
		const long = sourceFiles.filter(
			file => readFileSync(join(root, 'source', file), 'utf8').split('\n').length > 401,
		);
		expect(long).toEqual([]);
	});

	it('has no file whose name says nothing', () => {
		const vague = sourceFiles.filter(file =>
			/(^|\/)(utils?|helpers?|manager|service|handler|common|data|misc)\.tsx?$/.test(file),
		);
		expect(vague).toEqual([]);
	});
});

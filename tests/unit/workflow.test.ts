import {readFileSync} from 'node:fs';
import {resolve} from 'node:path';
import {describe, expect, it} from 'vitest';
import {parse} from 'yaml';

const root = resolve(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(resolve(root, file), 'utf8');

type Step = {readonly uses?: string; readonly run?: string; readonly if?: string};
type Job = {
	readonly 'runs-on': string;
	readonly 'timeout-minutes'?: number;
	readonly strategy: {readonly matrix: Readonly<Record<string, readonly string[]>>};
	readonly steps: readonly Step[];
};
type Workflow = {
	readonly permissions: Readonly<Record<string, string>>;
	readonly jobs: Readonly<Record<string, Job>>;
};

const {permissions, jobs} = parse(read('.github/workflows/check.yml')) as Workflow;
const manifest = JSON.parse(read('package.json')) as {
	engines: {node: string};
	scripts: Readonly<Record<string, string>>;
};

describe('the workflow on GitHub', () => {
	it('runs the test command of the README on Linux and macOS, whatever else was done', () => {
		const {check} = jobs;
		expect(check?.strategy.matrix.os).toEqual(['ubuntu-latest', 'macos-latest']);
		const last = check?.steps.at(-1);
		expect(last).toEqual({run: 'npm ci && npm run check'});
		expect(read('README.md')).toContain(last?.run);
	});

	it('runs the stories on every Node that the package claims', () => {
		const {nodes} = jobs;
		const claimed = [manifest.engines.node.replace('>=', ''), '22', '24', '26'];
		expect(nodes?.strategy.matrix.node).toEqual(claimed);
		const script = read('scripts/on-every-node.mjs');
		for (const version of claimed.slice(1)) {
			expect(script).toContain(`'${version}'`);
		}
		expect(manifest.scripts.nodes).toBe('node scripts/on-every-node.mjs');
		expect(nodes?.steps.at(-1)?.run).toMatch(/^npm run nodes -- --only /);
	});

	it('may read the project and nothing else, and ends', () => {
		expect(permissions).toEqual({contents: 'read'});
		for (const job of Object.values(jobs)) {
			expect(job['timeout-minutes']).toBeLessThanOrEqual(60);
			expect(job).not.toHaveProperty('permissions');
			const used = job.steps.flatMap(({uses}) => uses ?? []);
			expect(used.filter(action => !/^actions\/[a-z-]+@v\d+$/.test(action))).toEqual([]);
		}
	});
});

import {defineConfig} from 'vitest/config';

const project = (name: string, options: Record<string, unknown> = {}) => ({
	extends: true as const,
	test: {name, include: [`tests/${name}/**/*.test.{ts,tsx}`], ...options},
});

// Machines are noisy: limits are generous, and no test asserts a duration.
export default defineConfig({
	test: {
		testTimeout: 180_000,
		hookTimeout: 180_000,
		expect: {poll: {timeout: 40_000}},
		// Most tests wait for other processes: with one worker per core, two small cores would be idle half of the time.
		// What takes longest comes first, by the names of the projects: e2e before all but the first few, unit last.
		maxWorkers: 3,
		projects: [
			{extends: true, test: {name: 'architecture', include: ['tests/*.test.ts']}},
			// Nothing in them is mocked or left behind, so that files can share what they import.
			project('unit', {isolate: false}),
			project('component'),
			project('integration'),
			project('hostile'),
			project('e2e', {globalSetup: ['tests/helpers/build-once.ts']}),
		],
		coverage: {
			// V8's, which also says what unit and integration tests reach by themselves.
			provider: 'custom',
			customProviderModule: './scripts/coverage-by-kind.mjs',
			include: ['source/{domain,state,core,app}/**/*.{ts,tsx}'],
			reporter: ['text-summary'],
			thresholds: {lines: 90},
		},
	},
});

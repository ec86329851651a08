import {readFileSync} from 'node:fs';
import {resolve} from 'node:path';
import {expect, it} from 'vitest';

type Entry = {readonly optionalDependencies?: Readonly<Record<string, string>>; readonly resolved?: string};

const lock: {readonly packages: Readonly<Record<string, Entry>>} = JSON.parse(
	readFileSync(resolve(import.meta.dirname, '../../package-lock.json'), 'utf8'),
);

it('names the binaries of every platform, because npm ci refuses a lock file without them', () => {
	const missing = Object.entries(lock.packages).flatMap(([path, {optionalDependencies = {}}]) =>
		Object.keys(optionalDependencies).filter(
			name =>
				lock.packages[`node_modules/${name}`] === undefined &&
				lock.packages[`${path}/node_modules/${name}`] === undefined,
		),
	);
	expect(missing).toEqual([]);
});

it('names no place that packages come from', () => {
	expect(Object.values(lock.packages).filter(({resolved}) => resolved !== undefined)).toEqual([]);
});

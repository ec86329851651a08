import {writeFile} from 'node:fs/promises';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {createLineFinder} from '../../../source/core/toolbox/search-files/internal/createLineFinder.ts';
import {searchFilesMcpToolHandler} from '../../../source/core/toolbox/search-files/internal/searchFilesMcpToolHandler.ts';
import {
	type SearchLimits,
	searchLimits,
} from '../../../source/core/toolbox/search-files/internal/searchLimits.ts';
import {createGrantedFolders} from '../../../source/core/toolbox/shared/createGrantedFolders.ts';
import {waitUntil} from '../../helpers/wait-until.ts';
import {jsonOf, signal} from './read-outcome.ts';
import {makeTemporaryFolder} from './temporary-folder.ts';

const finder = createLineFinder();

describe('search-files, of many files and beside others', () => {
	it('holds no more of all files at once than it may, and reads nothing that is past a limit', async () => {
		const root = await makeTemporaryFolder();
		const names = Array.from({length: 16}, (_, index) => `${String(index).padStart(2, '0')}.txt`);
		for (const name of names) await writeFile(path.join(root, name), `needle${'x'.repeat(393)}\n`);
		const folders = createGrantedFolders({roots: [root]});
		let held = 0;
		let most = 0;
		let all = 0;
		const counting: typeof folders = {
			...folders,
			async openFile(...args) {
				const handle = await folders.openFile(...args);
				return new Proxy(handle, {
					get(target, key) {
						const value: unknown = Reflect.get(target, key);
						if (typeof value !== 'function') return value;
						return async (...given: unknown[]) => {
							const result = await Reflect.apply(value, target, given);
							if (key === 'read') {
								held += result.bytesRead;
								all += result.bytesRead;
								most = Math.max(most, held);
							}
							return result;
						};
					},
				});
			},
		};
		const countingFinder: typeof finder = {
			...finder,
			async find(question, ...rest) {
				const found = await finder.find(question, ...rest);
				held -= question.bytes.length;
				return found;
			},
		};
		const search = (changed: Partial<SearchLimits>) =>
			searchFilesMcpToolHandler(
				{
					params: {query: 'needle'},
					folders: counting,
					finder: countingFinder,
					limits: {...searchLimits, bytesAtOnce: 1000, ...changed},
				},
				signal,
			);
		expect(jsonOf(await search({}))).toMatchObject({files: 16, searched: 16});
		expect(most).toBe(800);
		[held, most, all] = [0, 0, 0];
		expect(jsonOf(await search({bytes: 400})).cutBy).toBe('bytes');
		expect(all).toBe(800);
		// A file that is longer than that is read alone.
		await writeFile(path.join(root, '99.txt'), 'needle\n'.repeat(500));
		[held, most, all] = [0, 0, 0];
		expect(jsonOf(await search({})).files).toBe(17);
		expect(most).toBe(3500);
	});

	it('ends in time while another search has the thread', async () => {
		const root = await makeTemporaryFolder();
		await writeFile(path.join(root, 'a.txt'), 'needle\n');
		await writeFile(path.join(root, 'slow.txt'), `${'a'.repeat(60)}!\n`);
		const slow = new AbortController();
		const folders = createGrantedFolders({roots: [root]});
		const params = {query: '^(a+)+$', isRegex: true, path: 'slow.txt'};
		const limits = {...searchLimits, milliseconds: 600_000, millisecondsOfFile: 600_000};
		let isAsked = false;
		const watched: typeof finder = {
			...finder,
			find(...question) {
				isAsked = true;
				return finder.find(...question);
			},
		};
		const first = searchFilesMcpToolHandler({params, folders, finder: watched, limits}, slow.signal);
		await waitUntil(() => isAsked);
		let isFirstDone = false;
		void first.then(() => {
			isFirstDone = true;
		});
		const outcome = await searchFilesMcpToolHandler(
			{
				params: {query: 'needle', path: 'a.txt'},
				folders,
				finder,
				limits: {...searchLimits, milliseconds: 300},
			},
			signal,
		);
		expect(isFirstDone).toBe(false);
		slow.abort();
		await first;
		expect(jsonOf(outcome)).toMatchObject({matches: [], cutBy: 'time'});
	});
});

import {rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {createFolderTrust} from '../../../../source/core/config/project/folder-trust.ts';
import {readProjectServers} from '../../../../source/core/config/project/project-files.ts';
import type {Failure} from '../../../../source/domain/failure.ts';
import type {JsonObject} from '../../../../source/domain/json.ts';
import type {StateFile} from '../../../../source/domain/ports.ts';
import {createTemporaryFolder} from '../../../helpers/temporary-folder.ts';

const createState = (content: JsonObject = {}, failure?: Failure) => {
	let now = content;
	const state: StateFile = {
		read: async () => now,
		change: async edit => {
			if (failure === undefined) now = JSON.parse(JSON.stringify(edit(now)));
			return failure;
		},
	};
	return {state, content: () => now};
};

const createProject = (servers: object) => {
	const folder = createTemporaryFolder();
	const write = (changed: object): void =>
		writeFileSync(join(folder, '.mcp.json'), JSON.stringify({mcpServers: changed}));
	write(servers);
	return {folder, write, read: async () => (await readProjectServers(folder, {})).servers};
};

const namesOf = (servers: readonly {readonly name: string}[]): readonly string[] =>
	servers.map(({name}) => name);

describe('trust in a folder', () => {
	const two = {a: {command: 'x', args: ['1']}, b: {url: 'https://b.example'}};

	it('is there for nothing that the user has not seen', async () => {
		const {folder, read} = createProject(two);
		const {state} = createState();
		const trust = createFolderTrust({state, now: () => 7});
		expect(await trust.trusted(folder, await read())).toEqual([]);
		const {unknown} = await trust.sort(folder, await read());
		expect(unknown.map(({name, isChanged}) => [name, isChanged])).toEqual([
			['a', false],
			['b', false],
		]);
	});

	it('holds as long as the servers say the same, in whichever order', async () => {
		const {folder, write, read} = createProject(two);
		const {state, content} = createState({grants: [1]});
		const trust = createFolderTrust({state, now: () => 7});
		expect(await trust.trust(folder, await read())).toBeUndefined();
		expect(namesOf(await trust.trusted(folder, await read()))).toEqual(['a', 'b']);
		write({b: {url: 'https://b.example'}, a: {args: ['1'], command: 'x'}});
		expect(namesOf(await trust.trusted(folder, await read()))).toEqual(['b', 'a']);
		expect(content()).toMatchObject({grants: [1], folders: {[folder]: [{name: 'a', at: 7}, {name: 'b'}]}});
	});

	it('ends with any change, which is said, and comes back with what was trusted', async () => {
		const {folder, write, read} = createProject(two);
		const trust = createFolderTrust({state: createState().state, now: () => 7});
		await trust.trust(folder, await read());
		write({...two, a: {command: 'x', args: ['2']}, c: {command: 'new'}});
		const sorted = await trust.sort(folder, await read());
		expect(namesOf(sorted.trusted)).toEqual(['b']);
		expect(sorted.unknown.map(({name, isChanged}) => [name, isChanged])).toEqual([
			['a', true],
			['c', false],
		]);
		write(two);
		expect(namesOf(await trust.trusted(folder, await read()))).toEqual(['a', 'b']);
	});

	it('does not follow a server into another file, name or folder', async () => {
		const {folder, write, read} = createProject({a: {command: 'x'}});
		const trust = createFolderTrust({state: createState().state, now: () => 7});
		await trust.trust(folder, await read());
		write({other: {command: 'x'}});
		expect(await trust.trusted(folder, await read())).toEqual([]);
		const elsewhere = createProject({a: {command: 'x'}});
		expect(await trust.trusted(elsewhere.folder, await elsewhere.read())).toEqual([]);
	});

	it('is the same by whichever link one comes to the folder', async () => {
		const {folder, read} = createProject({a: {command: 'x'}});
		const trust = createFolderTrust({state: createState().state, now: () => 7});
		const link = join(createTemporaryFolder(), 'link');
		symlinkSync(folder, link);
		await trust.trust(link, await read());
		const {servers} = await readProjectServers(link, {});
		expect(namesOf(await trust.trusted(folder, servers))).toEqual(['a']);
		rmSync(link);
		const other = createProject({a: {command: 'x'}});
		symlinkSync(other.folder, link);
		const {servers: others} = await readProjectServers(link, {});
		expect(await trust.trusted(link, others)).toEqual([]);
	});

	it('that was refused is not asked for again until something changes', async () => {
		const {folder, write, read} = createProject({a: {command: 'x'}});
		const trust = createFolderTrust({state: createState().state, now: () => 7});
		await trust.refuse(folder, await read());
		expect(await trust.sort(folder, await read())).toMatchObject({
			trusted: [],
			refused: [{name: 'a'}],
			unknown: [],
		});
		write({a: {command: 'y'}});
		expect(await trust.sort(folder, await read())).toMatchObject({
			trusted: [],
			refused: [],
			unknown: [{name: 'a', isChanged: false}],
		});
		await trust.trust(folder, await read());
		expect(namesOf(await trust.trusted(folder, await read()))).toEqual(['a']);
		await trust.refuse(folder, await read());
		expect(await trust.trusted(folder, await read())).toEqual([]);
	});

	it('is kept for other servers and folders', async () => {
		const first = createProject({a: {command: 'x'}});
		const second = createProject({b: {command: 'y'}});
		const trust = createFolderTrust({state: createState().state, now: () => 7});
		await trust.trust(first.folder, await first.read());
		await trust.trust(second.folder, await second.read());
		first.write({a: {command: 'x'}, c: {command: 'z'}});
		const {unknown} = await trust.sort(first.folder, await first.read());
		await trust.trust(first.folder, unknown);
		expect(namesOf(await trust.trusted(first.folder, await first.read()))).toEqual(['a', 'c']);
		expect(namesOf(await trust.trusted(second.folder, await second.read()))).toEqual(['b']);
	});

	it('that cannot be saved is told', async () => {
		const {folder, read} = createProject({a: {command: 'x'}});
		const failure = {code: 'state-not-written', message: 'No room.'};
		const trust = createFolderTrust({state: createState({}, failure).state, now: () => 7});
		expect(await trust.trust(folder, await read())).toEqual(failure);
		expect(await trust.trust(folder, [])).toBeUndefined();
	});

	it.each<JsonObject>([{folders: 'x'}, {folders: []}, {folders: {x: 1}}])(
		'is nowhere in a damaged state %j',
		async content => {
			const {folder, read} = createProject({a: {command: 'x'}});
			const servers = await read();
			for (const damaged of [
				content,
				{folders: {[folder]: [null, 1, {name: 'a'}, {file: '.mcp.json', name: 'a', trusted: 1}]}},
			]) {
				const trust = createFolderTrust({state: createState(damaged).state, now: () => 7});
				expect(await trust.trusted(folder, servers)).toEqual([]);
				await trust.trust(folder, servers);
				expect(namesOf(await trust.trusted(folder, servers))).toEqual(['a']);
			}
		},
	);
});

import {describe, expect, it} from 'vitest';
import {createGrantBook, type GrantBookDeps} from '../../../source/core/approvals/grant-book.ts';
import {toolPrint} from '../../../source/core/approvals/prints.ts';
import type {Grant} from '../../../source/domain/approval.ts';
import type {Failure} from '../../../source/domain/failure.ts';
import type {JsonObject} from '../../../source/domain/json.ts';
import type {StateFile} from '../../../source/domain/ports.ts';
import {createCounterIds} from '../../helpers/counter-ids.ts';
import {read, tool, write} from './policy-harness.ts';

const full: Failure = {code: 'state-not-saved', message: 'The disk is full.'};

const createFile = (content: JsonObject = {}) => {
	let trouble: Failure | undefined;
	let now = content;
	const state: StateFile = {
		read: async () => now,
		async change(edit) {
			const edited = edit(now);
			// Others get their turn before it is written.
			await new Promise(resolve => setImmediate(resolve));
			if (trouble === undefined) now = edited;
			return trouble;
		},
	};
	return {
		state,
		content: () => now,
		put: (other: JsonObject) => {
			now = other;
		},
		fail: (failure: Failure | undefined) => {
			trouble = failure;
		},
	};
};

const setUp = (content?: JsonObject, change: Partial<GrantBookDeps> = {}) => {
	const file = createFile(content);
	const told: (readonly Grant[])[] = [];
	const book = createGrantBook({
		state: file.state,
		now: () => 77,
		newId: createCounterIds('grant'),
		toolsOf: server => (server === 'files' ? [read, write] : []),
		printOf: server => (server === 'files' ? 'reached' : undefined),
		onChange: grants => told.push(grants),
		...change,
	});
	return {...file, book, told};
};

const readGrant = {
	grantId: 'grant-1',
	scope: 'tool',
	server: 'files',
	serverPrint: 'reached',
	tools: {read: toolPrint(read)},
	createdAt: 77,
};

describe('the book of grants', () => {
	it('binds a grant to the definition of the tool and to how the server is reached', async () => {
		const {book, content, told} = setUp();
		await expect(book.allow(read, 'tool')).resolves.toBeUndefined();
		expect(book.list()).toEqual([readGrant]);
		expect(content()).toEqual({grants: [readGrant]});
		expect(told).toEqual([[readGrant]]);
	});

	it('binds a grant for a server to all the tools that it has', async () => {
		const {book} = setUp();
		await book.allow(read, 'server');
		expect(book.list()).toMatchObject([
			{scope: 'server', tools: {read: toolPrint(read), write: toolPrint(write)}},
		]);
	});

	it('is empty until it is read, and then has what another run has saved', async () => {
		const {book, told} = setUp({grants: [readGrant]});
		expect(book.list()).toEqual([]);
		await book.refresh();
		expect(book.list()).toEqual([readGrant]);
		await book.refresh();
		expect(told).toHaveLength(1);
	});

	it('puts a new grant in the place of one for the same', async () => {
		const {book, content} = setUp({grants: [{...readGrant, serverPrint: 'otherwise', grantId: 'old'}]});
		await book.refresh();
		await book.allow(write, 'tool');
		await book.allow(read, 'tool');
		await book.allow(read, 'server');
		await book.allow(write, 'server');
		expect(book.list().map(({grantId}) => grantId)).toEqual(['grant-1', 'grant-2', 'grant-4']);
		expect(content().grants).toEqual(book.list());
	});

	it('keeps grants for servers of one name in different files or folders side by side', async () => {
		let from: string | undefined = '/a/servers.json in /work';
		const {book, content} = setUp(undefined, {
			printOf: () => from ?? 'own',
			identityOf: () => ({command: 'npx files', environment: ['TOKEN'], from}),
		});
		await book.allow(read, 'tool');
		from = '/a/servers.json in /home';
		await book.allow(read, 'tool');
		from = undefined;
		await book.allow(read, 'tool');
		await book.allow(read, 'tool');
		expect(book.list().map(({grantId, identity}) => [grantId, identity?.from])).toEqual([
			['grant-1', '/a/servers.json in /work'],
			['grant-2', '/a/servers.json in /home'],
			['grant-4', undefined],
		]);
		expect(content().grants).toEqual(book.list());
		await book.refresh();
		expect(book.list()[0]?.identity).toMatchObject({command: 'npx files', environment: ['TOKEN']});
	});

	it.each(['tool', 'server'] as const)(
		'keeps grants of a %s for what it reaches in different folders side by side',
		async scope => {
			let folder = 'here';
			const {book, content} = setUp(undefined, {
				toolsOf: () => [read, {...write, reach: folder, where: `/${folder}`}],
			});
			await book.allow(write, scope);
			folder = 'there';
			await book.allow(write, scope);
			await book.allow(write, scope);
			expect(book.list()).toMatchObject([
				{grantId: 'grant-1', reaches: {write: 'here'}, where: '/here'},
				{grantId: 'grant-3', reaches: {write: 'there'}, where: '/there'},
			]);
			expect(content().grants).toEqual(book.list());
			await book.refresh();
			await book.revoke('grant-3');
			expect(book.list().map(({grantId}) => grantId)).toEqual(['grant-1']);
		},
	);

	it('puts a new grant in the place of one that does not say its reach only where both are bound to the same', async () => {
		const writer = {...write, reach: 'here'};
		const earlier = {...readGrant, grantId: 'elsewhere', tools: {write: 'print'}};
		const same = {...earlier, grantId: 'same', tools: {write: toolPrint(writer)}};
		const {book, content} = setUp({grants: [earlier, same]}, {toolsOf: () => [writer]});
		await book.refresh();
		expect(book.list()).toEqual([earlier, same]);
		await book.allow(writer, 'tool');
		expect(book.list().map(({grantId}) => grantId)).toEqual(['elsewhere', 'grant-1']);
		expect(content().grants).toEqual(book.list());
	});

	it('keeps what it does not understand, and what is none of its business', async () => {
		const damaged = [
			null,
			7,
			{...readGrant, scope: 'world'},
			{...readGrant, tools: {read: 1}},
			{grantId: 'x'},
			{...readGrant, grantId: 'later', expires: 99},
		];
		const {book, content} = setUp({grants: damaged, folders: {'/a': true}});
		await book.refresh();
		expect(book.list()).toEqual([{...readGrant, grantId: 'later'}]);
		await book.allow(write, 'tool');
		expect(content()).toEqual({
			grants: [...damaged, expect.objectContaining({tools: {write: toolPrint(write)}})],
			folders: {'/a': true},
		});
		await book.revoke('grant-1');
		expect(content().grants).toEqual(damaged);
	});

	it('overwrites nothing where the list is none', async () => {
		const {book, content} = setUp({grants: {from: 'a later version'}});
		await expect(book.allow(read, 'tool')).resolves.toMatchObject({code: 'grant-not-kept'});
		expect(content()).toEqual({grants: {from: 'a later version'}});
		expect(book.list()).toEqual([readGrant]);
	});

	it('takes a grant back, for good', async () => {
		const {book, content, told} = setUp({grants: [readGrant]});
		await book.refresh();
		await expect(book.revoke('grant-1')).resolves.toBeUndefined();
		expect(book.list()).toEqual([]);
		expect(content().grants).toEqual([]);
		expect(told.at(-1)).toEqual([]);
		await expect(book.revoke('nothing')).resolves.toBeUndefined();
	});

	it('loses none of several changes at once', async () => {
		const {book, content} = setUp();
		await Promise.all([book.allow(read, 'tool'), book.allow(write, 'tool'), book.allow(read, 'server')]);
		expect(book.list()).toHaveLength(3);
		expect(content().grants).toHaveLength(3);
	});

	it('cannot bind a grant to what is not there', async () => {
		for (const ref of [tool('files', 'gone'), tool('web', 'fetch')]) {
			const {book, told} = setUp();
			await expect(book.allow(ref, 'tool')).resolves.toMatchObject({
				code: 'grant-not-bound',
				message: expect.stringContaining(`${ref.server} does not offer ${ref.tool} now`),
			});
			expect(book.list()).toEqual([]);
			expect(told).toEqual([]);
		}
	});
});

describe('a book that cannot be saved', () => {
	it('holds a grant until the program ends, and says why', async () => {
		const {book, content, fail, told} = setUp({grants: [{...readGrant, grantId: 'old'}]});
		await book.refresh();
		fail(full);
		await expect(book.allow(read, 'tool')).resolves.toEqual(full);
		expect(book.list()).toEqual([readGrant]);
		expect(told.at(-1)).toEqual([readGrant]);
		expect(content().grants).toEqual([{...readGrant, grantId: 'old'}]);
		await book.refresh();
		expect(book.list()).toEqual([readGrant]);
	});

	it('takes such a grant back together with the one that it replaced', async () => {
		const {book, content, fail} = setUp({grants: [{...readGrant, grantId: 'old'}]});
		await book.refresh();
		fail(full);
		await book.allow(read, 'tool');
		fail(undefined);
		await expect(book.revoke('grant-1')).resolves.toBeUndefined();
		expect(book.list()).toEqual([]);
		expect(content().grants).toEqual([]);
	});

	it('does not allow what was taken back, although the file still has it', async () => {
		const {book, fail} = setUp({grants: [readGrant]});
		await book.refresh();
		fail(full);
		await expect(book.revoke('grant-1')).resolves.toEqual(full);
		expect(book.list()).toEqual([]);
		await book.refresh();
		expect(book.list()).toEqual([]);
	});

	it('saves what it can again', async () => {
		const {book, content, fail} = setUp();
		fail(full);
		await book.allow(read, 'tool');
		fail(undefined);
		await book.allow(read, 'tool');
		expect(content().grants).toEqual([{...readGrant, grantId: 'grant-2'}]);
		expect(book.list()).toEqual(content().grants);
	});
});

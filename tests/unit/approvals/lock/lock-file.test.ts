import {describe, expect, it} from 'vitest';
import {createServerLock, lockText, readLock} from '../../../../source/core/approvals/lock/lock-file.ts';
import {lockEntry} from '../../../../source/core/approvals/lock/locked-server.ts';
import type {JsonObject} from '../../../../source/domain/json.ts';
import type {ServerOffer} from '../../../../source/domain/server-lock.ts';
import {defineTool, startOf} from '../pins/pin-harness.ts';

const signal = new AbortController().signal;

const offerOf = (more: Partial<ServerOffer> = {}): ServerOffer => ({
	config: startOf('files', {command: 'node', args: ['files.mjs'], env: {TOKEN: 'canary'}}),
	tools: [
		defineTool({tool: '', description: 'Be brief.', inputSchema: {}}),
		defineTool(),
		defineTool({tool: 'add', description: 'First.\nSecond.', annotations: {readOnlyHint: false}}),
	],
	prompts: [
		{
			server: 'files',
			prompt: 'greet',
			description: 'Greets.',
			arguments: [{name: 'who', description: '', required: true}],
		},
	],
	resourceTemplates: [{server: 'files', uriTemplate: 'file:///{path}', name: 'file', description: 'A file.'}],
	...more,
});

const textOf = (...offers: readonly ServerOffer[]): string =>
	lockText(new Map(offers.map(offer => [offer.config.name, lockEntry(offer)])));

/** A lock file of this text, and what is written to it. */
const lockOf = (text: string) => {
	const read = readLock('mcp.lock', text);
	if (read.type === 'refused') throw new Error(read.failure.message);
	const saved: string[] = [];
	const lock = createServerLock('mcp.lock', read.servers, async each => {
		saved.push(each);
		return undefined;
	});
	return {lock, saved};
};

const none = {changed: [], added: [], removed: []};
const same = {server: 'files', isNew: false, reached: [], ...none, prompts: none, resourceTemplates: none};

const edit = (change: (entry: JsonObject) => JsonObject): string =>
	lockText(new Map([['files', change(lockEntry(offerOf()))]]));

describe('a lock file', () => {
	it('is sorted, has a line for each member and each line of a text, and nothing secret', () => {
		const text = textOf(offerOf());
		expect(text).toBe(`${JSON.stringify(JSON.parse(text), undefined, '\t')}\n`);
		expect(text).toContain('"First.",\n');
		expect(text).toContain('"command": "node files.mjs"');
		expect(text).toContain('"TOKEN"');
		expect(text).not.toContain('canary');
		const {servers, version} = JSON.parse(text);
		expect(version).toBe(1);
		expect(Object.keys(servers.files.tools)).toEqual(['add', 'read']);
		expect(servers.files.instructions.instructions).toBe('Be brief.');
		expect(servers.files.prompts.greet.arguments).toEqual([{description: '', name: 'who', required: true}]);
	});

	it('is the same text whatever the order in which a server lists what it has', () => {
		const {tools} = offerOf();
		expect(textOf(offerOf({tools: tools.toReversed()}))).toBe(textOf(offerOf()));
	});

	it('shows characters that a review would not see', async () => {
		const offer = offerOf({tools: [defineTool({description: 'Reads\u200b a\u{e0041} file.'})]});
		const text = textOf(offer);
		expect(text).toContain('Reads\\u200b a\\udb40\\udc41 file.');
		expect(await lockOf(text).lock.compare(offer)).toMatchObject(none);
	});

	it('says that a server is what it was, wherever variables of a file come from', async () => {
		const {lock} = lockOf(textOf(offerOf()));
		expect(await lock.compare(offerOf())).toEqual(same);
		const {config} = offerOf();
		const elsewhere = {
			...config,
			env: {TOKEN: 'other', OF_THIS_MACHINE: '1'},
			shown: {command: 'node', args: ['files.mjs'], env: {TOKEN: 'other'}},
		};
		expect(await lock.compare(offerOf({config: elsewhere as typeof config}))).toEqual(same);
	});

	it('tells what has changed, is new and is gone, of every kind', async () => {
		const {lock} = lockOf(textOf(offerOf()));
		const changed = await lock.compare({
			config: startOf('files', {command: 'node', args: ['evil.mjs'], env: {TOKEN: 'canary'}}),
			tools: [defineTool({description: 'Reads a secret file.'}), defineTool({tool: 'erase'})],
			prompts: [{server: 'files', prompt: 'greet', description: 'Greets.', arguments: []}],
			resourceTemplates: [{server: 'files', uriTemplate: 'x:{y}', name: 'x', description: ''}],
		});
		expect(changed).toMatchObject({
			reached: [{part: 'command'}],
			changed: [{tool: 'read', parts: [{part: 'description'}]}],
			added: ['erase'],
			removed: ['(instructions)', 'add'],
			prompts: {changed: [{tool: 'greet', parts: [{part: 'arguments'}]}]},
			resourceTemplates: {added: ['x:{y}'], removed: ['file:///{path}']},
		});
		expect(await lock.compare(offerOf({config: startOf('web')}))).toMatchObject({isNew: true});
	});

	it('does not mix up instructions with a tool that calls itself so', async () => {
		const offer = offerOf({tools: [defineTool({tool: '(instructions)'})]});
		const {lock} = lockOf(textOf(offer));
		expect(await lock.compare(offer)).toEqual(same);
		expect(await lock.compare(offerOf({tools: [defineTool({tool: '', inputSchema: {}})]}))).toMatchObject({
			added: ['(instructions)'],
			removed: ['(instructions)'],
		});
	});

	it.each<[string, (entry: JsonObject) => JsonObject, string]>([
		['readable text', entry => ({...entry, description: 'Harmless.'}), 'description'],
		['fingerprint', entry => ({...entry, fingerprint: 'another'}), 'fingerprint'],
	])('is drift where the %s of a tool was edited by hand', async (_what, change, part) => {
		const text = edit(entry => {
			const tools = entry.tools as JsonObject;
			return {...entry, tools: {...tools, read: change(tools.read as JsonObject)}};
		});
		expect(await lockOf(text).lock.compare(offerOf())).toMatchObject({
			changed: [{tool: 'read', parts: [{part}]}],
		});
	});

	it('keeps only the fingerprint of a definition that is very long', async () => {
		const offer = offerOf({tools: [defineTool({description: 'x'.repeat(100_000)})]});
		const text = textOf(offer);
		expect(text.length).toBeLessThan(2000);
		const {lock} = lockOf(text);
		expect(await lock.compare(offer)).toEqual(same);
		const other = await lock.compare(offerOf({tools: [defineTool({description: 'y'.repeat(100_000)})]}));
		expect(other.changed.map(({tool}) => tool)).toEqual(['read']);
	});

	it('keeps what it says about servers that are not written anew', async () => {
		const web = offerOf({config: startOf('web')});
		const {lock, saved} = lockOf(textOf(offerOf({tools: []}), web));
		await lock.write([offerOf()], ['web'], signal);
		await lock.write([offerOf()], [], signal);
		expect(saved).toEqual([textOf(offerOf(), web), textOf(offerOf())]);
	});

	it.each<[string, string, string]>([
		['a merge conflict', '{\n<<<<<<< HEAD\n', 'mcp.lock:2  has a merge conflict.'],
		['no JSON', '{', 'mcp.lock is not JSON: '],
		['another shape', '[]', 'it has no "servers"'],
		['a newer version', '{"version": 2, "servers": {}}', 'a newer version of mcp-tui wrote it'],
		['no version', '{"servers": {}}', 'its "version" is not 1'],
		['a wrong entry', '{"version": 1, "servers": {"a": 1}}', 'servers.a is not an object'],
	])('with %s is refused with the reason', (_what, text, message) => {
		expect(readLock('mcp.lock', text)).toMatchObject({
			type: 'refused',
			failure: {code: 'bad-lock', message: expect.stringContaining(message)},
		});
	});
});

// biome-ignore-all lint/suspicious/noTemplateCurlyInString: a person writes variables like this

import {describe, expect, it} from 'vitest';
import {checkEntry, readDraft} from '../../../source/core/config/read-draft.ts';

const context = {file: 'config.json', env: {}, cwd: '/home/ada', isForeign: false};
const url = 'https://a.example/mcp';

describe('an entry that is being written', () => {
	it('is checked without looking up any secret', () => {
		expect(checkEntry('a', {url, headers: {Authorization: 'Bearer ${keychain:git}'}}, context)).toEqual([]);
		expect(checkEntry('a', {command: 'x', url}, context)).toMatchObject([
			{path: expect.any(Array), message: expect.any(String), kind: expect.any(String)},
		]);
	});

	it('is told what has no effect', () => {
		expect(checkEntry('a', {command: 'x', headers: {A: '1'}}, context)).toMatchObject([
			{path: ['headers'], kind: 'idle', message: expect.stringContaining('has no effect')},
		]);
	});

	it('may name no secret of the user in a file of somebody else', () => {
		const entry = {url, headers: {Authorization: '${keychain:git}'}};
		expect(checkEntry('a', entry, {...context, isForeign: true})).toHaveLength(1);
	});
});

describe('an entry that is tried before it is saved', () => {
	const entry = {url, headers: {A: '${keychain:git}', B: '${keychain:git}', C: '${keychain:hub}'}};

	it('has its secrets filled in, each looked up once', async () => {
		const asked: string[] = [];
		const read = await readDraft('a', entry, context, async ({name}) => {
			asked.push(name);
			return `value of ${name}`;
		});
		expect(asked.sort()).toEqual(['git', 'hub']);
		expect(read).toMatchObject({
			type: 'server',
			server: {headers: {A: 'value of git', B: 'value of git', C: 'value of hub'}},
		});
	});

	it('says which secret is missing, and why', async () => {
		const read = await readDraft('a', entry, context, async ({name}) => {
			if (name === 'hub') throw new Error('the keychain is locked');
			return undefined;
		});
		expect(read).toMatchObject({type: 'refused'});
		const messages = read.type === 'refused' ? read.complaints.map(({message}) => message) : [];
		expect(messages).toHaveLength(3);
		expect(messages.filter(message => message.includes('the keychain is locked'))).toHaveLength(1);
		expect(messages.filter(message => message.includes('"git"'))).toHaveLength(2);
	});

	it('looks up nothing where it names nothing, or is for a file of somebody else', async () => {
		const find = async (): Promise<string> => {
			throw new Error('nobody should ask');
		};
		expect(await readDraft('a', {url}, context, find)).toMatchObject({type: 'server'});
		expect(await readDraft('a', entry, {...context, isForeign: true}, find)).toMatchObject({
			type: 'refused',
		});
	});
});

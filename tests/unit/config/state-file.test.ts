import {
	chmodSync,
	existsSync,
	lstatSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import type {Migration} from '../../../source/core/config/migrations.ts';
import {createOpenState, type OpenStateDeps} from '../../../source/core/config/state-file.ts';
import type {Failure} from '../../../source/domain/failure.ts';
import {createTemporaryFolder} from '../../helpers/temporary-folder.ts';

const setUp = (content?: string, deps: Partial<OpenStateDeps> = {}) => {
	const folder = join(createTemporaryFolder(), 'data');
	const file = join(folder, 'state.json');
	if (content !== undefined) {
		mkdirSync(folder);
		writeFileSync(file, content);
	}
	const troubles: Failure[] = [];
	const open = createOpenState({
		folder,
		patience: 2000,
		onTrouble: trouble => troubles.push(trouble),
		...deps,
	});
	return {
		folder,
		file,
		troubles,
		open,
		state: open('state'),
		text: () => readFileSync(file, 'utf8'),
		content: () => JSON.parse(readFileSync(file, 'utf8')),
	};
};

const modeOf = (file: string) => statSync(file).mode & 0o777;

describe('a file of state', () => {
	it('is empty before anything was written, and is not made by reading', async () => {
		const {state, folder} = setUp();
		await expect(state.read()).resolves.toEqual({});
		expect(existsSync(folder)).toBe(false);
	});

	it('keeps what is put into it, for its owner alone', async () => {
		const {state, file, folder, content, open} = setUp();
		await expect(state.change(old => ({...old, grants: [1]}))).resolves.toBeUndefined();
		await expect(state.change(old => ({...old, folders: {'/a.b': true}}))).resolves.toBeUndefined();
		await expect(state.read()).resolves.toEqual({grants: [1], folders: {'/a.b': true}});
		expect(content()).toEqual({version: 1, grants: [1], folders: {'/a.b': true}});
		await open('pins/abc').change(() => ({tools: {}}));
		expect(modeOf(file)).toBe(0o600);
		expect([modeOf(folder), modeOf(join(folder, 'pins'))]).toEqual([0o700, 0o700]);
		expect(modeOf(join(folder, 'pins', 'abc.json'))).toBe(0o600);
		expect(readdirSync(folder).sort()).toEqual(['pins', 'state.json']);
	});

	it('becomes private when it was not', async () => {
		const {state, file} = setUp('{"a": 1}');
		chmodSync(file, 0o644);
		await state.change(old => ({...old, b: 2}));
		expect(modeOf(file)).toBe(0o600);
	});

	it('keeps names with dots, and names that objects have by themselves', async () => {
		const {state} = setUp();
		const odd = JSON.parse('{"a.b": {"c.d": 1}, "__proto__": {"x": 1}, "constructor": {"y": 2}}');
		await state.change(() => odd);
		const read = await state.read();
		expect(Object.entries(read)).toEqual(Object.entries(odd));
	});

	it('is not touched when nothing changes', async () => {
		const before = '{ "a":1 }';
		const {state, text} = setUp(before);
		await expect(state.change(old => ({...old}))).resolves.toBeUndefined();
		expect(text()).toBe(before);
	});

	it('loses no change of this process, however many are made at once', async () => {
		const {state, open} = setUp();
		const names = Array.from({length: 40}, (_, index) => `n${index}`);
		const same = open('state');
		await Promise.all(
			names.map((name, index) => (index % 2 === 0 ? state : same).change(old => ({...old, [name]: index}))),
		);
		expect(Object.keys(await state.read())).toHaveLength(40);
	});

	it('goes on after an edit that throws', async () => {
		const {state} = setUp('{"a": 1}');
		const failure = await state.change(() => {
			throw new Error('a mistake');
		});
		expect(failure).toMatchObject({code: 'state-not-saved', message: expect.stringContaining('a mistake')});
		await expect(state.change(old => ({...old, b: 2}))).resolves.toBeUndefined();
		await expect(state.read()).resolves.toEqual({a: 1, b: 2});
	});

	it('behind a link is changed there, and the link stays', async () => {
		const {state, folder, file} = setUp();
		mkdirSync(folder);
		const target = join(folder, 'elsewhere.json');
		writeFileSync(target, '{"a": 1}');
		symlinkSync(target, file);
		await expect(state.change(old => ({...old, b: 2}))).resolves.toBeUndefined();
		expect(lstatSync(file).isSymbolicLink()).toBe(true);
		expect(JSON.parse(readFileSync(target, 'utf8'))).toEqual({version: 1, a: 1, b: 2});
	});

	it('may be empty', async () => {
		const {state, troubles, folder} = setUp('');
		await expect(state.read()).resolves.toEqual({});
		await expect(state.change(() => ({a: 1}))).resolves.toBeUndefined();
		expect(troubles).toEqual([]);
		expect(readdirSync(folder)).toEqual(['state.json']);
	});
});

describe('damaged state', () => {
	it.each(['{"grants": [', '[]', '"text"', '\0\0\0\0', '{"a": 1}{"b": 2}'])(
		'is set aside, told once, and the program starts anew: %j',
		async damage => {
			const {state, folder, file, troubles} = setUp(damage);
			await expect(state.read()).resolves.toEqual({});
			await expect(state.read()).resolves.toEqual({});
			const copies = readdirSync(folder).filter(name => name.startsWith('state.json.damaged-'));
			expect(copies).toHaveLength(1);
			const [copy = ''] = copies;
			expect(copy).toMatch(/^state\.json\.damaged-\d{4}-\d\d-\d\dT[\d-]+$/);
			expect(readFileSync(join(folder, copy), 'utf8')).toBe(damage);
			expect(troubles).toEqual([
				{
					code: 'state-damaged',
					message: expect.stringMatching(/^.*state\.json is damaged \(.+\)\. The program goes on without/),
					hint: `What was in it is kept as ${join(folder, copy)}.`,
				},
			]);
			await expect(state.change(() => ({a: 1}))).resolves.toBeUndefined();
			expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({version: 1, a: 1});
			expect(readFileSync(join(folder, copy), 'utf8')).toBe(damage);
		},
	);

	it('is set aside by a change too', async () => {
		const {state, folder, content, troubles} = setUp('{"grants": [');
		await expect(state.change(old => ({...old, a: 1}))).resolves.toBeUndefined();
		expect(content()).toEqual({version: 1, a: 1});
		expect(readdirSync(folder).filter(name => name.includes('.damaged-'))).toHaveLength(1);
		expect(troubles).toMatchObject([{code: 'state-damaged'}]);
	});

	it('that cannot be read at all is told, left alone, and changes are refused', async () => {
		const {state, folder, file, troubles} = setUp();
		mkdirSync(file, {recursive: true});
		writeFileSync(join(file, 'mine'), 'kept');
		await expect(state.read()).resolves.toEqual({});
		await expect(state.read()).resolves.toEqual({});
		expect(troubles).toEqual([
			{
				code: 'state-not-read',
				message: expect.stringContaining(`Cannot read ${file}: EISDIR`),
				hint: 'Make sure that the file belongs to you and can be read.',
			},
		]);
		await expect(state.change(() => ({a: 1}))).resolves.toMatchObject({
			code: 'state-not-saved',
			message: expect.stringContaining(`Not saved: cannot change ${file}: `),
			hint: expect.stringContaining('The file is as it was.'),
		});
		expect(readFileSync(join(file, 'mine'), 'utf8')).toBe('kept');
		expect(readdirSync(folder)).toEqual(['state.json']);
	});
});

describe('state of another version', () => {
	/** Version 2 gives every grant an object; version 3 adds when it was given. */
	const steps: readonly Migration[] = [
		{
			to: 2,
			migrate: ({grants, ...rest}) => ({
				...rest,
				grants: Array.isArray(grants) ? grants.map(name => ({name})) : [],
			}),
		},
		{
			to: 3,
			migrate: content => ({...content, counted: Array.isArray(content.grants) ? content.grants.length : 0}),
		},
	];
	const at = (version: number) => ({migrations: steps.filter(({to}) => to <= version)});

	it('that is newer is used as far as it is understood; the rest and its number are kept', async () => {
		const {state, content} = setUp('{"version": 7, "grants": [1], "future": {"x": [1, 2]}}');
		await expect(state.read()).resolves.toEqual({grants: [1], future: {x: [1, 2]}});
		await state.change(({grants, ...rest}) => ({...rest, grants: [...(grants as number[]), 2]}));
		expect(content()).toEqual({version: 7, grants: [1, 2], future: {x: [1, 2]}});
	});

	it('that is older is understood without being written', async () => {
		const before = '{"version": 1, "grants": ["a"], "mine": true}';
		const {state, text} = setUp(before, at(3));
		await expect(state.read()).resolves.toEqual({grants: [{name: 'a'}], mine: true, counted: 1});
		expect(text()).toBe(before);
	});

	it('is backed up before its first change, and all steps are written at once', async () => {
		const before = '{"grants": ["a"], "mine": true}';
		const {state, content, folder} = setUp(before, at(3));
		await state.change(old => ({...old, new: 1}));
		expect(content()).toEqual({version: 3, grants: [{name: 'a'}], mine: true, counted: 1, new: 1});
		const backup = join(folder, 'state.json.before-v3');
		expect(readFileSync(backup, 'utf8')).toBe(before);
		expect(modeOf(backup)).toBe(0o600);
	});

	it('is not half migrated when a step fails', async () => {
		const before = '{"grants": ["a"]}';
		const failing: Migration = {
			to: 3,
			migrate: () => {
				throw new Error('step 3');
			},
		};
		const {state, text, folder, troubles} = setUp(before, {migrations: [...steps.slice(0, 1), failing]});
		await expect(state.read()).resolves.toEqual({});
		expect(troubles).toMatchObject([{code: 'state-not-read', message: expect.stringContaining('step 3')}]);
		await expect(state.change(old => ({...old, b: 1}))).resolves.toMatchObject({code: 'state-not-saved'});
		expect(text()).toBe(before);
		expect(readdirSync(folder)).toEqual(['state.json']);
	});

	it('goes two versions up and down and up again with nothing lost', async () => {
		const {folder, content} = setUp('{"version": 1, "grants": ["a"], "mine": 1}');
		const open = (version: number) => createOpenState({folder, ...at(version)})('state');
		await open(2).change(old => ({...old, two: 2}));
		await open(3).change(old => ({...old, three: 3}));
		const top = {version: 3, grants: [{name: 'a'}], mine: 1, two: 2, counted: 1, three: 3};
		expect(content()).toEqual(top);

		await expect(open(1).read()).resolves.toMatchObject({mine: 1, two: 2, three: 3});
		await open(2).change(old => ({...old, two: 'two'}));
		await open(1).change(old => ({...old, one: 'one'}));
		expect(content()).toEqual({...top, two: 'two', one: 'one'});

		await open(3).change(old => ({...old, again: true}));
		expect(content()).toEqual({...top, two: 'two', one: 'one', again: true});
		expect(readdirSync(folder).sort()).toEqual([
			'state.json',
			'state.json.before-v2',
			'state.json.before-v3',
		]);
	});

	it('keeps an older backup beside a newer one', async () => {
		const {state, folder} = setUp('{"grants": ["b"]}', at(2));
		writeFileSync(join(folder, 'state.json.before-v2'), 'the first one');
		await state.change(old => ({...old, a: 1}));
		expect(readFileSync(join(folder, 'state.json.before-v2'), 'utf8')).toBe('the first one');
		const [other = ''] = readdirSync(folder).filter(name => name.startsWith('state.json.before-v2-'));
		expect(readFileSync(join(folder, other), 'utf8')).toBe('{"grants": ["b"]}');
	});
});

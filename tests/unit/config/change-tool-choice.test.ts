import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {changeToolChoice, type ToolChoice} from '../../../source/core/config/change-tool-choice.ts';
import {createTemporaryFolder} from '../../helpers/temporary-folder.ts';

const read = {server: 'files', tool: 'read'};

const createFile = (text: string) => {
	const file = join(createTemporaryFolder(), 'config.json');
	writeFileSync(file, text);
	return {
		change: (choice: Partial<ToolChoice>) => changeToolChoice({...read, isOn: false, ...choice}, {file}),
		text: () => readFileSync(file, 'utf8'),
	};
};

describe('switching a tool on and off', () => {
	it('writes it into the entry of the assistant and leaves everything else as it is', async () => {
		const {change, text} = createFile(`{
	// mine
	"assistants": {"helper": {"model": "a/b" /* cheap */}},
	"mcpServers": {"files": {"command": "files"}}
}`);
		expect(await change({assistant: 'helper'})).toMatchObject({type: 'changed'});
		expect(text()).toContain('// mine');
		expect(text()).toContain('/* cheap */');
		expect(text()).toMatch(/"excludeTools":\s*\[\s*"files__read"\s*\]/);
		expect(await change({assistant: 'helper', isOn: true})).toMatchObject({type: 'changed'});
		expect(text()).not.toContain('excludeTools');
	});

	it('writes it into the entry of the server where there is no assistant', async () => {
		const {change, text} = createFile(
			'{"mcpServers": {"files": {"command": "files", "exclude_tools": ["write"]}}}',
		);
		await change({});
		expect(JSON.parse(text()).mcpServers.files.exclude_tools).toEqual(['write', 'read']);
		await change({isOn: true});
		expect(JSON.parse(text()).mcpServers.files.exclude_tools).toEqual(['write']);
	});

	it.each([
		['{}', {excludeTools: ['read']}, {}],
		['{"toolbox": true}', {disabled: false, excludeTools: ['read']}, {disabled: false}],
		['{"toolbox": {"roots": ["."]}}', {roots: ['.'], excludeTools: ['read']}, {roots: ['.']}],
	])('writes it into the place of the built-in server: %s', async (before, off, on) => {
		const {change, text} = createFile(before);
		await change({server: 'toolbox', isBuiltIn: true});
		expect(JSON.parse(text()).toolbox).toEqual(off);
		await change({server: 'toolbox', isBuiltIn: true, isOn: true});
		expect(JSON.parse(text()).toolbox).toEqual(on);
	});

	it('adds it to a list of those that are used, inside of "tools" where they are there', async () => {
		const {change, text} = createFile('{"assistants": {"helper": {"tools": {"include": ["web__*"]}}}}');
		await change({assistant: 'helper', isOn: true});
		expect(JSON.parse(text()).assistants.helper.tools.include).toEqual(['web__*', 'files__read']);
		await change({assistant: 'helper', isOn: false});
		expect(JSON.parse(text()).assistants.helper.tools.exclude).toEqual(['files__read']);
	});

	it('changes nothing where it is so already', async () => {
		const before = '{"assistants": {"helper": {"excludeTools": ["files__*"]}}}';
		const {change, text} = createFile(before);
		await change({assistant: 'helper'});
		expect(text()).toBe(before);
	});

	it('does not undo a rule that is about more than this tool, and names it', async () => {
		const before = '{"assistants": {"helper": {"excludeTools": ["files__*"]}}}';
		const {change, text} = createFile(before);
		expect(await change({assistant: 'helper', isOn: true})).toMatchObject({
			type: 'refused',
			failure: {message: expect.stringContaining('"files__*" in excludeTools')},
		});
		expect(text()).toBe(before);
	});

	it('says so where the file has no such entry', async () => {
		const {change} = createFile('{}');
		expect(await change({assistant: 'nobody'})).toMatchObject({
			failure: {message: expect.stringContaining('no assistant "nobody"')},
		});
	});

	it('refuses a name that would be a rule about others', async () => {
		const {change} = createFile('{"mcpServers": {"files": {"command": "files"}}}');
		expect(await change({tool: 're*'})).toMatchObject({type: 'refused'});
	});
});

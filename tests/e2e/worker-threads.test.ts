import {execFile} from 'node:child_process';
import {readdirSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';
import {describe, expect, it} from 'vitest';
import {createTemporaryFolder} from '../helpers/temporary-folder.ts';

type Built = {readonly code: Uint8Array; readonly libraries: readonly {name: string; code: Uint8Array}[]};
type Bundle = (options: {entry: string; version: string}) => Promise<Built>;
type CreateLauncher = (options: Built & {version: string}) => Promise<string>;

const fromScripts = (file: string): Promise<unknown> =>
	import(new URL(`../../scripts/build/${file}`, import.meta.url).href);
const inSource = (file: string): string =>
	JSON.stringify(fileURLToPath(new URL(`../../source/core/${file}`, import.meta.url)));

const entry = `
import {createSchemaChecker} from ${inSource('mcp/calls/schema-checker.ts')};
import {createLineFinder} from ${inSource('toolbox/search-files/internal/createLineFinder.ts')};
const never = new AbortController().signal;
export const main = async () => {
	const checker = createSchemaChecker();
	const schema = {type: 'object', properties: {a: {type: 'string', pattern: '^(a+)+$'}}};
	const verdicts = [];
	for (const value of [{a: 'aaa'}, {a: 7}, {a: 'a'.repeat(40) + '!'}])
		verdicts.push(await checker.check(schema, value, never));
	verdicts.push(await checker.check({const: 'é'}, 'é', never));
	await checker.close();
	const finder = createLineFinder();
	const find = (source, most) =>
		finder.find({bytes: Buffer.from('é\\nfound é'), expression: {source, flags: 'u'}, context: 0, most}, 10_000, never);
	const found = await finder.use(() => find('d é', 2));
	console.log(JSON.stringify({verdicts, found}));
	return 0;
};
`;

describe('the threads that check schemas and search files', () => {
	it('work in the main file that the build makes, also from compiled code, alone in a folder', async () => {
		const {bundle} = (await fromScripts('bundle.mjs')) as {bundle: Bundle};
		const {createLauncher} = (await fromScripts('launcher.mjs')) as {createLauncher: CreateLauncher};
		const folder = createTemporaryFolder();
		writeFileSync(path.join(folder, 'entry.mjs'), entry);
		const built = await bundle({entry: path.join(folder, 'entry.mjs'), version: '1.2.3'});
		const program = path.join(createTemporaryFolder(), 'mcp-tui.cjs');
		writeFileSync(path.join(path.dirname(program), 'main.cjs'), built.code);
		writeFileSync(program, await createLauncher({...built, version: '1.2.3'}));

		const home = createTemporaryFolder();
		const run = async () => {
			const {stdout, stderr} = await promisify(execFile)(process.execPath, [program], {
				env: {PATH: process.env.PATH ?? '', HOME: home, MCP_TUI_HOME: home},
			});
			return {stderr, ...JSON.parse(stdout)};
		};
		const expected = {
			stderr: '',
			verdicts: [
				{type: 'valid'},
				{type: 'invalid', problems: ['/a: must be string']},
				{type: 'unchecked', why: 'checking it took longer than 0.5 s'},
				{type: 'valid'},
			],
			found: {type: 'found', lines: [{line: 2, text: 'found é', before: [], after: []}]},
		};
		expect(await run()).toEqual(expected);
		expect(readdirSync(path.join(home, 'cache'))).toHaveLength(1);
		expect(await run()).toEqual(expected);
	});
});

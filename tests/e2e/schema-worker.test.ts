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
const checker = fileURLToPath(new URL('../../source/core/mcp/calls/schema-checker.ts', import.meta.url));

const entry = `
import {createSchemaChecker} from ${JSON.stringify(checker)};
const never = new AbortController().signal;
export const main = async () => {
	const checker = createSchemaChecker();
	const schema = {type: 'object', properties: {a: {type: 'string', pattern: '^(a+)+$'}}};
	const verdicts = [];
	for (const value of [{a: 'aaa'}, {a: 7}, {a: 'a'.repeat(40) + '!'}])
		verdicts.push(await checker.check(schema, value, never));
	verdicts.push(await checker.check({const: 'é'}, 'é', never));
	console.log(JSON.stringify(verdicts));
	await checker.close();
	return 0;
};
`;

describe('the thread that checks schemas', () => {
	it('works in the main file that the build makes, also from compiled code, alone in a folder', async () => {
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
			return {stderr, verdicts: JSON.parse(stdout)};
		};
		const expected = {
			stderr: '',
			verdicts: [
				{type: 'valid'},
				{type: 'invalid', problems: ['/a: must be string']},
				{type: 'unchecked', why: 'checking it took longer than 0.5 s'},
				{type: 'valid'},
			],
		};
		expect(await run()).toEqual(expected);
		expect(readdirSync(path.join(home, 'cache'))).toHaveLength(1);
		expect(await run()).toEqual(expected);
	});
});
